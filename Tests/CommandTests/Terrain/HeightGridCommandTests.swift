import Foundation
import SkiGraph
import SkiTestSupport
import Testing

/// Commands that take the elevations of the map where no elevation files are given.
struct HeightGridCommandTests {
  private let scratch = ScratchFolder()

  private func path(_ name: String) -> String { scratch.path + "/" + name }

  private func size(_ path: String) throws -> Int { try Data(contentsOf: URL(filePath: path)).count }

  /// Builds the sample without a height grid.
  private func bareMap() throws -> String {
    let outcome = try skiroute(
      ["build"] + SharedSample.sources + ["--without", "height-grid", "-o", path("bare.skimap")])
    #expect(outcome.exitCode == 0, "\(outcome)")
    return path("bare.skimap")
  }

  @Test func `a map holds the elevations of its ground unless they are left out`() throws {
    let bare = try bareMap()
    #expect(try size(bare) < size(SharedSample.files().map))
    for arguments in [
      ["terrain", "relief", bare, "-o", path("a.png")],
      ["terrain", "contours", bare, "--interval", "50", "-o", path("a.geojson")],
    ] { expectError(try skiroute(arguments), 65, "build it with --elevation") }
    expectError(
      try skiroute("tiles", "--map", bare, "--layer", "relief", "-o", path("a.pmtiles")), 64,
      "add --elevation")
    expectError(
      try skiroute("terrain", "sun", "Éclipse", "--map", bare, "--date", "2026-02-01"), 64, "add --elevation")
    #expect(try scratch.names() == ["bare.skimap"])
    let unknown = try skiroute(
      ["build"] + SharedSample.sources + ["--without", "runs", "-o", path("b.skimap")])
    #expect(unknown.exitCode == 64 && unknown.errorText.contains("height-grid"), "\(unknown)")
  }

  @Test func `routes and names are the same with the elevations of the ground and without`() throws {
    let bare = try bareMap()
    for arguments in [["Montsoleil", "Crête@top"], ["places", "Montsoleil"]] {
      #expect(try skiroute(arguments + ["--map", bare]).text == skiroute(arguments).text)
    }
  }

  @Test func `elevations of the map are those of the files within a few metres`() throws {
    let places = (0..<200).map { number in
      "\(46.03 + Double(number % 20) * 0.001) \(-4.91 + Double(number / 20) * 0.002)\n"
    }.joined()
    let map = try SharedSample.files().map
    func heights(_ source: [String]) throws -> [Double?] {
      let outcome = try CommandRunner.skiroute().run(
        ["terrain", "sample"] + source, environment: ["SKIROUTE_MAP": map], input: Data(places.utf8))
      #expect(outcome.exitCode == 0, "\(outcome)")
      return outcome.text.split(separator: "\n").map { Double($0.split(separator: " ").last ?? "") }
    }
    let (own, files, standard) = (try heights([map]), try heights([TerrainRun.elevation]), try heights([]))
    #expect(own.count == 200 && own == standard)
    let errors = zip(own, files).compactMap { own, file in own.flatMap { own in file.map { abs(own - $0) } } }
      .sorted()
    #expect(
      errors.count > 100 && errors[errors.count / 2] < 0.5 && errors[errors.count - 1] < 10, "\(errors)")
  }

  @Test func `relief, contours and tiles are made of a map alone`() throws {
    let map = try SharedSample.files().map
    for (arguments, name) in [
      (["terrain", "relief", map, "--shaded"], "a.png"), (["terrain", "hillshade"], "b.tif"),
      (["terrain", "contours", map, "--interval", "50"], "c.geojson"),
      (["tiles", "--layer", "hillshade", "--zoom", "11-12"], "d.pmtiles"),
    ] {
      let outcome = try skiroute(arguments + ["-o", path(name)])
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
    let contours = try String(contentsOf: URL(filePath: path("c.geojson")), encoding: .utf8)
    #expect(contours.contains("SkiRoute sample, CC0") && contours.contains("LineString"))
  }

  @Test func `a picture is shaded by the map's elevations with their attribution`() throws {
    let bare = try bareMap()
    func picture(_ map: String?, _ name: String) throws -> String {
      let outcome = try skiroute(
        ["Montsoleil", "Crête@top", "--picture", path(name)] + (map.map { ["--map", $0] } ?? []))
      #expect(outcome.exitCode == 0, "\(outcome)")
      return try String(contentsOf: URL(filePath: path(name)), encoding: .utf8)
    }
    let (shaded, plain) = (try picture(nil, "a.svg"), try picture(bare, "b.svg"))
    #expect(shaded.contains("<image") && shaded.contains("SkiRoute sample, CC0"))
    #expect(!plain.contains("<image"))
  }

  @Test func `the sun on a run is computed from the map alone`() throws {
    let outcome = try skiroute("terrain", "sun", "Éclipse", "--date", "2026-02-01")
    #expect(outcome.exitCode == 0 && outcome.text.contains("first sun"), "\(outcome)")
  }
}
