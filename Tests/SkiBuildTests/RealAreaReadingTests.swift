import Foundation
import SkiGraph
import Testing

@testable import SkiBase
@testable import SkiBuild

/// The reading of real files compared with Foundation's JSON reader.
@Suite(.enabled(if: realDataFolder != nil))
struct RealAreaReadingTests {
  /// The figures that both readers must agree on.
  struct Sums {
    var features = 0
    var positions = 0
    var longitudes = 0.0
    var latitudes = 0.0
  }

  @Test func `every feature is counted once as used or left out`() async throws {
    for document in realFiles() {
      let result = try await SkiReader(documents: [document]).read()
      let role = document.role.rawValue
      let used = result.report.usedCounts[role] ?? 0
      #expect(result.report.readCounts[role] == used + result.report.count(of: .leftOut), "\(document.name)")
      let kept = result.data.runs.count + result.data.lifts.count + result.data.spots.count
      #expect(kept + result.data.areas.count - result.report.count(of: "areaFromFeature") == used)
    }
  }

  @Test func `features and coordinates equal those that Foundation's JSON reader finds`() async throws {
    for document in realFiles() {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: document.name))
      let expected = try Self.sums(bytes)
      var found = Sums()
      var scanner = FeatureScanner(limits: .init(featureBytes: 1 << 26, batchBytes: 1 << 16))
      try Array(bytes).withUnsafeBufferPointer { try scanner.feed($0) }
      try scanner.finish()
      for batch in scanner.complete {
        try batch.bytes.withUnsafeBufferPointer { bytes in
          for extent in batch.extents {
            var cursor = JSONCursor(bytes, range: extent.range)
            let geometry = try RawFeature(&cursor).geometry
            found.features += 1
            found.positions += geometry?.positions.count ?? 0
            for position in geometry?.positions ?? [] {
              found.longitudes += position.longitude
              found.latitudes += position.latitude
            }
          }
        }
      }
      #expect(
        found.features == expected.features && found.positions == expected.positions, "\(document.name)")
      // Foundation rounds some 17-digit numbers to the neighbouring double, so sums agree to 1e-6 degrees.
      #expect(abs(found.longitudes - expected.longitudes) < 1e-6, "\(document.name)")
      #expect(abs(found.latitudes - expected.latitudes) < 1e-6, "\(document.name)")
    }
  }

  /// Returns the same sums as read by Foundation.
  private static func sums(_ bytes: Data) throws -> Sums {
    var sums = Sums()
    let root = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    for case let feature as [String: Any] in try #require(root["features"] as? [Any]) {
      sums.features += 1
      add((feature["geometry"] as? [String: Any])?["coordinates"], to: &sums)
    }
    return sums
  }

  private static func add(_ node: Any?, to sums: inout Sums) {
    guard let list = node as? [Any] else { return }
    if let longitude = (list.first as? NSNumber)?.doubleValue,
      let latitude = (list[1] as? NSNumber)?.doubleValue
    {
      sums.positions += 1
      sums.longitudes += longitude
      sums.latitudes += latitude
      return
    }
    for child in list { add(child, to: &sums) }
  }

  @Test func `closed rings at Wildcat are areas, and no lift of Andorra is of unknown kind`() async throws {
    let root = try #require(realDataFolder)
    let wildcat = SkiDocument(.runs, path: "\(root)/us/wildcat/runs.geojson")
    let result = try await SkiReader(documents: [wildcat]).read()
    #expect(result.report.count(of: "closedRingAsArea") == 7)
    let lifts = SkiDocument(.lifts, path: "\(root)/andorra/lifts.geojson")
    let andorra = try await SkiReader(documents: [lifts]).read()
    #expect(andorra.data.lifts.allSatisfy { $0.kind != .unknown })
    #expect(andorra.data.sources.first?.licence == "ODbL 1.0")
  }
}
