import SkiBase
import SkiGraph

/// The joining of sections of one lift that are mapped as lifts of their own.
///
/// Sections have the same kind, and the same name, number or relation; the end of one is within 60 m of the start of
/// the next, and the line continues there without turning back. Reversible cable cars and funiculars are excluded,
/// since their cars stay on one section and passengers change; so are carpets, each a belt of its own.
///
/// A duration may stand for several sections: for those joined, and for those that only a number tells apart ("Olympe 1",
/// "Olympe 2") and whose line continues, whatever their kind. It is divided among them in proportion to length.
struct JoinedSections: BuildStage {
  let context: BuildContext
  private let ends: LiftEndIndex
  /// The lifts, with durations of several sections divided among them.
  private(set) var lifts: [LocalLift]
  /// The transitions of cabins between sections.
  private(set) var passages: [InSeatTransfer] = []

  /// The greatest turn in degrees of a line from one section to the next.
  private static let passageTurnDegrees = 120.0

  /// Creates the transfers between sections, and divides durations that apply to several of them.
  /// - Complexity: O(*l* (log *l* + *k*)) in lifts and those whose ends are near each.
  init(
    _ lifts: [LocalLift], _ ends: LiftEndIndex, _ context: BuildContext, _ report: inout ImportReport
  ) throws {
    (self.context, self.ends, self.lifts) = (context, ends, lifts)
    var transfers: [(metres: Double, a: InSeatTransfer.End, b: InSeatTransfer.End)] = []
    var chains = UnionFind(count: lifts.count)
    for first in lifts.indices {
      for second in try ends.lifts(
        meeting: lifts[first], within: GraphBuildOptions.stationToStationReachMetres)
      where second > first {
        if areSections(first, second) {
          transfers += self.transferEnds(first, second)
        } else if areNumbered(first, second), !transferEnds(first, second).isEmpty {
          chains.union(first, second)
        }
      }
    }
    transfers.sort { ($0.metres, $0.a.lift, $0.b.lift) < ($1.metres, $1.a.lift, $1.b.lift) }
    var taken: Set<InSeatTransfer.End> = []
    var sets = UnionFind(count: lifts.count)
    for (_, a, b) in transfers where !taken.contains(a) && !taken.contains(b) {
      guard sets.find(a.lift) != sets.find(b.lift) else { continue }
      sets.union(a.lift, b.lift)
      chains.union(a.lift, b.lift)
      taken.formUnion([a, b])
      report.count(
        "liftSectionJoined", .noted, id: lifts[b.lift].lift.id.rawValue,
        detail: "one ride with \(lifts[a.lift].lift.id.rawValue)")
      if arrives(at: a), leaves(from: b) { passages.append(InSeatTransfer(from: a, to: b)) }
      if arrives(at: b), leaves(from: a) { passages.append(InSeatTransfer(from: b, to: a)) }
    }
    shareDurations(&chains, &report)
  }

  private func areSections(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (lifts[first].lift, lifts[second].lift)
    guard a.kind == b.kind, a.kind.keepsItsRiders else { return false }
    if a.id == b.id { return true }
    if let relation = a.relationID, relation == b.relationID { return true }
    if let name = a.name.map(SectionName.fold), !name.isEmpty, name == b.name.map(SectionName.fold) {
      return true
    }
    guard let ref = a.ref.map(NameFolding.fold), !ref.isEmpty else { return false }
    return ref == b.ref.map(NameFolding.fold)
  }

  /// Returns whether only numbers tell the names of two lifts of one kind apart, and one duration may stand for both.
  private func areNumbered(_ first: Int, _ second: Int) -> Bool {
    let (a, b) = (lifts[first].lift, lifts[second].lift)
    guard a.kind == b.kind, a.kind != .magicCarpet,
      a.durationSeconds == nil || b.durationSeconds == nil || a.durationSeconds == b.durationSeconds,
      let stem = a.name.flatMap(SectionName.stem)
    else { return false }
    return stem == b.name.flatMap(SectionName.stem)
  }

  /// Returns the pairs of ends at which passengers may ride from one section into the other.
  private func transferEnds(_ first: Int, _ second: Int) -> [(Double, InSeatTransfer.End, InSeatTransfer.End)]
  {
    let reach = GraphBuildOptions.stationToStationReachMetres
    return [false, true].flatMap { a in
      [false, true].compactMap { b in
        let (from, to) = (
          InSeatTransfer.End(lift: first, isLast: a), InSeatTransfer.End(lift: second, isLast: b)
        )
        let metres = plane(from).distanceMetres(to: plane(to))
        guard metres <= reach, continues(from, to),
          arrives(at: from) && leaves(from: to) || arrives(at: to) && leaves(from: from)
        else { return nil }
        return (metres, from, to)
      }
    }
  }

  private func plane(_ end: InSeatTransfer.End) -> PlanePoint {
    let line = lifts[end.lift].track.plane
    return end.isLast ? line[line.count - 1] : line[0]
  }

