import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// Missing, foreign, truncated and damaged maps: every subcommand that opens one refuses it.
struct BadMapTests {
  private let scratch = ScratchFolder()

  private func expectRefused(
    _ map: String, _ code: Int32, _ word: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for arguments in [
      ["Montsoleil", "Crête"], ["check"], ["places", "x"], ["export", "-o", scratch.path + "/out"],
      ["tiles", "-o", scratch.path + "/out.pmtiles"], ["tiles", "-o", scratch.path + "/out.mbtiles"],
    ] {
      expectError(try skiroute(arguments + ["--map", map]), code, word, sourceLocation: sourceLocation)
    }
    let made = try scratch.names().filter { $0.hasPrefix("out") }
    #expect(made.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `a map that is missing, a folder or empty is refused`() throws {
    try expectRefused(scratch.path + "/missing.skimap", 66, "missing.skimap")
    try expectRefused(scratch.path, 65, "not a file")
    try expectRefused(scratch.write("", to: "empty.skimap"), 65, "too short")
    try expectRefused("", 64, "empty name")
  }

  @Test func `a file of another kind is refused as a map`() throws {
    try expectRefused(SharedSample.path("runs"), 65, "magic")
    var bytes = try Data(contentsOf: URL(filePath: SharedSample.files().map))
    bytes[0] ^= 0x20
    try expectRefused(scratch.write(bytes, to: "x.skimap"), 65, "magic")
  }

  @Test func `a map of another version is refused with both versions`() throws {
    var bytes = try Data(contentsOf: URL(filePath: SharedSample.files().map))
    bytes[8] = 99
    try expectRefused(scratch.write(bytes, to: "x.skimap"), 65, "version 99 is not 3")
  }

  @Test(arguments: [9, 31, 32, 64, 1000, 20_000])
  func `a truncated map is refused`(size: Int) throws {
    let bytes = try Data(contentsOf: URL(filePath: SharedSample.files().map))
    try expectRefused(scratch.write(bytes.prefix(size), to: "x.skimap"), 65, "x.skimap")
  }

  @Test func `check refuses a map with one byte altered, and tiles refuse it or are unchanged`() throws {
    let whole = try Data(contentsOf: URL(filePath: SharedSample.files().map))
    #expect(try skiroute("tiles", "-o", scratch.path + "/good.pmtiles").exitCode == 0)
    let good = try Data(contentsOf: URL(filePath: scratch.path + "/good.pmtiles"))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<25 {
      var bytes = whole
      let place = Int.random(in: 32..<whole.count, using: &random)
      bytes[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      let outcome = try skiroute("check", "--map", scratch.write(bytes, to: "x.skimap"))
      #expect(outcome.exitCode == 65, "byte \(place) of seed 5: \(outcome)")
      #expect(outcome.errorText.hasPrefix("skiroute: error: ") && outcome.standardOutput.isEmpty)
      // Tiles need neither names nor the height grid: with those damaged they are unchanged.
      let archive = scratch.path + "/x.pmtiles"
      let tiles = try skiroute("tiles", "--map", scratch.path + "/x.skimap", "-o", archive)
      let made = FileManager.default.contents(atPath: archive)
      #expect(
        tiles.exitCode == 65 && made == nil || tiles.exitCode == 0 && made == good,
        "byte \(place) of seed 5: \(tiles)")
      for name in try scratch.names() where name.hasPrefix("x.pm") {
        try FileManager.default.removeItem(atPath: scratch.path + "/" + name)
      }
    }
  }
}
