import Foundation
import SkiBase
import SkiGraph
import Testing

@testable import SkiTracks

/// The stops in fixes of someone who walks about in a room 40 m long, or rides a lift of that length.
@Suite struct StopFinderTests {
  /// Ten minutes of fixes, a second apart, to and fro along 40 m.
  private static func stops(_ change: (inout LocationFix, Double) -> Void) -> [Range<Int>] {
    let origin = Coordinate(latitude: 46, longitude: 7)
    let plane = LocalPlane(at: origin)
    var observations: [Observation] = []
    for second in 0..<600 {
      let share = sin(2 * Double.pi * Double(second) / 100)
      let east = 20 * share / plane.scale.metresPerDegreeLongitude
      var fix = LocationFix(
        Coordinate(latitude: origin.latitude, longitude: origin.longitude + east),
        time: UniversalTime(secondsSince1970: 1_700_000_000 + Double(second)), horizontalAccuracyMetres: 3)
      change(&fix, share)
      observations += [
        Observation(fix, after: observations.last?.observed, plane: plane, noiseMetres: 5)
      ].compactMap(\.self)
    }
    return StopFinder(observations).stops()
  }

  @Test func `a room is a stop where elevations are constant, the first unknown or not`() {
    #expect(Self.stops { fix, _ in fix.elevationMetres = 1800 } == [0..<600])
    #expect(
      Self.stops { fix, share in fix.elevationMetres = share == 0 ? nil : 1800 } == [0..<600])
  }

  @Test func `a room is a stop at low measured speeds where elevations are unknown`() {
    #expect(Self.stops { fix, _ in fix.speedMetresPerSecond = 0.1 } == [0..<600])
    #expect(Self.stops { fix, _ in fix.speedMetresPerSecond = 0.8 }.isEmpty)
  }

  @Test func `a lift is no stop, by its elevations or by want of any measure`() {
    #expect(Self.stops { fix, share in fix.elevationMetres = 1800 + 4 * share }.isEmpty)
    #expect(Self.stops { _, _ in }.isEmpty)
  }
}
