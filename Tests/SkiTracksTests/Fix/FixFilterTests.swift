import SkiBase
import SkiGraph
import SkiTracks
import Testing

/// The refused fixes with their reasons, and the recovery after refusals.
struct FixFilterTests {
  private static let start = UniversalTime(secondsSince1970: 1_769_938_200)

  /// A fix so many metres north of a place in the Alps, so many seconds after the start.
  private func fix(_ metresNorth: Double, _ seconds: Double, accuracy: Double? = 5) -> LocationFix {
    LocationFix(
      Coordinate(latitude: 46 + metresNorth / 111_195, longitude: 7),
      time: Self.start.advanced(bySeconds: seconds), horizontalAccuracyMetres: accuracy)
  }

  private func reason(_ fix: LocationFix, now: UniversalTime? = nil) -> FixRejection? {
    var filter = FixFilter()
    return filter.decide(fix, now: now).rejection
  }

  @Test(arguments: [
    (Double.nan, 7.0), (46, .infinity), (91, 7), (46, 180.5), (-1e300, 1e300),
  ])
  func `a coordinate outside the valid range is refused`(latitude: Double, longitude: Double) {
    let fix = LocationFix(Coordinate(latitude: latitude, longitude: longitude), time: Self.start)
    #expect(reason(fix) == .invalidCoordinate)
  }

  @Test func `a time that is not finite is refused`() {
    #expect(reason(fix(0, .nan)) == .invalidCoordinate)
    #expect(reason(fix(0, .infinity)) == .invalidCoordinate)
  }

  @Test func `a coordinate near 0, 0 is refused and one with a single zero is accepted`() {
    func at(_ latitude: Double, _ longitude: Double) -> LocationFix {
      LocationFix(Coordinate(latitude: latitude, longitude: longitude), time: Self.start)
    }
    #expect(reason(at(0, 0)) == .nullIsland && reason(at(-0.000_05, 0.000_09)) == .nullIsland)
    #expect(reason(at(0, 7)) == nil && reason(at(46, 0)) == nil)
  }

  @Test func `an invalid accuracy or one over 100 m is refused and an unknown one is accepted`() {
    #expect(reason(fix(0, 0, accuracy: -1)) == .invalidAccuracy)
    #expect(reason(fix(0, 0, accuracy: .nan)) == .invalidAccuracy)
    #expect(reason(fix(0, 0, accuracy: .infinity)) == .invalidAccuracy)
    #expect(reason(fix(0, 0, accuracy: 101)) == .inaccurate)
    #expect(reason(fix(0, 0, accuracy: 100)) == nil && reason(fix(0, 0, accuracy: nil)) == nil)
  }

  @Test func `a fix 60 s old or 10 s in the future is refused only if the current time is given`() {
    #expect(reason(fix(0, 0), now: Self.start.advanced(bySeconds: 61)) == .outdated)
    #expect(reason(fix(0, 0), now: Self.start.advanced(bySeconds: 59)) == nil)
    #expect(reason(fix(0, 0), now: Self.start.advanced(bySeconds: -11)) == .future)
    #expect(reason(fix(0, 0), now: Self.start.advanced(bySeconds: -9)) == nil)
    #expect(reason(fix(0, -1e6)) == nil)
  }

  @Test func `a fix of the same time or number is a duplicate and an earlier one is outdated`() {
    var filter = FixFilter()
    var first = fix(0, 0)
    first.sequence = 7
    #expect(filter.decide(first).isAccepted)
    #expect(filter.decide(fix(3, 0)).rejection == .duplicate)
    var again = fix(0, 1)
    again.sequence = 7
    #expect(filter.decide(again).rejection == .duplicate)
    again.sequence = 8
    #expect(filter.decide(again).isAccepted)
    #expect(filter.decide(fix(0, 0.5)).rejection == .outdated)
  }

  @Test func `fixes at one place at different times are not duplicates`() {
    var filter = FixFilter()
    #expect(filter.accepted(of: (0..<100).map { fix(0, Double($0)) }).count == 100)
  }

