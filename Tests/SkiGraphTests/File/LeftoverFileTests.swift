import Foundation
import SkiGeo
import SkiTestSupport
import Testing

@testable import SkiGraph

struct LeftoverFileTests {
  let folder = ScratchFolder()

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `what a killed writer left is taken away by the next one`() throws {
    _ = folder.write([1, 2, 3], to: "area.skimap.part-123-abc")
    _ = folder.write([1, 2, 3], to: "area.skimap.part-9-z")
    try RandomMap(seed: 1).contents.write(toFile: folder.path + "/area.skimap")
    #expect(try names() == ["area.skimap"])
  }

  @Test func `files of other names, folders, links and pipes stay`() throws {
    let others = [
      "other.skimap.part-1-a", "area.skimap.partial", "area.skimap-part-1-a", "xarea.skimap.part-1-a",
    ]
    for name in others { _ = folder.write([1], to: name) }
    mkdir(folder.path + "/area.skimap.part-2-folder", 0o755)
    symlink("other.skimap.part-1-a", folder.path + "/area.skimap.part-3-link")
    mkfifo(folder.path + "/area.skimap.part-4-pipe", 0o600)
    try RandomMap(seed: 1).contents.write(toFile: folder.path + "/area.skimap")
    #expect(
      try names()
        == (others + [
          "area.skimap", "area.skimap.part-2-folder", "area.skimap.part-3-link", "area.skimap.part-4-pipe",
        ]).sorted())
  }

  @Test func `the file of a living writer stays, and both maps come out whole`() throws {
    let path = folder.path + "/area.skimap"
    let slow = try MapWriter(path: path)
    try slow.add(RandomMap(seed: 1).builder)
    try RandomMap(seed: 2).contents.write(toFile: path)
    #expect(try names().count == 2)
    #expect(bytes(of: try SkiMap.open(path: path)) == (try RandomMap(seed: 2).contents.encoded()))
    let contents = RandomMap(seed: 1).contents
    try slow.finish(sources: contents.sources, reportJSON: contents.reportJSON)
    #expect(bytes(of: try SkiMap.open(path: path)) == (try contents.encoded()))
    #expect(try names() == ["area.skimap"])
  }

  @Test func `a writer that is given up leaves nothing`() throws {
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
