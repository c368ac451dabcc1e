import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// Source files of other formats, with exchanged coordinates, in metres, and one file given for several options.
struct ForeignSourceTests {
  private let scratch = ScratchFolder()

  @Test(arguments: ["--runs", "--lifts", "--areas", "--spots", "--streets"])
  func `every option names another format and the way to GeoJSON`(option: String) throws {
    let archive = scratch.write([0, 0, 0, 13, 0x0A, 9] + Array("OSMHeader".utf8), to: "ski.osm.pbf")
    let runs = option == "--runs" ? [] : ["--runs", SharedSample.path("runs")]
    let outcome = try skiroute(["build", option, archive] + runs + ["-o", scratch.path + "/x.skimap"])
    expectError(outcome, 65, "ski.osm.pbf, byte 0: OpenStreetMap data as PBF")
    #expect(outcome.errorText.contains("osmium export -f geojson"), "\(outcome)")
    #expect(try scratch.names() == ["ski.osm.pbf"])
  }

  /// Returns the sample's features of a role with a change of each coordinate.
  private func sample(
    _ role: String, to name: String, _ change: (_ longitude: Double, _ latitude: Double) -> [Double]
  ) throws -> String {
    func changed(_ value: Any) -> Any {
      guard let list = value as? [Any] else { return value }
      if let numbers = list as? [Double], numbers.count >= 2 { return change(numbers[0], numbers[1]) }
      return list.map(changed)
    }
    let data = try Data(contentsOf: URL(filePath: SharedSample.path(role)))
    var document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let features = try #require(document["features"] as? [[String: Any]])
    document["features"] = features.map { feature in
      guard var geometry = feature["geometry"] as? [String: Any], let list = geometry["coordinates"] else {
        return feature
      }
      geometry["coordinates"] = changed(list)
      return feature.merging(["geometry": geometry]) { $1 }
    }
    return scratch.write(try JSONSerialization.data(withJSONObject: document), to: name)
  }

  @Test func `exchanged coordinates in one of two files are refused with the command that corrects them`()
    throws
  {
    let runs = try sample("runs", to: "runs.geojson") { [$1, $0] }
    let outcome = try skiroute(
      "build", "--runs", runs, "--lifts", SharedSample.path("lifts"), "-o", scratch.path + "/x.skimap")
    expectError(outcome, 65, "runs.geojson: latitude and longitude of runs are exchanged")
    #expect(outcome.errorText.contains("ogr2ogr"), "\(outcome)")
    #expect(try scratch.names() == ["runs.geojson"])
  }

  @Test func `latitudes beyond 90° are refused as exchanged`() throws {
    let lifts = try sample("lifts", to: "lifts.geojson") { [$1, $0 - 120] }
    let outcome = try skiroute(
      "build", "--runs", SharedSample.path("runs"), "--lifts", lifts, "-o", scratch.path + "/x.skimap")
    expectError(outcome, 65, "lifts.geojson, byte", "latitude and longitude are exchanged")
  }

  @Test func `metres are refused with the coordinate system they fit`() throws {
    let runs = try sample("runs", to: "runs.geojson") { longitude, latitude in
      let metres = 6_378_137.0
      return [longitude * .pi / 180 * metres, log(tan(.pi / 4 + min(80, latitude) * .pi / 360)) * metres]
    }
    let outcome = try skiroute("build", "--runs", runs, "-o", scratch.path + "/x.skimap")
    expectError(outcome, 65, "EPSG:3857 (Web Mercator)")
    #expect(outcome.errorText.contains("-t_srs EPSG:4326"), "\(outcome)")
  }

  @Test func `a file of runs, lifts and stations given for both is read once, and the summary counts spots`()
    throws
  {
    let line = { (number: Int, tags: String) in
      let west = 7 + Double(number) / 1000
      return
        #"{"type":"Feature","id":"way/\#(number)","properties":{\#(tags)},"geometry":{"type":"LineString","#
        + #""coordinates":[[\#(west),46.0,1500],[\#(west),46.005,2000]]}}"#
    }
    let station =
      #"{"type":"Feature","id":"node/9","properties":{"aerialway":"station","name":"Top"},"#
      + #""geometry":{"type":"Point","coordinates":[7.002,46.005]}}"#
    let features = [
      line(1, #""piste:type":"downhill","piste:difficulty":"red""#), line(2, #""aerialway":"chair_lift""#),
      station,
    ]
    let path = scratch.write(
      Array(#"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#.utf8),
      to: "all.geojson")
    let outcome = try skiroute("build", "--runs", path, "--lifts", path, "-o", scratch.path + "/x.skimap")
    #expect(outcome.exitCode == 0, "\(outcome)")
    for words in [
      "runs: 1 read, 1 used", "lifts: 1 read, 1 used", "spots: 1 read, 1 used", "1 × difficultyColour",
    ] {
      #expect(outcome.errorText.contains(words), "\(words): \(outcome)")
    }
    #expect(
      !outcome.errorText.contains("duplicateFeature") && !outcome.errorText.contains("warning"), "\(outcome)")
    let alone = try skiroute("build", "--runs", path, "-o", scratch.path + "/y.skimap")
    #expect(alone.errorText.contains("runs: 3 read, 1 used"), "\(alone)")
    #expect(alone.errorText.contains("lifts: 1 used, in files of other kinds"), "\(alone)")
    #expect(alone.errorText.contains("spots: 1 used, in files of other kinds"), "\(alone)")
  }

  @Test func `files without elevations in a folder are named once`() throws {
    let folder = scratch.path + "/dem"
    try FileManager.default.copyItem(
      atPath: SampleFiles.folder.appending(path: "elevation").path, toPath: folder)
    for name in ["a.txt", "b.csv", "c.vrt", "d.prj", ".hidden"] {
      scratch.write(Array("x".utf8), to: "dem/" + name)
    }
    let outcome = try skiroute(
      ["build", "--runs", SharedSample.path("runs"), "--elevation", folder, "-o", scratch.path + "/x.skimap"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let line = "skiroute: skipped 4 files that are no elevation: a.txt, b.csv, c.vrt and others\n"
    #expect(outcome.errorText.components(separatedBy: line).count == 2, "\(outcome)")
  }
}