  @Test func `accepted fixes are counted, and refused ones by reason`() {
    var filter = FixFilter()
    _ = filter.accepted(of: [
      fix(0, 0), fix(0, 0), fix(0, 1, accuracy: 500), fix(0, 2), fix(9000, 3), fix(2, 4),
    ])
    #expect(filter.acceptedCount == 3)
    #expect(filter.refusedCounts == [.duplicate: 1, .inaccurate: 1, .impossibleSpeed: 1])
  }

  @Test func `one outlier is refused and the next fix on the track is accepted`() {
    var filter = FixFilter()
    let track = (0..<60).map { fix($0 == 30 ? 5000 : Double($0) * 20, Double($0)) }
    let verdicts = track.map { filter.decide($0) }
    #expect(verdicts.indices.filter { !verdicts[$0].isAccepted } == [30])
  }

  @Test func `a steady speed of 40 m/s is accepted`() {
    var filter = FixFilter()
    #expect(filter.accepted(of: (0..<300).map { fix(Double($0) * 40, Double($0)) }).count == 300)
  }

  @Test func `a jump within the speed limit and twice both accuracies is accepted`() {
    var filter = FixFilter()
    #expect(filter.decide(fix(0, 0, accuracy: 60)).isAccepted)
    #expect(filter.decide(fix(150, 1, accuracy: 20)).isAccepted)
  }

  @Test func `the fifth consistent fix after a wrong first one is accepted`() {
    var filter = FixFilter()
    let track = [fix(80_000, 0)] + (1..<20).map { fix(Double($0) * 10, Double($0)) }
    let verdicts = track.map { filter.decide($0).isAccepted }
    #expect(verdicts == [true, false, false, false, false] + Array(repeating: true, count: 15))
  }

  @Test func `sparse fixes after a wrong one are accepted after a time, not after a number of fixes`() {
    var filter = FixFilter()
    let track = [fix(80_000, 0), fix(0, 10), fix(100, 30), fix(200, 50)]
    #expect(track.map { filter.decide($0).isAccepted } == [true, false, true, true])
  }

  @Test func `a fix two minutes after the last one is accepted at any distance`() {
    var filter = FixFilter()
    #expect(filter.decide(fix(0, 0)).isAccepted)
    #expect(filter.decide(fix(700_000, 121)).isAccepted)
  }

  @Test func `a clock set back is accepted from the tenth fix on, and decreasing times never`() {
    var filter = FixFilter()
    #expect(filter.decide(fix(0, 3600)).isAccepted)
    let back = (0..<12).map { filter.decide(fix(0, Double($0))).isAccepted }
    #expect(back == Array(repeating: false, count: 9) + [true, true, true])
    for late in 0..<100 {
      #expect(filter.decide(fix(0, 5 - Double(late) * 0.01)).rejection == .outdated)
    }
  }

  @Test func `valid fixes are accepted again within two minutes after random ones`() {
    for seed in UInt64(1)...20 {
      var random = Scrambler(state: seed)
      var filter = FixFilter()
      for second in 0..<200 {
        let wild = Double(random.next() % 4_000_000) - 2_000_000
        _ = filter.decide(fix(wild, Double(second), accuracy: [nil, -1, 5, .nan][Int(random.next() % 4)]))
      }
      let honest = (200..<330).map { filter.decide(fix(0, Double($0))).isAccepted }
      #expect(honest.contains(true), "seed \(seed)")
      #expect(honest.last == true, "seed \(seed)")
    }
  }

  @Test func `a rule of the caller is applied with the built-in ones`() {
    struct NightRule: FixRule {
      func decide(_ fix: LocationFix, now: UniversalTime?) -> FixDecision {
        (8.0 * 3600..<17 * 3600).contains(fix.time.clock().secondsOfDay) ? .accepted : .refused(.outdated)
      }
    }
    var filter = FixFilter(rules: FixFilter.skiing + [NightRule()])
    #expect(filter.decide(fix(0, 0)).isAccepted)
    #expect(filter.decide(fix(0, 12 * 3600)).rejection == .outdated)
  }
}

private struct Scrambler {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
