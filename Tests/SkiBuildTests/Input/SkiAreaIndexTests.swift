import SkiBase
import SkiGraph
import Testing

@testable import SkiBuild

struct SkiAreaIndexTests {
  private static func area(_ id: String, west: Double, east: Double) -> SkiArea {
    let corners = [(46.0, west), (46.0, east), (46.2, east), (46.2, west), (46.0, west)]
    let ring = Polyline(corners.map { Coordinate(latitude: $0.0, longitude: $0.1) })
    return SkiArea(
      id: SourceID(id), outlines: [PolygonRings(outer: ring)],
      centre: Coordinate(latitude: 46.1, longitude: (west + east) / 2))
  }

  @Test func `areas around a place are found in file order, including wide ones`() {
    let index = SkiAreaIndex([
      Self.area("near", west: 7, east: 7.3), Self.area("wide", west: -170, east: 170),
      Self.area("far", west: 9, east: 9.3), Self.area("also", west: 7.1, east: 7.2),
    ])
    let place = Coordinate(latitude: 46.1, longitude: 7.15)
    #expect(index.ids(around: place).map(\.rawValue) == ["near", "wide", "also"])
    #expect(index.ids(around: Coordinate(latitude: 47, longitude: 7.15)).isEmpty)
    #expect(index.ids(around: Coordinate(latitude: .nan, longitude: 7)).isEmpty)
    #expect(index.ids(around: nil).isEmpty)
  }

  @Test func `the first of two areas with the same id is used`() {
    let index = SkiAreaIndex([Self.area("a", west: 7, east: 8), Self.area("a", west: 9, east: 10)])
    #expect(index.area(SourceID("a"))?.centre.longitude == 7.5)
    #expect(index.area(SourceID("b")) == nil)
  }

  @Test func `an outline with invalid coordinates contains no place`() {
    let broken = SkiArea(
      id: SourceID("broken"),
      outlines: [PolygonRings(outer: Polyline([Coordinate(latitude: .infinity, longitude: -.infinity)]))],
      centre: Coordinate(latitude: 46, longitude: 7))
    #expect(SkiAreaIndex([broken]).ids(around: Coordinate(latitude: 46, longitude: 7)).isEmpty)
  }
}
