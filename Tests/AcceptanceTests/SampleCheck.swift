import SkiBase
import SkiGraph
import SkiTestSupport

/// A check that lists the expectations of a trap which a built mountain does not meet.
///
/// Each kind of expectation has its own rule; a kind without a rule is a complaint, so that every entry of
/// `traps.json` is checked.
struct SampleCheck {
  let mountain: SampleMountain
  let trap: SampleTrap
  let ids: [String]
  var complaints: [String] = []

  init(_ mountain: SampleMountain, _ trap: SampleTrap) {
    self.mountain = mountain
    self.trap = trap
    ids = trap.ids[mountain.form.rawValue] ?? []
  }

  var graph: RoutingGraph { mountain.graph }
  var first: String { ids.first ?? "" }
  var place: Coordinate? {
    trap.at.flatMap { $0.count == 2 ? Coordinate(latitude: $0[1], longitude: $0[0]) : nil }
  }

  mutating func check(_ met: Bool, _ complaint: String) {
    if !met { complaints.append("\(trap): " + complaint) }
  }

  /// Returns the feature of an id in the graph; any other number than one is a complaint.
  mutating func feature(_ id: String) -> GraphFeature? {
    let found = mountain.features[id] ?? []
    check(found.count == 1, "\(id) is \(found.count) features")
    return found.first.map(graph.feature)
  }

  /// Checks all expectations of the trap.
  static func complaints(_ mountain: SampleMountain, _ trap: SampleTrap) -> [String] {
    var check = SampleCheck(mountain, trap)
    check.check(!check.ids.isEmpty && !trap.expect.isEmpty, "has no expectation for this format")
    for (kind, value) in trap.expect.sorted(by: { $0.key < $1.key }) { check.checkExpectation(kind, value) }
    return check.complaints
  }

  private mutating func checkExpectation(_ kind: String, _ value: SampleExpectation) {
    switch (kind, value) {
    case ("join", .flag(let join)): ids.count == 1 ? checkLiftJoins() : checkJoin(join)
    case ("joinLiftSpan", .flag(false)): checkNoMidSpanBoarding()
    case ("gapMetres", .number(let metres)): checkGap(metres)
    case ("footMetresToRun", .number(let metres)): checkLiftEnd(\.start, metres)
    case ("topMetresToRun", .number(let metres)): checkLiftEnd(\.end, metres)
    case ("confidence", .word("lower")): checkLowerConfidence()
    case ("turned", .flag(true)): checkTurned()
    case ("twoWay", .flag(true)): checkTwoWay()
    case ("downhill", .flag(let downhill)): downhill ? checkDownhill() : checkNotDownhill()
    case ("maxMeanGradient", .number(let most)): checkMeanGradient(most)
    case ("boarding", .flag(true)): checkMidStation(boarding: true)
    case ("alighting", .flag(true)): checkMidStation(boarding: false)
    case ("area", .flag(let area)): checkArea(area)
    case ("links", .flag(true)): checkAreaLinks()
    case ("samePiste", .flag(true)): checkOutline()
    case ("holes", .number(let count)): checkHoles(Int(count))
    default: checkWords(kind, value)
    }
  }

  private mutating func checkWords(_ kind: String, _ value: SampleExpectation) {
    switch (kind, value) {
    case ("difficulty", .none): checkEstimated()
    case ("difficulty", .word(let word)): checkOverlap(word)
    case ("uses", .words(let words)): checkUses(words)
    case ("used", .flag(let used)): checkUsed(used)
    case ("kept", .flag(true)): checkKept()
    case ("once", .flag(true)): checkOnce()
    case ("name", .none): checkNameless()
    case ("names", .words(let names)): checkNames(names)
    case ("findable", .flag(true)): checkFindable()
    case ("status", .word(let word)): checkStatus(word)
    case ("sane", .flag(false)): checkHeights(mended: true)
    case ("heights", .flag(false)), ("heights", .word("some")): checkHeights(mended: false)
    case ("enter", .word(let word)): checkEnter(word)
    case ("leave", .word(let word)): checkLeave(word)
    case ("convention", .word(let word)): checkConvention(word)
    default: check(false, "no rule for \(kind) \(value)")
    }
  }
}
