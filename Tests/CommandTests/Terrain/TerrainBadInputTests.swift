import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Invalid elevation and ramps: one line of error, the exit code, and no file written.
struct TerrainBadInputTests {
  private let run = TerrainRun()

  @Test func `missing, empty or foreign elevation is reported with its file and nothing is written`() throws {
    let scratch = ScratchFolder()
    scratch.write("", to: "empty/note.txt")
    scratch.write("<html></html>", to: "html/10/498/364.png")
    scratch.write("", to: "zero/N46W005.hgt")
    let text = scratch.write("this is no picture\n", to: "text.tif")
    let zero = scratch.write("", to: "zero.tif")
    let cases: [(String, Int32, String)] = [
      (scratch.path + "/missing", 66, "missing"), (scratch.path + "/missing.tif", 66, "missing.tif"),
      (scratch.path + "/empty", 65, "no elevation"), (scratch.path + "/html", 65, "364.png"),
      (scratch.path + "/zero", 65, "N46W005.hgt"), (text, 65, "text.tif"), (zero, 65, "zero.tif"),
      (scratch.path + "/empty/note.txt", 65, "note.txt"),
    ]
    for (source, code, word) in cases {
      for (product, name, options) in [
        ("hillshade", "x.png", []), ("slope", "x.tif", []), ("contours", "x.geojson", ["--interval", "20"]),
      ] {
        expectError(try run.make(product, name, options, of: [source]), code, word)
      }
      expectError(try CommandRunner.skiroute().run(["terrain", "sample", source]), code, word)
    }
    #expect(try run.scratch.names().isEmpty)
  }

  @Test func `an invalid ramp is refused with its file, and with the line at fault`() throws {
    let cases: [(String, Int32, String)] = [
      ("0 0 0 0\nhigh 1 2 3\n", 65, "line 2"), ("0 0 0 256", 65, "256"), ("", 65, "no stop"),
      ("\u{0}\u{1}\u{2}", 65, "line 1"), ("nv 255 0 0", 65, "transparent"), ("1 \u{1B}[31mred", 65, "line 1"),
    ]
    for (text, code, word) in cases {
      let ramp = run.scratch.write(text, to: "ramp.txt")
      expectError(try run.make("relief", "x.png", ["--ramp", ramp]), code, word, "ramp.txt")
    }
    expectError(try run.make("relief", "x.png", ["--ramp", run.path("none.txt")]), 66, "none.txt")
    expectError(try run.make("relief", "x.png", ["--ramp", run.scratch.path]), 66, "regular")
    let pipe = run.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    expectError(try run.make("relief", "x.png", ["--ramp", pipe]), 66, "regular")
    #expect(try run.scratch.names() == ["pipe", "ramp.txt"])
  }

  @Test func `a damaged SOURCE.json in an elevation folder is an error`() throws {
    let folder = run.path("copy")
    try FileManager.default.copyItem(atPath: TerrainRun.elevation, toPath: folder)
    run.scratch.write("{", to: "copy/SOURCE.json")
    expectError(try run.make("hillshade", "x.png", of: [folder]), 65, "SOURCE.json")
    #expect(try run.scratch.names() == ["copy"])
  }
}
