import Foundation
import SkiBase
import SkiTestSupport
import Testing

/// Invalid source files: one line of error, the exit code, no map and no temporary file.
struct BadSourceTests {
  private let scratch = ScratchFolder()

  /// Builds from one file of runs and the sample's lifts, and expects an error that leaves nothing behind.
  private func expectRefused(
    _ runs: String, _ code: Int32, _ word: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for lifts in [["--lifts", SharedSample.path("lifts")], []] {
      let before = try scratch.names()
      let outcome = try skiroute(["build", "--runs", runs] + lifts + ["-o", scratch.path + "/x.skimap"])
      expectError(outcome, code, word, sourceLocation: sourceLocation)
      #expect(try scratch.names() == before, sourceLocation: sourceLocation)
    }
  }

  private static func line(_ coordinates: String) -> String {
    """
    {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"a","type":"run","uses":["downhill"],
    "status":"operating"},"geometry":{"type":"LineString","coordinates":\(coordinates)}}]}
    """
  }

  @Test(arguments: [
    ("", "empty"), ("<!DOCTYPE html>\n<html><body>404</body></html>", "HTML"), ("{\"a\":1}", "GeoJSON"),
    ("[1,2]", "GeoJSON"), ("PK\u{3}\u{4}zip", "unpack"),
    ("{\"type\":\"FeatureCollection\",\"features\":[]}", "no runs"),
    (line("[[360,360],[360,360]]"), "coordinateInvalid"), (line("[[NaN,46.0],[7,46.1]]"), "featureNoJSON"),
    (line("[[7,46.0],[7,46.1]"), "runs.geojson"),
  ])
  func `text without usable GeoJSON features is a data error`(text: String, word: String) throws {
    let path = scratch.write(text, to: "runs.geojson")
    // A file without features is an error only if there are no other files: lifts alone make a map.
    guard text.contains("\"features\":[]") else { return try expectRefused(path, 65, word) }
    expectError(try skiroute("build", "--runs", path, "-o", scratch.path + "/x.skimap"), 65, word)
    #expect(try scratch.names() == ["runs.geojson"])
  }

  @Test(arguments: [0.1, 0.5, 0.999])
  func `truncated GeoJSON is a data error with the byte offset`(share: Double) throws {
    let whole = try Data(contentsOf: URL(filePath: SharedSample.path("runs")))
    let size = Int(Double(whole.count) * share)
    try expectRefused(scratch.write(whole.prefix(size), to: "runs.geojson"), 65, "byte \(size)")
  }

  @Test func `a missing file and a folder as a file are missing input`() throws {
    try expectRefused(scratch.path + "/missing.geojson", 66, "missing.geojson")
    try expectRefused(scratch.path, 66, "directory")
  }

  @Test func `an elevation folder must exist and hold elevation`() throws {
    scratch.write("", to: "empty/note.txt")
    scratch.write("<html></html>", to: "html/10/498/364.png")
    scratch.write("", to: "zero/N46W005.hgt")
    let cases: [(String, Int32, String)] = [
      ("missing", 66, "missing"), ("empty", 65, "no elevation"), ("empty/note.txt", 65, "note.txt"),
      ("html", 65, "364.png"), ("zero", 65, "N46W005.hgt"),
    ]
    for (name, code, word) in cases {
      let outcome = try skiroute(
        "build", "--runs", SharedSample.path("runs"), "--elevation", "\(scratch.path)/\(name)", "-o",
        scratch.path + "/x.skimap")
      expectError(outcome, code, word)
    }
    #expect(try scratch.names() == ["empty", "html", "zero"])
  }

  @Test func `a rebuild that fails leaves the old map as it was`() throws {
    let old = scratch.write(try Data(contentsOf: URL(filePath: SharedSample.files().map)), to: "x.skimap")
    let before = try Data(contentsOf: URL(filePath: old))
    let bad = scratch.write("<html>", to: "runs.geojson")
    expectError(try skiroute("build", "--runs", bad, "-o", old), 65, "HTML")
    expectError(
      try skiroute(["build"] + SharedSample.sources + ["-o", old, "--report", "/dev/full"]), 74, "/dev/full")
    #expect(try Data(contentsOf: URL(filePath: old)) == before)
    #expect(try scratch.names() == ["runs.geojson", "x.skimap"])
    #expect(try skiroute("check", "--map", old).exitCode == 0)
  }

  @Test func `a map or report that would replace an input is refused`() throws {
    let runs = scratch.write(
      try Data(contentsOf: URL(filePath: SharedSample.path("runs"))), to: "runs.geojson")
    let map = scratch.path + "/x.skimap"
    expectError(try skiroute("build", "--runs", runs, "-o", runs), 64, "input")
    expectError(try skiroute("build", "--runs", runs, "-o", map, "--report", runs), 64, "input")
    expectError(try skiroute("build", "--runs", runs, "-o", map, "--report", map), 64, "twice")
    #expect(
      try Data(contentsOf: URL(filePath: runs)) == Data(contentsOf: URL(filePath: SharedSample.path("runs"))))
    #expect(try scratch.names() == ["runs.geojson"])
  }
}
