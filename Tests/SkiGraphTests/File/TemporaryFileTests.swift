import Foundation
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

struct TemporaryFileTests {
  let folder = ScratchFolder()

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// A new name of a temporary file for a map, as a writer makes it.
  private func leftover(of name: String = "area.skimap") -> String { TemporaryName.make(for: name) }

  @Test func `temporary files of a killed writer are removed by the next writer`() throws {
    for _ in 0..<20 { _ = folder.write([1, 2, 3], to: leftover()) }
    #expect(try names().count == 20)
    try RandomMap(seed: 1).contents.write(toFile: folder.path + "/area.skimap")
    #expect(try names() == ["area.skimap"])
  }

  @Test func `files of other names, folders, links and pipes are not removed`() throws {
    var others = [
      "other.skimap.part-1-a", "area.skimap.partial", "area.skimap-part-1-a", "xarea.skimap.part-1-a",
      "area.skimap.part-1", "area.skimap.part-2", "area.skimap.part-1-2-3", "area.skimap.part-",
      "area.skimap.part-123-abc", "area.skimap.part-9-z", "area.skimap.part-1-0000000-0000000",
      leftover(of: "other.skimap"), leftover() + "x", "x" + leftover(), leftover() + ".gz",
    ]
    // Names with one character of the suffix changed.
    let name = leftover()
    for index in "area.skimap.part-".utf8.count..<name.utf8.count where Array(name.utf8)[index] != 0x2D {
      var bytes = Array(name.utf8)
      bytes[index] = bytes[index] == 0x33 ? 0x34 : 0x33
      others.append(String(decoding: bytes, as: UTF8.self))
    }
    for name in others { _ = folder.write([1], to: name) }
    let (inside, link, pipe, twin) = (leftover(), leftover(), leftover(), leftover())
    mkdir(folder.path + "/" + inside, 0o755)
    symlink("other.skimap.part-1-a", folder.path + "/" + link)
    mkfifo(folder.path + "/" + pipe, 0o600)
    // A file with a second hard link.
    try FileManager.default.linkItem(
      atPath: folder.path + "/" + others[0], toPath: folder.path + "/" + twin)
    try RandomMap(seed: 1).contents.write(toFile: folder.path + "/area.skimap")
    #expect(Set(try names()) == Set(others + ["area.skimap", inside, link, pipe, twin]))
  }

  @Test func `the temporary file of a running writer stays and both maps are written whole`() throws {
    let path = folder.path + "/area.skimap"
    let slow = try MapWriter(path: path)
    try slow.add(RandomMap(seed: 1).builder)
    try RandomMap(seed: 2).contents.write(toFile: path)
    #expect(try names().count == 2)
    #expect(try bytes(of: try SkiMap.open(path: path)) == (try RandomMap(seed: 2).contents.encoded()))
    let contents = RandomMap(seed: 1).contents
    try slow.finish(sources: contents.sources, reportJSON: contents.reportJSON)
    #expect(try bytes(of: try SkiMap.open(path: path)) == (try contents.encoded()))
    #expect(try names() == ["area.skimap"])
  }

  @Test func `a released or discarded writer leaves no file`() throws {
    let path = folder.path + "/area.skimap"
    do {
      let writer = try MapWriter(path: path)
      try writer.add(RandomMap(seed: 1).builder)
      #expect(try names().count == 1)
    }
    #expect(try names().isEmpty)
    let writer = try MapWriter(path: path)
    writer.discard()
    #expect(try names().isEmpty)
  }
}
