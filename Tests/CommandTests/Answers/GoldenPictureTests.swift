import Foundation
import SkiAnswers
import SkiBase
import SkiTestSupport
import Testing

/// Pictures compared with reviewed ones.
struct GoldenPictureTests {
  private let scratch = ScratchFolder()
  private static let route = ["Montsoleil", "Crête@top"]
  /// The scale of the reviewed pictures, small enough for small files.
  private static let scale = 0.75

  private func picture(_ arguments: [String], _ name: String = "a.png") throws -> Data {
    let path = scratch.path + "/" + name
    let outcome = try skiroute(arguments + ["--picture", path])
    #expect(outcome.exitCode == 0 && outcome.errorText.isEmpty, "\(outcome)")
    return try Data(contentsOf: URL(filePath: path))
  }

  private var ground: [String] { ["--elevation", SampleFiles.folder.appending(path: "elevation").path] }

  @Test func `the picture of a route matches the reviewed one`() throws {
    try expectGoldenPicture(picture(Self.route + ["--scale", "0.75"]), "route")
  }

  @Test func `the thumbnail of a route matches the reviewed one`() throws {
    try expectGoldenPicture(picture(Self.route + ground + ["--thumbnail"]), "thumbnail")
  }

  @Test func `the picture of a matched day matches the reviewed one`() throws {
    let track = try SampleTrack(through: [
      "Montsoleil", "Crête@top", "Montsoleil", "lift:Tête Noire@top", "Montsoleil",
    ]).write(to: scratch)
    try expectGoldenPicture(picture(["match", track, "--scale", "0.75"]), "day")
  }

  /// Changes in the SVG of the route that the comparison must detect.
  private static let faults: [(String, @Sendable (String) -> String?)] = [
    ("a run of the way is missing", { drop(longest: #"<polyline[^>]*stroke-width="3.8"[^>]*/>"#, in: $0) }),
    (
      "a lift of the way is missing",
      { drop(longest: ##"<polyline[^>]*stroke="#333333" stroke-width="2"[^>]*/>"##, in: $0) }
    ),
    (
      "a colour is another one",
      { $0.contains("#d62828") ? $0.replacing("#d62828", with: "#0f9d58") : nil }
    ),
    ("a name stands elsewhere", { moved($0) }),
    ("the profile is missing", { drop(longest: #"<polyline[^>]*stroke-width="2.6"[^>]*/>"#, in: $0) }),
  ]

  @Test func `a missing line, another colour and a moved name are detected as differences`() throws {
    let svg = try String(decoding: picture(Self.route, "a.svg"), as: UTF8.self)
    let golden = try pixels(svg)
    #expect(try PictureLikeness(pixels(svg), golden: golden).worstCount == 0)
    for (name, fault) in Self.faults {
      let changed = try #require(fault(svg), "\(name): there is nothing of the kind")
      let likeness = try PictureLikeness(pixels(changed), golden: golden)
      #expect(
        changed != svg && !likeness.isAlike, "\(name): \(likeness.worstCount) at \(likeness.worstPlace)")
    }
  }

  @Test func `text shifted by a third of a pixel counts as the same picture`() throws {
    let svg = try String(decoding: picture(Self.route, "a.svg"), as: UTF8.self)
    // A third of a pixel exceeds the differences between versions of the libraries.
    let shifted = svg.replacing(#/<text x="([\d.]+)"/#) { word in
      Double(word.1).map { #"<text x="\#($0 + 0.4)""# } ?? String(word.0)
    }
    let likeness = try PictureLikeness(pixels(shifted), golden: pixels(svg))
    #expect(shifted != svg && likeness.isAlike, "\(likeness.worstCount) at \(likeness.worstPlace)")
  }

  private func pixels(_ svg: String) throws -> [UInt8] {
    let height = try #require(svg.firstMatch(of: #/ height="([\d.]+)" viewBox/#))
    let rows = try #require(Double(height.1))
    return try PictureRaster.png(svg, columns: 900, rows: Int((rows * Self.scale).rounded()))
  }

  private static func drop(longest pattern: String, in svg: String) -> String? {
    guard let regex = try? Regex(pattern),
      let found = svg.matches(of: regex).max(by: { $0.range.length(in: svg) < $1.range.length(in: svg) })
    else { return nil }
    return svg.replacingCharacters(in: found.range, with: "")
  }

  /// Moves the first longer name of the map and its white edge 24 pixels down.
  private static func moved(_ svg: String) -> String? {
    let names = svg.matches(
      of:
        #/<text x="[\d.]+" y="([\d.]+)" font-size="9" fill="#[0-9a-f]{6}" text-anchor="\w+" font-weight="normal">(\w*\s?\w+)/#
    )
    guard let found = names.first(where: { $0.2.count > 6 }), let y = Double(found.1) else { return nil }
    return svg.replacing(#" y="\#(found.1)" "#, with: " y=\"\(y + 24)\" ")
  }
}

extension Range<String.Index> {
  fileprivate func length(in text: String) -> Int { text.utf8.distance(from: lowerBound, to: upperBound) }
}
