import Foundation
import SkiBase
import SkiGraph
import SkiSystem
import SkiTestSupport
import Testing

/// `SOURCE.json` files beside what a map is made from: stored in the map, shown with every route.
struct SourceNoteTests {
  private let scratch = ScratchFolder()

  /// Copies the sample's runs and lifts without their attribution, and returns them as arguments.
  private func plainFiles() throws -> [String] {
    try ["runs", "lifts"].flatMap { role in
      let text = try String(contentsOf: URL(filePath: SharedSample.path(role)), encoding: .utf8)
      let plain = text.replacingOccurrences(
        of: #","license":"CC0-1.0","attribution":"SkiRoute sample, CC0""#, with: "")
      return ["--\(role)", scratch.write(plain, to: "data/\(role).geojson")]
    }
  }

  private func note(_ name: String, _ attribution: String, more: String = "") -> String {
    #"{"version":1,"name":"\#(name)","licence":"\#(name) licence","attribution":"\#(attribution)"\#(more)}"#
  }

  private var map: String { scratch.path + "/x.skimap" }

  @Test func `a source note is stored in the map and shown with a route`() throws {
    let elevation = scratch.path + "/tiles"
    try FileManager.default.copyItem(
      atPath: SampleFiles.folder.appending(path: "elevation/terrarium").path, toPath: elevation)
    scratch.write(note("Snow Data", "© Snow People"), to: "data/SOURCE.json")
    scratch.write(note("Height Data", "© Height People"), to: "tiles/SOURCE.json")
    let built = try skiroute(["build"] + plainFiles() + ["--elevation", elevation, "-o", map])
    #expect(built.exitCode == 0, "\(built)")
    #expect(
      try SkiMap.open(path: map).sources == [
        DataSource(name: "Snow Data", licence: "Snow Data licence", attribution: "© Snow People"),
        DataSource(name: "Height Data", licence: "Height Data licence", attribution: "© Height People"),
      ])
    let route = try skiroute("Montsoleil", "Crête", "--map", map)
    #expect(route.text.hasSuffix("Data: © Snow People; © Height People\n"), "\(route)")
    for format in ["json", "geojson", "gpx"] {
      let text = try skiroute("Montsoleil", "Crête", "--map", map, "--format", format).text
      #expect(text.contains("© Snow People; © Height People"), "\(format): \(text.prefix(500))")
    }
  }

  @Test func `a source note for other files only is ignored`() throws {
    scratch.write(
      note("Snow Data", "© Snow People", more: #","files":{"other.geojson":{}}"#), to: "data/SOURCE.json")
    #expect(try skiroute(["build"] + plainFiles() + ["-o", map]).exitCode == 0)
    #expect(!(try SkiMap.open(path: map).sources.contains { $0.name == "Snow Data" }))
  }

  @Test func `a damaged SOURCE.json is an error and no map is written`() throws {
    let files = try plainFiles()
    for (text, code, word) in [
      ("{", Int32(65), "description of a source"), (#"{"version":7,"name":"X"}"#, 65, "version"),
      ("", 65, "SOURCE.json"),
      (String(repeating: " ", count: 2 << 20), 65, "larger"),
    ] {
      scratch.write(text, to: "data/SOURCE.json")
      expectError(try skiroute(["build"] + files + ["-o", map]), code, word, "SOURCE.json")
      #expect(!FileManager.default.fileExists(atPath: map))
    }
  }

  @Test func `a pipe or a folder in place of SOURCE.json is refused without a wait`() throws {
    let files = try plainFiles()
    let path = scratch.path + "/data/SOURCE.json"
    #expect(mkfifo(path, 0o600) == 0)
    expectError(try skiroute(["build"] + files + ["-o", map]), 66, "not a regular file")
    unlink(path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    expectError(try skiroute(["build"] + files + ["-o", map]), 66, "not a regular file")
  }

  @Test func `control characters of a source note do not reach the terminal`() throws {
    scratch.write(note("X", #"\u001b[31mred\u0007"#), to: "data/SOURCE.json")
    #expect(try skiroute(["build"] + plainFiles() + ["-o", map]).exitCode == 0)
    let route = try skiroute("Montsoleil", "Crête", "--map", map)
    #expect(!route.text.contains("\u{1B}") && !route.text.contains("\u{7}"), "\(route)")
  }
}