  /// Returns whether the line of one section continues in the other without turning back.
  private func continues(_ from: InSeatTransfer.End, _ to: InSeatTransfer.End) -> Bool {
    let coming = outwards(from)
    let going = outwards(to)
    return LiftSections.degreesBetween(coming, going + 180) <= Self.passageTurnDegrees
  }

  /// Returns the bearing of a line outwards at an end, in degrees.
  private func outwards(_ end: InSeatTransfer.End) -> Double {
    let places = lifts[end.lift].track.places
    let ends = end.isLast ? [places[places.count - 2], places[places.count - 1]] : [places[1], places[0]]
    return ends[0].coordinate.bearingDegrees(to: ends[1].coordinate)
  }

  /// Returns whether rides lead to an end of the line.
  private func arrives(at end: InSeatTransfer.End) -> Bool {
    lifts[end.lift].track.travel != (end.isLast ? .against : .along)
  }
  /// Returns whether rides lead away from an end of the line.
  private func leaves(from end: InSeatTransfer.End) -> Bool {
    lifts[end.lift].track.travel != (end.isLast ? .along : .against)
  }

  /// Divides the durations that stand for several sections, in proportion to length.
  private mutating func shareDurations(_ chains: inout UnionFind, _ report: inout ImportReport) {
    let groups = Dictionary(grouping: lifts.indices, by: { chains.find($0) }).values.filter { $0.count > 1 }
    for members in groups.sorted(by: { $0[0] < $1[0] }) {
      guard let seconds = chainSeconds(members) else { continue }
      let whole = members.reduce(0) { $0 + lifts[$1].slopeMetres }
      for lift in members { lifts[lift].lift.durationSeconds = seconds * lifts[lift].slopeMetres / whole }
      let detail = "\(Int(seconds.rounded())) s stand for \(members.count) sections"
      report.count("durationOfChain", .mended, id: lifts[members[0]].lift.id.rawValue, detail: detail)
    }
  }

  /// Returns the duration in seconds that stands for all of some sections; nil when there is none.
  ///
  /// Sections with a duration have the same, plausible for the whole. It is that of the whole where it is implausible
  /// for one of them, or where all have it and it fits the usual speed of their kind better: two sections of equal length
  /// may well take the same time.
  private func chainSeconds(_ members: [Int]) -> Double? {
    let timed = members.filter { lifts[$0].lift.durationSeconds != nil }
    guard let first = timed.first, let seconds = lifts[first].lift.durationSeconds, seconds > 0,
      timed.allSatisfy({ lifts[$0].lift.durationSeconds == seconds }),
      Set(members.map { lifts[$0].lift.id }).count == members.count  // else it was shared already
    else { return nil }
    let (speeds, whole) = (lifts[first].speeds, members.reduce(0) { $0 + lifts[$1].slopeMetres })
    guard speeds.allow(metres: whole, seconds: seconds) else { return nil }
    let alone = timed.map { lifts[$0].slopeMetres }
    if !alone.allSatisfy({ speeds.allow(metres: $0, seconds: seconds) }) { return seconds }
    guard timed.count == members.count else { return nil }
    let own = alone.reduce(0) { $0 + speeds.deviation(metres: $1, seconds: seconds) } / Double(alone.count)
    return speeds.deviation(metres: whole, seconds: seconds) < own ? seconds : nil
  }
}

extension LiftKind {
  /// Indicates whether cabins or chairs may continue from one section into the next.
  fileprivate var keepsItsRiders: Bool {
    switch self {
    case .cableCar, .funicular, .magicCarpet: false
    default: true
    }
  }
}

/// The name of a lift without the number of its section, as in "Matterhorn Express (2. Sektion)".
enum SectionName {
  private static let words: Set<Substring> = [
    "section", "sektion", "teilstrecke", "troncon", "sezione", "seccion", "tronco", "sec", "sekt",
  ]
  private static let ordinals: Set<Substring> = [
    "1", "2", "3", "4", "5", "i", "ii", "iii", "iv", "v", "a", "b", "c", "1er", "2eme", "3eme", "1ere", "1st",
    "2nd", "3rd", "1a", "2a", "lower", "upper", "untere", "obere", "inferieur", "superieur",
  ]

  /// Returns the folded name without a word for section and the ordinal beside it; the folded name where there is none.
  /// - Complexity: O(length).
  static func fold(_ name: String) -> String {
    var parts = NameFolding.fold(name).split(separator: " ")
    guard let at = parts.lastIndex(where: words.contains) else { return parts.joined(separator: " ") }
    let beside = [at + 1, at - 1].first { parts.indices.contains($0) && ordinals.contains(parts[$0]) }
    guard let beside else { return parts.joined(separator: " ") }
    parts.removeSubrange(min(at, beside)...max(at, beside))
    return parts.joined(separator: " ")
  }

  /// Returns the folded name without the ordinal at its end ("Olympe 2"); nil for a name without one.
  /// - Complexity: O(length).
  static func stem(_ name: String) -> String? {
    let parts = NameFolding.fold(name).split(separator: " ")
    guard parts.count > 1, let last = parts.last, ordinals.contains(last) else { return nil }
    return parts.dropLast().joined(separator: " ")
  }
}
