import SkiBase
import Testing

struct PolylineTests {
  private static let places = [1.0, 2, 3].map { Coordinate(latitude: 46, longitude: $0) }

  @Test func `a line with an unknown elevation equals itself and its copy`() {
    let line = Polyline(Self.places, elevations: [nil, 1200, 1300])
    let copy = Polyline(Self.places, elevations: [nil, 1200, 1300])
    #expect(line == copy)
    #expect(line.hashValue == copy.hashValue)
    #expect(Set([line, copy]).count == 1)
    #expect(line == line.reversed().reversed())
  }

  @Test func `lines with unknown elevations at different vertices differ`() {
    let line = Polyline(Self.places, elevations: [nil, 1200, 1300])
    #expect(line != Polyline(Self.places, elevations: [1100, 1200, 1300]))
    #expect(line != Polyline(Self.places, elevations: [1200, nil, 1300]))
    #expect(line != Polyline(Self.places))
    #expect(line != Polyline(Array(Self.places.reversed()), elevations: [nil, 1200, 1300]))
  }
}
