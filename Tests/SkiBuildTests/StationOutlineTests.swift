import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Stations drawn as the outline of their building, with the tags of a lift.
struct StationOutlineTests {
  /// A ring of about 39 m × 22 m around its centre.
  private static let ring = "[[6,45],[6.0005,45],[6.0005,45.0002],[6,45.0002],[6,45]]"

  private func read(_ tags: String, _ ring: String = Self.ring, isPolygon: Bool = false) async throws
    -> ReadResult
  {
    let geometry = isPolygon ? ("Polygon", "[\(ring)]") : ("LineString", ring)
    return try await readOne(
      feature(tags, geometry: #"{"type":"\#(geometry.0)","coordinates":\#(geometry.1)}"#), as: .lifts)
  }

  @Test(arguments: [false, true], ["chair_lift", "gondola", "magic_carpet", "teleporter"])
  func `the outline of a building with the tags of a lift is a station`(isPolygon: Bool, word: String)
    async throws
  {
    let result = try await read(
      #""@id":"way/1","aerialway":"\#(word)","building":"yes","name":"Top""#, isPolygon: isPolygon)
    #expect(result.lift == nil && result.counted == ["liftIsStation:mended"] && result.isBalanced)
    let spot = try #require(result.data.spots.first)
    #expect(spot.kind == .liftStation && spot.name == "Top" && !spot.isRailway && spot.position == nil)
    #expect(spot.coordinate.distanceMetres(to: Coordinate(latitude: 45.0001, longitude: 6.00025)) < 0.1)
    #expect(abs(spot.radiusMetres - 22.6) < 0.5)
    #expect(spot.allowsBoarding == nil && spot.allowsAlighting == nil)
  }

  @Test(arguments: [
    (#""aerialway":"chair_lift""#, "lift"), (#""aerialway":"chair_lift","building":"no""#, "lift"),
    (#""aerialway":"station""#, "station"), (#""aerialway":"station","building":"yes""#, "station"),
    (#""aerialway":"pylon","building":"yes""#, "notAPassengerLift"),
    (#""aerialway":"goods","building":"yes""#, "notAPassengerLift"),
    (#""disused:aerialway":"gondola","building":"yes""#, "stationNotOperating"),
    (#""aerialway":"gondola","building":"yes","disused":"yes""#, "stationNotOperating"),
    (#""railway":"funicular","building":"yes""#, "railway"), (#""railway":"station""#, "railway"),
    (#""railway":"platform","building":"yes""#, "notAPassengerLift"),
  ])
  func `a closed line is read by its tags`(tags: String, kind: String) async throws {
    let result = try await read(#""@id":"way/1",\#(tags)"#)
    let found =
      result.data.spots.first.map { $0.isRailway ? "railway" : "station" }
      ?? (result.lift == nil ? nil : "lift")
    #expect(found ?? String(result.counted.first?.prefix { $0 != ":" } ?? "") == kind)
    #expect(result.isBalanced)
  }

  @Test func `an open line with the tags of a lift and a building is a lift`() async throws {
    let result = try await readOne(
      line(#""@id":"way/1","aerialway":"magic_carpet","building":"roof""#), as: .lifts)
    #expect(result.lift?.kind == .magicCarpet && result.data.spots.isEmpty)
  }

  @Test func `a run that is a building as well stays a run`() async throws {
    let result = try await readOne(
      feature(
        #""@id":"way/1","piste:type":"downhill","building":"yes","aerialway":"gondola""#,
        geometry: #"{"type":"LineString","coordinates":\#(Self.ring)}"#))
    #expect(result.run != nil)
  }

  @Test func `an OpenSkiMap lift drawn as an area or a compact ring is a station, a loop of ropes is a lift`()
    async throws
  {
    let tags = #""type":"lift","id":"l","liftType":"gondola","name":"Mid","status":"operating""#
    for isPolygon in [false, true] {
      let result = try await read(tags, isPolygon: isPolygon)
      #expect(result.lift == nil && result.data.spots.first?.name == "Mid")
      #expect(result.counted == ["liftIsStation:mended"])
    }
    let loop = "[[6,45],[6,45.004],[6.00006,45.004],[6.00006,45],[6,45]]"
    #expect(try await read(tags, loop).lift != nil)
    let wide = "[[6,45],[6,45.004],[6.004,45.004],[6.004,45],[6,45]]"
    #expect(try await read(tags, wide).lift != nil, "larger than a station")
    let closed = #""type":"lift","id":"l","liftType":"gondola","status":"abandoned""#
    #expect(try await read(closed).counted == ["stationNotOperating:leftOut"])
    let funicular = try await read(#""type":"lift","id":"l","liftType":"funicular""#)
    #expect(funicular.data.spots.first?.isRailway == true)
  }

  @Test func `rectangles of any size, shape and bearing are stations only when short and compact`()
    async throws
  {
    var random = SeededGenerator(seed: 44)
    var stations = 0
    for round in 0..<400 {
      let length = Double.random(in: 10...300, using: &random)
      let width = length * Double.random(in: 0.01...1, using: &random)
      let turn = Double.random(in: 0...(2 * .pi), using: &random)
      let compactness = length * width / (4 * (length + width) * (length + width))
      if abs(compactness - 0.03) < 0.001 || abs(2 * (length + width) - 400) < 2 { continue }
      let plane = LocalPlane(
        at: Coordinate(latitude: Double.random(in: -60...60, using: &random), longitude: 6))
      let corners = [(0.0, 0.0), (length, 0), (length, width), (0, width), (0, 0)].map { x, y in
        plane.coordinate(SIMD2(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)))
      }
      let ring = corners.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",")
      let result = try await read(#""type":"lift","id":"l","liftType":"gondola""#, "[\(ring)]")
      let isStation = compactness > 0.03 && 2 * (length + width) < 400
      #expect((result.lift == nil) == isStation, "round \(round): \(length) m × \(width) m")
      stations += isStation ? 1 : 0
    }
    #expect(stations > 50 && stations < 350)
  }
}
