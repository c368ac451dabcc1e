import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// One file given for several roles.
struct SharedFileTests {
  private let scratch = ScratchFolder()

  private static let features = [
    line(#""@id":"way/1","piste:type":"downhill""#),
    line(#""@id":"way/2","piste:type":"downhill""#, "[[6,45]]"),
    line(#""@id":"way/3","aerialway":"chair_lift""#), line(#""@id":"way/4","aerialway":"goods""#),
    feature(#""@id":"node/5","aerialway":"station""#, geometry: #"{"type":"Point","coordinates":[6,45]}"#),
    feature(#""@id":"node/6","tourism":"alpine_hut""#, geometry: #"{"type":"Point","coordinates":[6,45]}"#),
    line(#""@id":"way/7","highway":"footway""#), line(#""@id":"way/8","waterway":"stream""#),
  ]

  private func file(_ name: String, _ features: [String]) -> String {
    scratch.write(Array(collection(features.joined(separator: ",")).utf8), to: name)
  }

  private func read(_ input: SkiInput) async throws -> ReadResult {
    let (data, report) = try await SkiReader(input: input).read()
    return ReadResult(data: data, report: report)
  }

  @Test func `each feature of a file given for runs and lifts counts once, as what it is`() async throws {
    let path = file("all.geojson", Self.features)
    let result = try await read(SkiInput(runs: [path], lifts: [path]))
    #expect(result.data.runs.count == 1 && result.data.lifts.count == 1 && result.data.spots.count == 1)
    #expect(result.report.readCounts == ["runs": 2, "lifts": 2, "spots": 1, "other": 3])
    #expect(result.report.usedCounts == ["runs": 1, "lifts": 1, "spots": 1])
    #expect(result.report.count(of: "duplicateFeature") == 0 && result.isBalanced)
    #expect(result.data.sources.count == 1)
  }

  @Test func `huts and streets of a file given for them too are used`() async throws {
    let path = file("all.geojson", Self.features)
    let result = try await read(SkiInput(runs: [path], lifts: [path], spots: [path], streets: [path]))
    #expect(result.data.spots.map(\.kind) == [.liftStation, .hut] && result.data.streets.count == 1)
    #expect(result.report.readCounts == ["runs": 2, "lifts": 2, "spots": 2, "streets": 1, "other": 1])
    #expect(result.isBalanced)
  }

  @Test func `another spelling of the path and a link are the same file`() async throws {
    let path = file("all.geojson", Self.features)
    let link = scratch.path + "/link.geojson"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for other in [link, scratch.path + "/./all.geojson"] {
      let result = try await read(SkiInput(runs: [path], lifts: [other]))
      #expect(result.report.count(of: "duplicateFeature") == 0 && result.data.lifts.count == 1)
    }
  }

  @Test func `equal files under two names and a file given twice for one role are read twice`() async throws {
    let (one, two) = (file("a.geojson", Self.features), file("b.geojson", Self.features))
    for input in [SkiInput(runs: [one], lifts: [two]), SkiInput(runs: [one, one])] {
      let result = try await read(input)
      #expect(result.data.runs.count == 1 && result.data.lifts.count == 1)
      #expect(result.report.count(of: "duplicateFeature") == 3 && result.isBalanced)
    }
  }

  @Test func `a file of both forms gives the same features as two files`() async throws {
    let both = [
      line(#""type":"run","id":"r","uses":["downhill"],"status":"operating""#),
      line(#""type":"lift","id":"l","liftType":"gondola","status":"operating""#),
    ]
    let path = file("all.geojson", both)
    let runs = file("runs.geojson", [both[0]])
    let lifts = file("lifts.geojson", [both[1]])
    let one = try await read(SkiInput(runs: [path], lifts: [path]))
    let two = try await read(SkiInput(runs: [runs], lifts: [lifts]))
    #expect(one.data.runs == two.data.runs && one.data.lifts == two.data.lifts)
    #expect(one.report == two.report)
  }
}
