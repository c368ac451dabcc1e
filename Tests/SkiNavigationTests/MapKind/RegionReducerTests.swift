import SkiBase
import SkiGraph
import SkiNavigation
import SkiSystem
import SkiTestSupport
import SkiTracks
import Testing

/// The hysteresis of changes between maps.
struct RegionReducerTests {
  private let start = UniversalTime(secondsSince1970: 1_700_000_000)
  private let origin = Coordinate(latitude: 46, longitude: 7)

  /// Reduces fixes at signed metres to the boundary and returns the last state and all events.
  private func events(
    _ signed: [(second: Double, metres: Double)], accuracy: Double? = 10,
    from state: MapKindState = MapKindState()
  ) -> (state: MapKindState, events: [MapKindEvent]) {
    var (state, all) = (state, [MapKindEvent]())
    for (second, metres) in signed {
      let fix = LocationFix(
        origin, time: start.advanced(bySeconds: second), horizontalAccuracyMetres: accuracy)
      let answer = MapKindAnswer(
        kind: metres > 0 ? .mountain : .street, confidence: 0.9, boundaryMetres: abs(metres))
      let step = MapKindReducer().reduce(state, fix, answer)
      state = step.state
      all += step.events
    }
    return (state, all)
  }

  private func kinds(_ events: [MapKindEvent]) -> [MapKind] {
    events.compactMap { if case .entered(let kind, _, _) = $0 { kind } else { nil } }
  }

  @Test func `the first fix chooses the map`() {
    let (state, all) = events([(0, -3)])
    #expect(all == [.entered(.street, area: nil, at: start)])
    #expect(state.kind == .street && state.changedAt == nil)
  }

  @Test func `a crossing is detected half a minute after the first deep fix, walking or skiing`() {
    for speed in [1.0, 2, 5, 15] {
      let (_, all) = events((0...300).map { (Double($0), -50 + speed * Double($0)) })
      #expect(kinds(all) == [.street, .mountain])
      guard case .entered(_, _, let at) = all[all.count - 1] else { return }
      let crossed = 50 / speed
      let deep = crossed + 40 / speed
      let delay = at.secondsSince1970 - start.secondsSince1970
      #expect(
        delay >= crossed && delay <= deep + MapKindReducer().dwellSeconds + 1.01, "\(speed) m/s: \(delay)")
    }
  }

  @Test func `the second fix far beyond the boundary changes the map, even after a long gap`() {
    let (_, all) = events([(0, 200), (1, 200), (3600, -900), (3601, -900)])
    #expect(kinds(all) == [.mountain, .street])
    let (_, one) = events([(0, 200), (1, 200), (2, -900), (3, 200), (4, -900), (5, 200)])
    #expect(kinds(one) == [.mountain])
  }

  @Test func `fixes beyond the boundary before a long gap don't count towards a change`() {
    let (_, all) = events([(0, 100), (1, -60), (2, -60), (400, -60), (401, -60), (402, -60)])
    #expect(kinds(all) == [.mountain])
    let (_, later) = events([(0, 100), (400, -60), (401, -60), (415, -60), (430, -60)])
    #expect(kinds(later) == [.mountain, .street])
  }

  @Test func `fixes of older or non-finite times change nothing`() {
    let (before, _) = events([(0, 100), (10, 100)])
    for second in [10.0, 5, -.infinity, .nan, .infinity] {
      #expect(events([(second, -900)], from: before).state == before)
    }
  }

  @Test func `the ski area changes after half a minute in another, and the street has none`() {
    let areas = (0..<2).map { SkiAreaName(area: AreaIndex($0), name: "A\($0)", id: nil) }
    func answer(_ area: Int?, _ kind: MapKind = .mountain) -> MapKindAnswer {
      MapKindAnswer(kind: kind, area: area.map { areas[$0] }, confidence: 1, boundaryMetres: 500)
    }
    var (state, events) = (MapKindState(), [MapKindEvent]())
    func feed(_ seconds: ClosedRange<Int>, _ answer: MapKindAnswer) {
      for second in seconds {
        let fix = LocationFix(origin, time: start.advanced(bySeconds: Double(second)))
        let step = MapKindReducer().reduce(state, fix, answer)
        state = step.state
        events += step.events
      }
    }
    feed(0...10, answer(0))
    feed(11...30, answer(1))
    feed(31...40, answer(0))
    feed(41...80, answer(1))
    feed(81...90, answer(1, .street))
    let expected: [MapKindEvent] = [
      .entered(.mountain, area: areas[0], at: start),
      .changedArea(areas[1], at: start.advanced(bySeconds: 71)),
      .entered(.street, area: nil, at: start.advanced(bySeconds: 82)),
    ]
    #expect(events == expected)
  }

  @Test func `continuing from a saved state gives the same states and events`() {
    var random = SeededGenerator(seed: 3)
    let journal = (0..<2000).map {
      (Double($0), Double.random(in: -150...150, using: &random) + 200 * sin(Double($0) / 150))
    }
    let whole = events(journal)
    let half = events(Array(journal.prefix(900)))
    let rest = events(Array(journal.dropFirst(900)), from: half.state)
    #expect(half.events + rest.events == whole.events && rest.state == whole.state)
    #expect(whole.events.count > 2)
  }
}
