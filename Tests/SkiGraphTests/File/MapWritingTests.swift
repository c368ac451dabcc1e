import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

struct MapWritingTests {
  let folder = ScratchFolder()

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func failure(writing path: String) throws -> SkiError {
    try #require(#expect(throws: SkiError.self) { try RandomMap(seed: 1).contents.write(toFile: path) })
  }

  @Test func `writing into a missing folder is an error and makes no file`() throws {
    let path = folder.path + "/missing/area.skimap"
    let error = try failure(writing: path)
    #expect(error.code == .unwritableOutput)
    #expect(
      error.message
        == "map can't be written: No such file or directory; choose a folder you may write to")
    #expect(error.subject == path)
    #expect(try names().isEmpty)
  }

  @Test func `writing into a folder that allows no files is an error`() throws {
    // No user can create a file in /proc.
    #expect(try failure(writing: "/proc/area.skimap").code == .unwritableOutput)
  }

  @Test(.enabled(if: geteuid() != 0, "whoever owns the machine may write anywhere"))
  func `writing into a read-only folder is an error and keeps the old map`() throws {
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 2).contents.write(toFile: path)
    let old = try Data(contentsOf: URL(fileURLWithPath: path))
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    #expect(try failure(writing: path).code == .unwritableOutput)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == old)
    #expect(try names() == ["area.skimap"])
  }

  @Test func `writing over a folder is an error and keeps the folder`() throws {
    mkdir(folder.path + "/area.skimap", 0o755)
    #expect(try failure(writing: folder.path + "/area.skimap").code == .unwritableOutput)
    #expect(try names() == ["area.skimap"])
  }

  @Test func `writing over a device is an error and keeps the device`() throws {
    let error = try failure(writing: "/dev/full")
    #expect(error.code == .unwritableOutput)
    #expect(error.message == "map can't replace what is not a regular file; choose another name")
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `an invalid builder leaves the old map and no temporary file`() throws {
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 2).contents.write(toFile: path)
    let old = try Data(contentsOf: URL(fileURLWithPath: path))
    var broken = RandomMap(seed: 3).builder
    broken.links[0].points = []
    #expect(throws: SkiError.self) { try MapContents(regions: [broken]).write(toFile: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == old)
    #expect(try names() == ["area.skimap"])
  }

  @Test func `a full disk leaves the old map and no temporary file`() async {
    // A limit on the size of files makes writing fail half-way, as a full disk does. It applies to a whole
    // process, hence an exit test.
    await #expect(processExitsWith: .success) {
      let folder = ScratchFolder()
      let path = folder.path + "/area.skimap"
      try RandomMap(seed: 2).contents.write(toFile: path)
      let old = try Data(contentsOf: URL(fileURLWithPath: path))
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      var code: SkiError.Code?
      do { try RandomMap(seed: 3).contents.write(toFile: path) } catch let error as SkiError {
        code = error.code
      }
      precondition(code == .inputOutput)
      let kept = try Data(contentsOf: URL(fileURLWithPath: path))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      precondition(kept == old && names == ["area.skimap"])
    }
  }

  @Test func `an open map keeps its bytes when a new map replaces its file`() throws {
    let path = folder.path + "/area.skimap"
    let (first, second) = (RandomMap(seed: 2).contents, RandomMap(seed: 9, features: 60).contents)
    try first.write(toFile: path)
    let opened = try SkiMap.open(path: path)
    try second.write(toFile: path)
    #expect(try bytes(of: opened) == (try first.encoded()))
    try opened.verify()
    #expect(try bytes(of: try SkiMap.open(path: path)) == (try second.encoded()))
    #expect(try names() == ["area.skimap"])
  }

  @Test func `writing through a symbolic link replaces its target and keeps the link`() throws {
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 2).contents.write(toFile: path)
    symlink("area.skimap", folder.path + "/current.skimap")
    try RandomMap(seed: 3).contents.write(toFile: folder.path + "/current.skimap")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/current.skimap")
        == "area.skimap")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(bytes == (try RandomMap(seed: 3).contents.encoded()))
  }

  @Test func `a new map has permissions 0644 less the umask`() throws {
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 2).contents.write(toFile: path)
    var status = stat()
    #expect(stat(path, &status) == 0)
    let mask = umask(0)
    umask(mask)
    #expect(status.st_mode & 0o777 == 0o644 & ~mask)
  }

  @Test func `16 concurrent writers of one file leave one valid map`() async throws {
    let path = folder.path + "/area.skimap"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in UInt64(1)...16 {
        group.addTask {
          try RandomMap(seed: seed).contents.write(toFile: path)
          try SkiMap.open(path: path).verify()
        }
      }
      try await group.waitForAll()
    }
    #expect(try names() == ["area.skimap"])
  }
}
