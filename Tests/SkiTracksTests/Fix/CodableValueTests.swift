import Foundation
import SkiBase
import SkiGraph
import SkiRouting
import SkiTracks
import Testing

/// Values that apps store, encoded and decoded.
struct CodableValueTests {
  private func isKept<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value
  }

  @Test func `profiles, ceilings, fixes, times and laps are decoded as they were encoded`() throws {
    var profile = SkierProfile(
      ability: .beginner, equipment: .snowboard, ceiling: .colour(.doubleBlack), ungraded: .refuse,
      avoidedLiftKinds: [.dragLift, .tBar], allowedOffScale: [.freeride], allowsOptIn: true,
      allowsItineraries: true)
    (profile.avoidedTerrain, profile.needsLight) = ([.moguls], true)
    #expect(try isKept(profile) && isKept(SkierProfile()))
    for grade in Difficulty.allCases { #expect(try isKept(DifficultyCeiling.grade(grade)), "\(grade)") }
    for colour in DifficultyColour.allCases {
      #expect(try isKept(DifficultyCeiling.colour(colour)), "\(colour)")
    }
    let time = UniversalTime(secondsSince1970: 1_769_934_600.25)
    var fix = LocationFix(Coordinate(latitude: 46.1, longitude: -7.3), time: time, elevationMetres: 1800)
    (fix.sequence, fix.courseDegrees) = (7, 12.5)
    #expect(try isKept(fix) && isKept(time) && isKept(DayTime(hour: 9, minute: 30)))
    #expect(UniversalTime(time.date) == time)
    var lap = Lap(
      kind: .run, feature: FeatureIndex(3), id: SourceID("way/1"), start: time,
      end: time.advanced(bySeconds: 60))
    (lap.difficulty, lap.fixes, lap.refs) = (.easy, 2..<9, ["12"])
    lap.points = [GraphPoint(position: FixedCoordinate(fix.coordinate), elevationCentimetres: 180_000)]
    #expect(try isKept(lap))
  }

  @Test(arguments: ["freeride", "extreme", "yellow", "orange", "grey"])
  func `a word off the scale names no difficulty ceiling`(word: String) {
    #expect(DifficultyCeiling(word: word) == nil)
  }

  @Test func `an unknown difficulty ceiling is refused by the decoder`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DifficultyCeiling.self, from: Data(#""plaid""#.utf8))
    }
  }
}
