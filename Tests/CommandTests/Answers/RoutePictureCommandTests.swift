import Foundation
import SkiGraph
import SkiTestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `skiroute FROM TO --picture`.
struct RoutePictureCommandTests {
  private let scratch = ScratchFolder()

  private func text(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: scratch.path + "/" + name), encoding: .utf8)
  }

  @Test func `a route is drawn as a picture and as a page, beside its answer`() throws {
    let plain = try skiroute("Montsoleil", "Crête@top")
    for name in ["a.svg", "a.html"] {
      let outcome = try skiroute("Montsoleil", "Crête@top", "--picture", scratch.path + "/" + name)
      #expect(outcome.exitCode == 0 && outcome.text == plain.text, "\(outcome)")
    }
    let svg = try text("a.svg")
    #expect(
      XMLParser(data: Data(svg.utf8)).parse() && svg.contains("Crête") && svg.contains("SkiRoute sample, CC0")
    )
    #expect(try text("a.html").contains(svg))
    #expect(try scratch.names() == ["a.html", "a.svg"])
  }

  @Test func `a thumbnail is smaller than the page`() throws {
    for (name, options) in [("page.svg", []), ("small.svg", ["--thumbnail"])] {
      let outcome = try skiroute(
        ["Montsoleil", "Crête@top", "--picture", scratch.path + "/" + name] + options)
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
    #expect(try text("small.svg").utf8.count < text("page.svg").utf8.count)
    #expect(XMLParser(data: Data(try text("small.svg").utf8)).parse())
  }

  @Test func `a picture that cannot be drawn is refused and nothing is written`() throws {
    let cases = [
      (
        ["Montsoleil", "Crête@top", "--picture", scratch.path + "/a.gif"], Int32(64),
        "must be an .svg, .png or .html file"
      ),
      (["Montsoleil", "Crête@top", "--picture", ""], 64, "empty name"),
      (["Montsoleil", "Crête@top", "--thumbnail"], 64, "add --picture FILE"),
      (["Montsoleil", "Crête@top", "--picture", scratch.path + "/no/a.svg"], 73, "picture"),
      (["Montsoleil", "Crête@top", "--scale", "2"], 64, "add --picture FILE"),
      (["Montsoleil", "Crête@top", "--elevation", scratch.path], 64, "add --picture FILE"),
      (
        ["Montsoleil", "Crête@top", "--picture", scratch.path + "/a.svg", "--scale", "2"], 64,
        "is for .png pictures"
      ),
      (
        ["Montsoleil", "Crête@top", "--picture", scratch.path + "/a.png", "--scale", "nan"], 64,
        "scale must be 0.25...4"
      ),
      (
        ["Montsoleil", "Crête@top", "--picture", scratch.path + "/a.png", "--scale", "1e300"], 64,
        "scale must be 0.25...4"
      ),
      (
        [
          "Montsoleil", "Crête@top", "--picture", scratch.path + "/a.svg", "--elevation-encoding",
          "terrarium",
        ],
        64, "is for elevation"
      ),
      (
        [
          "Montsoleil", "Crête@top", "--picture", scratch.path + "/a.svg", "--elevation",
          scratch.path + "/no",
        ],
        66, "no"
      ),
    ]
    for (arguments, code, words) in cases {
      let outcome = try skiroute(arguments)
      #expect(
        outcome.exitCode == code && outcome.text.isEmpty && outcome.errorText.contains(words), "\(outcome)")
    }
    #expect(try scratch.names().isEmpty)
  }

  /// Width and height, from the header.
  private func size(_ name: String) throws -> [Int] {
    let bytes = try Data(contentsOf: URL(filePath: scratch.path + "/" + name))
    #expect(bytes.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func `--scale and --thumbnail decide the pixel size of a PNG`() throws {
    for (name, options) in [
      ("small.png", ["--thumbnail"]), ("large.png", ["--thumbnail", "--scale", "2"]), ("page.png", []),
    ] {
      let outcome = try skiroute(
        ["Montsoleil", "Crête@top", "--picture", scratch.path + "/" + name] + options)
      #expect(outcome.exitCode == 0 && outcome.errorText.isEmpty, "\(outcome)")
    }
    #expect(try size("small.png") == [400, 300] && size("large.png") == [800, 600])
    #expect(try size("page.png")[0] == 1200)
    #expect(try scratch.names() == ["large.png", "page.png", "small.png"])
  }

  @Test func `without fonts a PNG picture is refused and the error names the package`() throws {
    scratch.write(Data("<fontconfig></fontconfig>".utf8), to: "fonts.conf")
    let outcome = try CommandRunner.skiroute().run(
      ["Montsoleil", "Crête@top", "--picture", scratch.path + "/a.png"],
      environment: ["FONTCONFIG_FILE": scratch.path + "/fonts.conf"])
    #expect(
      outcome.exitCode == 66 && outcome.text.isEmpty && outcome.errorText.contains("fonts-dejavu-core"),
      "\(outcome)")
    #expect(try scratch.names() == ["fonts.conf"])
  }

  @Test func `--elevation draws the ground with its attribution, or its folder's name without one`() throws {
    let sample = SampleFiles.folder.appending(path: "elevation").path
    let copy = scratch.path + "/dem"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: sample + "/terrarium", toPath: copy + "/terrarium")
    for (folder, words) in [(sample, "SkiRoute sample, CC0"), (copy, "elevation: dem, source not stated")] {
      for options in [[], ["--thumbnail"]] {
        let outcome = try skiroute(
          [
            "Montsoleil", "Crête@top", "--picture", scratch.path + "/a.svg", "--elevation", folder,
            "--elevation-encoding", "terrarium",
          ] + options)
        #expect(outcome.exitCode == 0 && outcome.errorText.isEmpty, "\(outcome)")
        let svg = try text("a.svg")
        #expect(svg.contains("data:image/png;base64,") && svg.contains(words))
        #expect(svg.contains("SkiRoute sample, CC0"))
      }
    }
  }
}
