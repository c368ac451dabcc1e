import Foundation
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

  @Test func `what can't be drawn is said, and nothing is written`() throws {
    let cases = [
      (
        ["Montsoleil", "Crête@top", "--picture", scratch.path + "/a.gif"], Int32(64),
        "must be an .svg or an .html file"
      ),
      (["Montsoleil", "Crête@top", "--picture", ""], 64, "empty name"),
      (["Montsoleil", "Crête@top", "--thumbnail"], 64, "add --picture FILE"),
      (["Montsoleil", "Crête@top", "--picture", scratch.path + "/no/a.svg"], 73, "picture"),
    ]
    for (arguments, code, words) in cases {
      let outcome = try skiroute(arguments)
      #expect(
        outcome.exitCode == code && outcome.text.isEmpty && outcome.errorText.contains(words), "\(outcome)")
    }
    #expect(try scratch.names().isEmpty)
  }
}
