import SkiGeo
import SkiModel
import Testing

@testable import SkiImport

/// One run in every layout a legal or half-legal GeoJSON text may have.
private let line = #"{"type":"LineString","coordinates":[[6,45],[6.01,45.01]]}"#
private let run = #"{"type":"Feature","properties":{"id":"a","uses":["downhill"]},"geometry":\#(line)}"#

struct LayoutTests {
  static let layouts: [(name: String, text: String, runs: Int)] = [
    ("one line", collection([run]), 1),
    ("two features", collection([run, run.replacing(#""a""#, with: #""b""#)]), 2),
    ("byte order mark", "\u{FEFF}" + collection([run]), 1),
    (
      "white space", "\n\t " + collection([run]).replacing(",", with: " ,\r\n ").replacing(":", with: " : "),
      1
    ),
    ("a single feature", run, 1),
    ("a feature a line", run + "\n" + run.replacing(#""a""#, with: #""b""#) + "\n", 2),
    ("record separators", "\u{1E}" + run + "\n\u{1E}" + run.replacing(#""a""#, with: #""b""#), 2),
    ("type last", #"{"features":[\#(run)],"type":"FeatureCollection"}"#, 1),
    (
      "foreign members",
      #"{"bbox":[1,2,3,4],"x":{"features":[{"a":"]}\"["}]},"type":"FeatureCollection","n":null,"features":[\#(run)],"y":1e5}"#,
      1
    ),
    ("escaped key", #"{"type":"FeatureCollection","fe\u0061tures":[\#(run)]}"#, 1),
    (
      "geometry first, coordinates before type",
      #"{"type":"FeatureCollection","features":[{"geometry":{"coordinates":[[6,45],[6.01,45.01]],"type":"LineString"},"properties":{"uses":["downhill"]},"type":"Feature"}]}"#,
      1
    ),
    (
      "duplicate members: the last counts",
      #"{"type":"Feature","geometry":null,"geometry":\#(line),"properties":{"id":"z","id":"a"}}"#, 1
    ),
    (
      "brackets inside texts",
      #"{"type":"Feature","geometry":\#(line),"properties":{"name":"a}]\\\"{[","x":"\\"}}"#,
      1
    ),
  ]

  @Test(arguments: layouts.indices)
  func `any legal layout gives the same runs`(index: Int) async throws {
    let (name, text, runs) = Self.layouts[index]
    let (data, report) = try await read(.runs, text)
    #expect(data.runs.count == runs, "\(name)")
    #expect(report.usedCounts == ["runs": runs], "\(name)")
    for run in data.runs {
      #expect(
        run.geometry
          == .lines([
            Polyline([Coordinate(latitude: 45, longitude: 6), Coordinate(latitude: 45.01, longitude: 6.01)])
          ]), "\(name)")
    }
  }

  @Test(arguments: layouts.indices)
  func `windows of any size give what the whole gives`(index: Int) async throws {
    let text = Self.layouts[index].text
    let whole = try await read(.runs, text)
    for windowBytes in [1, 7, 64] {
      for batchBytes in [1, 100, 1 << 20] {
        var reader = SkiReader(documents: [SkiDocument(.runs, name: "test.geojson", bytes: Array(text.utf8))])
        reader.limits = .init(windowBytes: windowBytes, batchBytes: batchBytes, batchesInFlight: 3)
        let part = try await reader.read()
        #expect(part.data.runs == whole.data.runs)
        #expect(part.report == whole.report)
        #expect(part.data.sources == whole.data.sources)
      }
    }
  }

  @Test func `names keep their script, and both spellings of an accent are one`() async throws {
    let (data, _) = try await read(
      .runs,
      features: feature(#""name":"\u30a8\u30fc\u30b9""#), feature(#""name":"e\u0301toile""#),
      feature(#""name":"étoile""#), feature(#""name":"\ud83c\udfbf \ud800x\"\/\n""#))
    #expect(data.runs.map(\.name) == ["エース", "étoile", "étoile", "🎿 \u{FFFD}x\"/"])
    #expect(Array(data.runs[1].name!.utf8) == Array(data.runs[2].name!.utf8))
  }

  @Test func `numbers are the doubles nearest to their text`() throws {
    var generator = SeededGenerator(seed: 7)
    for index in 0..<20_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let texts = ["\(value)", "\(Int64(truncatingIfNeeded: generator.next() >> 8))e\(index % 40 - 20)"]
      for text in texts {
        let bytes = Array(text.utf8)
        var cursor = JSONCursor(bytes, bytes.indices)
        #expect(try cursor.number() == Double(text), "seed 7, \(text)")
      }
    }
  }
}

/// A small random generator with a seed (SplitMix64), so that failures can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
