import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Unwritable outputs of terrain, full disks, and interrupted work.
struct TerrainBadOutputTests {
  private let run = TerrainRun()
  /// One product of each form.
  private static let products: [(product: String, ending: String, options: [String])] = [
    ("hillshade", "png", []), ("slope", "tif", []), ("contours", "geojson", ["--interval", "5"]),
  ]

  @Test func `an output that can't be written is reported in one line with its path`() throws {
    for (product, ending, options) in Self.products {
      expectError(try run.make(product, "missing/x.\(ending)", options), 73, "missing/x.\(ending)")
      run.scratch.write("", to: "folder.\(ending)/file")
      expectError(try run.make(product, "folder.\(ending)", options), 73, "folder.\(ending)")
      let outcome = try CommandRunner.skiroute().run(
        ["terrain", product, TerrainRun.elevation, "-o", "/proc/x.\(ending)"] + options)
      expectError(outcome, 73, "/proc/x.\(ending)")
    }
    #expect(try run.scratch.names() == ["folder.geojson", "folder.png", "folder.tif"])
  }

  @Test func `an output that is an input is refused`() throws {
    let folder = run.path("x.png")
    try FileManager.default.copyItem(atPath: TerrainRun.elevation, toPath: folder)
    expectError(try run.make("slope", "x.png", of: [folder]), 64, "input")
  }

  @Test func `an existing output is replaced on success and kept on failure`() throws {
    for (product, ending, options) in Self.products {
      let old = run.scratch.write("old", to: "x.\(ending)")
      let bad = run.scratch.write("<html></html>", to: "bad/10/498/364.png")
      expectError(
        try run.make(product, "x.\(ending)", options, of: [bad.replacing("/10/498/364.png", with: "")]), 65)
      #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
      let bytes = try run.bytes(product, "x.\(ending)", options)
      #expect(bytes.count > 1000)
      #expect(try run.bytes(product, "x.\(ending)", options) == bytes)
    }
    #expect(try run.scratch.names() == ["bad", "x.geojson", "x.png", "x.tif"])
  }

  @Test(.enabled(if: Namespace.isAvailable)) func `a full disk is reported and nothing is left on it`() throws
  {
    let disk = run.scratch.write("", to: "disk/x")
    let folder = String(disk.dropLast(2))
    for (product, ending, options) in Self.products {
      let outcome = try Namespace.run(
        ["terrain", product, TerrainRun.elevation, "-o", "\(folder)/x.\(ending)"] + options, over: folder,
        kibibytes: 64)
      expectError(outcome, 74, "x.\(ending)")
    }
  }

  @Test(arguments: ["INT", "TERM"])
  func `a signal during the work keeps the old output and leaves no temporary file`(signal: String) throws {
    let scratch = ScratchFolder()
    // A raster of many tiles, whose relief takes seconds.
    let cells = (0..<8).map { 5 + $0 }
    let tile = DrawnTiles.hgt(south: 46, west: 5, samples: 1201) { 1000 + 500 * sin($0.latitude * 40) }
    for west in cells {
      for south in 44..<50 { scratch.write(tile, to: "dem/N\(south)E00\(west)".suffixed() + ".hgt") }
    }
    scratch.write("old", to: "x.png")
    let script = """
      out=$1; shift; "$@" & child=$!
      while ! ls "$out".part-* >/dev/null 2>&1; do sleep 0.01; done
      sleep 0.2; kill -\(signal) $child; wait $child
      """
    let outcome = try CommandRunner(executable: "/bin/sh").run([
      "-c", script, "sh", scratch.path + "/x.png", CommandRunner.skiroute().executable, "terrain", "relief",
      scratch.path + "/dem", "-o", scratch.path + "/x.png", "--shaded",
    ])
    expectError(outcome, 130, "signal")
    #expect(try scratch.names() == ["dem", "x.png"])
    #expect(try String(contentsOfFile: scratch.path + "/x.png", encoding: .utf8) == "old")
  }
}

extension String {
  /// The name of an hgt file with three digits of longitude.
  fileprivate func suffixed() -> String {
    let parts = split(separator: "E")
    let degrees = parts.last.flatMap { Int($0) } ?? 0
    return parts.dropLast().joined(separator: "E") + "E"
      + String(repeating: "0", count: 3 - String(degrees).count)
      + String(degrees)
  }
}
