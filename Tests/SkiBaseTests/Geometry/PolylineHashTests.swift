import Testing

@testable import SkiBase

/// Hashes of lines, on which the recognition of repeated features rests.
struct PolylineHashTests {
  private let corner = Coordinate(latitude: 0, longitude: 6.5)
  private let end = Coordinate(latitude: 45.25, longitude: -180)

  @Test func `equal lines have equal hashes, whatever the sign of zero`() {
    let negative = Coordinate(latitude: -0.0, longitude: 6.5)
    #expect(Polyline([corner, end]) == Polyline([negative, end]))
    #expect(Polyline([corner, end]).hashValue == Polyline([negative, end]).hashValue)
    let unknown = Polyline([corner, end], elevations: [nil, 2000])
    let alsoUnknown = Polyline([negative, end], storedElevations: [-.nan, 2000])
    #expect(unknown == alsoUnknown)
    #expect(unknown.hashValue == alsoUnknown.hashValue)
  }

  @Test func `lines that differ in a bit of one number have different hashes`() {
    let line = Polyline([corner, end], elevations: [1990.5, 2000])
    var hashes: Set<Int> = [line.hashValue, line.reversed().hashValue, Polyline([corner, end]).hashValue]
    for bit in 0..<64 {
      let latitude = Double(bitPattern: end.latitude.bitPattern ^ 1 << UInt64(bit))
      let moved = Coordinate(latitude: latitude, longitude: end.longitude)
      hashes.insert(Polyline([corner, moved], elevations: [1990.5, 2000]).hashValue)
    }
    #expect(hashes.count == 67)
  }
}
