import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

struct MapFileErrorTests {
  let folder = ScratchFolder()

  private func error(opening path: String) throws -> SkiError {
    try #require(#expect(throws: SkiError.self) { try SkiMap.open(path: path) })
  }

  @Test func `opening a missing map is an error that names the build command`() throws {
    let error = try error(opening: folder.path + "/none.skimap")
    #expect(error.code == .missingInput)
    #expect(error.message == "map can't be opened: No such file or directory; make one with skiroute build")
    #expect(error.subject == folder.path + "/none.skimap")
  }

  @Test func `opening a folder is an error`() throws {
    let error = try error(opening: folder.path)
    #expect(error.code == .malformedData)
    #expect(error.message == "map is not a file; name a .skimap")
  }

  @Test func `opening a pipe is an error and does not block`() throws {
    let path = folder.path + "/pipe.skimap"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try error(opening: path).code == .malformedData)
  }

  @Test func `opening an empty file is an error`() throws {
    let error = try error(opening: folder.write([], to: "empty.skimap"))
    #expect(error.code == .malformedData)
    #expect(error.message == "map of 0 bytes is too short to be one; build it again")
  }

  @Test func `opening a file without the magic bytes is an error`() throws {
    let error = try error(
      opening: folder.write(Array(repeating: 0x20, count: 4096), to: "wrong-magic.skimap"))
    #expect(error.code == .malformedData)
    #expect(error.message == "not a ski map: the magic bytes are missing; build it again with skiroute build")
  }

  @Test func `a map of another version is refused with both versions`() throws {
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 1).contents.write(toFile: path)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes[8] = 7
    let error = try error(opening: folder.write(bytes, to: "newer.skimap"))
    #expect(error.code == .unsupportedFormat)
    #expect(error.message == "map version 7 is not 3; build it again with skiroute build")
  }

  @Test func `a truncated map and an altered map are refused with different errors`() throws {
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 1).contents.write(toFile: path)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let short = try error(opening: folder.write(bytes.prefix(bytes.count / 2), to: "truncated.skimap"))
    #expect(short.code == .malformedData)
    #expect(
      short.message
        == "map of \(bytes.count / 2) bytes should have \(bytes.count): it is cut off or changed; build it again"
    )
    var altered = bytes
    altered[bytes.count / 2] ^= 4
    let name = folder.write(altered, to: "altered.skimap")
    let other = try #require(#expect(throws: SkiError.self) { try SkiMap.open(path: name).verify() })
    #expect(other.code == .malformedData && other.subject == name)
    #expect(
      other.message == "map does not match the checksum of its region 0: it was altered; build it again")
  }
}
