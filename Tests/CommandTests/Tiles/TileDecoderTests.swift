import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// Archives of the command, checked by Tools/judge-tiles with independent decoders.
struct TileDecoderTests {
  private static let root = SampleFiles.folder.deletingLastPathComponent().deletingLastPathComponent()
  /// Indicates whether the decoders are installed, or `SKIROUTE_GDAL=1` requires them.
  static let areDecodersInstalled =
    ProcessInfo.processInfo.environment["SKIROUTE_GDAL"] == "1"
    || FileManager.default.fileExists(atPath: root.path + "/.build-judges/installed.txt")

  private let scratch = ScratchFolder()

  /// Builds a map, makes its tiles and checks them; returns the output of Tools/judge-tiles.
  private func decode(runs: String, lifts: String, more: [String] = [], ending: String) throws -> String {
    let (map, archive) = (scratch.path + "/a.skimap", scratch.path + "/a." + ending)
    let build = try skiroute(["build", "--runs", runs, "--lifts", lifts, "-o", map] + more)
    #expect(build.exitCode == 0, "\(build)")
    let tiles = try skiroute("tiles", "--map", map, "-o", archive)
    #expect(tiles.exitCode == 0, "\(tiles)")
    let outcome = try CommandRunner(executable: "/usr/bin/env").run(
      [
        "python3", Self.root.path + "/Tools/judge-tiles", archive, "--map", map, "--skiroute",
        CommandRunner.skiroute().executable, "--source", runs, "--source", lifts,
      ], limit: .seconds(180))
    #expect(outcome.exitCode == 0, "\(outcome)")
    return outcome.text
  }

  @Test(.enabled(if: areDecodersInstalled), arguments: ["pmtiles", "mbtiles"])
  func `other decoders find every run and lift of the sample whole in its tiles`(ending: String) throws {
    let elevation = SampleFiles.folder.appending(path: "elevation").path
    let words = try decode(
      runs: SharedSample.path("runs"), lifts: SharedSample.path("lifts"), more: ["--elevation", elevation],
      ending: ending)
    #expect(words.contains("runs and lifts of the map whole") && words.contains("on their lines"), "\(words)")
  }

  @Test(
    .enabled(if: areDecodersInstalled && RealData.isNamed),
    arguments: [("andorra", "pmtiles"), ("trois-vallees", "mbtiles")])
  func `other decoders find every run and lift of a real area whole in its tiles`(
    area: String, ending: String
  ) throws {
    let folder = try #require(RealData.folder) + "/" + area
    let words = try decode(runs: folder + "/runs.geojson", lifts: folder + "/lifts.geojson", ending: ending)
    #expect(words.contains("runs and lifts of the map whole"), "\(words)")
  }
}
