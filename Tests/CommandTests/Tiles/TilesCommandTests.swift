import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// `skiroute tiles` on the sample mountain; SkiTilesTests check the contents of tiles.
struct TilesCommandTests {
  private let scratch = ScratchFolder()

  private func make(_ name: String, _ arguments: String...) throws -> CommandRunner.Outcome {
    try skiroute(["tiles", "-o", scratch.path + "/" + name] + arguments)
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: scratch.path + "/" + name))
  }

  /// Returns the number of tiles that a command reports.
  private func tileCount(_ outcome: CommandRunner.Outcome) throws -> Int {
    let words = outcome.errorText.split(separator: " ")
    let place = try #require(words.firstIndex { $0.hasPrefix("tiles") }, "\(outcome)")
    return try #require(Int(words[place - 1]))
  }

  @Test func `runs and lifts become a reproducible PMTiles archive, or MBTiles of as many tiles`() throws {
    let first = try make("a.pmtiles")
    #expect(first.exitCode == 0 && first.text.isEmpty, "\(first)")
    let second = try make("b.pmtiles")
    #expect(try bytes("a.pmtiles") == bytes("b.pmtiles"))
    #expect(try bytes("a.pmtiles").prefix(8) == Data("PMTiles\u{3}".utf8))
    let third = try make("c.mbtiles")
    #expect(try bytes("c.mbtiles").prefix(15) == Data("SQLite format 3".utf8))
    #expect(
      try tileCount(first) > 20 && tileCount(first) == tileCount(third)
        && tileCount(first) == tileCount(second))
    #expect(try scratch.names() == ["a.pmtiles", "b.pmtiles", "c.mbtiles"])
  }

  @Test func `fewer zooms make fewer tiles`() throws {
    #expect(
      try tileCount(make("a.pmtiles", "--zoom", "12")) < tileCount(make("b.pmtiles", "--zoom", "12-14")))
  }

  @Test func `fewer layers and attributes make a smaller archive`() throws {
    let all = try make("a.pmtiles")
    let few = try make("b.pmtiles", "--layers", "runs,lifts", "--attributes", "name,difficulty")
    #expect(all.exitCode == 0 && few.exitCode == 0, "\(few)")
    #expect(try bytes("b.pmtiles").count < bytes("a.pmtiles").count * 2 / 3)
  }

  @Test(arguments: ["hillshade", "relief", "slope", "slope-classes", "terrarium", "terrain-rgb"])
  func `each layer of elevation becomes an archive of PNG tiles`(layer: String) throws {
    let outcome = try make(
      "\(layer).pmtiles", "--layer", layer, "--elevation",
      SampleFiles.folder.appending(path: "elevation").path, "--zoom", "11-12",
      "--tile-size", "256")
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(try bytes("\(layer).pmtiles").range(of: Data("IHDR".utf8)) != nil)
  }

  @Test func `invalid options and unusable files of tiles are refused and nothing is written`() throws {
    let cases: [([String], Int32, String)] = [
      (["tiles", "-o", scratch.path + "/a.zip"], 64, ".pmtiles"),
      (["tiles", "-o", scratch.path + "/a.pmtiles", "--zoom", "9-8"], 64, "zooms must be"),
      (["tiles", "-o", scratch.path + "/a.pmtiles", "--zoom", "8-99"], 64, "zooms must be"),
      (["tiles", "-o", scratch.path + "/a.pmtiles", "--zoom", ""], 64, "zooms must be"),
      (["tiles", "-o", scratch.path + "/a.pmtiles", "--zoom", "1-2-3"], 64, "zooms must be"),
      (
        ["tiles", "-o", scratch.path + "/a.pmtiles", "--tile-size", "512"], 64, "--tile-size is for pictures"
      ),
      (["tiles", "-o", scratch.path + "/a.pmtiles", "--layers", "runs,moons"], 64, "moons"),
      (["tiles", "-o", scratch.path + "/a.pmtiles", "--attributes", "name,mood"], 64, "mood"),
      (
        [
          "tiles", "-o", scratch.path + "/a.pmtiles", "--layer", "slope", "--elevation", "x", "--layers",
          "runs",
        ], 64, "--layers is for vector"
      ),
      (["tiles", "-o", scratch.path + "/no/a.pmtiles"], 73, "no/a.pmtiles"),
      (
        ["tiles", "-o", scratch.path + "/a.pmtiles", "--map", scratch.path + "/none.skimap"], 66,
        "none.skimap"
      ),
    ]
    for (arguments, code, words) in cases {
      let outcome = try skiroute(arguments)
      #expect(outcome.exitCode == code && outcome.errorText.contains(words), "\(arguments): \(outcome)")
    }
    #expect(try scratch.names().isEmpty)
  }
}
