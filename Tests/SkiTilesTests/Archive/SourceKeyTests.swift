import SkiBase
import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiTiles

struct SourceKeyTests {
  @Test func `a source key changes when a file is changed, added, renamed or removed, and only then`() throws
  {
    let folder = ScratchFolder()
    folder.write([1, 2], to: "a/1.png")
    folder.write([3], to: "a/b/2.png")
    func key() throws -> String { try SourceKey.text(ofFiles: [folder.path + "/a"]) }
    let first = try key()
    #expect(try key() == first)
    folder.write([3, 4], to: "a/b/2.png")
    let second = try key()
    #expect(second != first)
    folder.write([], to: "a/3.png")
    let third = try key()
    #expect(third != second)
    #expect(rename(folder.path + "/a/3.png", folder.path + "/a/4.png") == 0)
    #expect(try key() != third)
    #expect(unlink(folder.path + "/a/4.png") == 0)
    #expect(try key() == second)
    var times = [timespec(tv_sec: 5, tv_nsec: 0), timespec(tv_sec: 5, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, folder.path + "/a/1.png", &times, 0) == 0)
    #expect(try key() != second)
  }

  @Test func `a single file has a source key, and a missing one is an error`() throws {
    let folder = ScratchFolder()
    let path = folder.write([1, 2], to: "a.skimap")
    #expect(try SourceKey.text(ofFiles: [path]).hasPrefix("a.skimap 1 2 "))
    let error = #expect(throws: SkiError.self) { try SourceKey.text(ofFiles: [path, folder.path + "/b"]) }
    #expect(error?.code == .missingInput)
  }

  @Test func `a folder with a link to itself has a source key`() throws {
    let folder = ScratchFolder()
    folder.write([1], to: "a/1.png")
    #expect(symlink(folder.path + "/a", folder.path + "/a/again") == 0)
    #expect(try SourceKey.text(ofFiles: [folder.path + "/a"]).hasPrefix("a 32 "))
  }
}
