import Foundation
import SkiGeo
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

  @Test func `a folder that isn't there makes no file and says so`() throws {
    let path = folder.path + "/missing/area.skimap"
    let error = try failure(writing: path)
    #expect(error.code == .unwritableOutput)
    #expect(
      error.message
        == "map can't be written: No such file or directory; choose a folder you may write to")
    #expect(error.subject == path)
    #expect(try names().isEmpty)
  }

  @Test func `a folder one may not write to is refused`() throws {
    // Below /proc nobody may make a file, whoever runs the tests.
    #expect(try failure(writing: "/proc/area.skimap").code == .unwritableOutput)
  }

  @Test(.enabled(if: geteuid() != 0, "whoever owns the machine may write anywhere"))
  func `a read-only folder keeps the old map`() throws {
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 2).contents.write(toFile: path)
    let old = try Data(contentsOf: URL(fileURLWithPath: path))
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    #expect(try failure(writing: path).code == .unwritableOutput)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == old)
    #expect(try names() == ["area.skimap"])
  }

  @Test func `a folder in the place of the map is refused and stays`() throws {
    mkdir(folder.path + "/area.skimap", 0o755)
    #expect(try failure(writing: folder.path + "/area.skimap").code == .unwritableOutput)
    #expect(try names() == ["area.skimap"])
  }

  @Test func `a device is refused and not replaced`() throws {
    let error = try failure(writing: "/dev/full")
    #expect(error.code == .unwritableOutput)
    #expect(error.message == "map can't be written over what is no file; choose another name")
    var status = stat()
    #expect(stat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `bad input leaves the old map and nothing beside it`() throws {
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 2).contents.write(toFile: path)
    let old = try Data(contentsOf: URL(fileURLWithPath: path))
    var broken = RandomMap(seed: 3).builder
    broken.links[0].points = []
    #expect(throws: SkiError.self) { try MapContents(regions: [broken]).write(toFile: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == old)
    #expect(try names() == ["area.skimap"])
  }

  @Test func `a disk that fills up leaves the old map and nothing beside it`() async {
    // A limit on the size of files stops writing half-way, as a full disk does. It holds for a whole process, hence
    // one of its own.
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

  @Test func `an open map keeps its bytes when a new one takes its place`() throws {
    let path = folder.path + "/area.skimap"
    let (first, second) = (RandomMap(seed: 2).contents, RandomMap(seed: 9, ways: 60).contents)
    try first.write(toFile: path)
    let opened = try SkiMap.open(path: path)
    try second.write(toFile: path)
    #expect(try bytes(of: opened) == (try first.encoded()))
    try opened.verify()
    #expect(try bytes(of: try SkiMap.open(path: path)) == (try second.encoded()))
    #expect(try names() == ["area.skimap"])
  }

  @Test func `a link to a map stays a link`() throws {
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

  @Test func `a new map may be read by all and written by its owner`() throws {
    let path = folder.path + "/area.skimap"
    try RandomMap(seed: 2).contents.write(toFile: path)
    var status = stat()
    #expect(stat(path, &status) == 0)
    let mask = umask(0)
    umask(mask)
    #expect(status.st_mode & 0o777 == 0o644 & ~mask)
  }

  @Test func `many writers of one file leave one whole map`() async throws {
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
