import SkiGeo
import SkiModel

/// The lifts of one measured area, or all those of a region outside any, with what was found about their runs.
struct LiftGroup {
  var isMeasured: Bool
  var name: String?
  var id: SourceID?
  var bounds: BoundingBox?
  /// The component of the largest set of lifts; nil without lifts.
  var mainComponent: UInt32?
  /// Places where lifts are boarded or left, and how many of them are in the main component.
  var stationCount: Int
  var mutualStationCount: Int
  /// The largest set of lifts that can each be reached from each other.
  var mutual: [MapSurvey.LiftFinding]
  var others: [MapSurvey.LiftFinding]
  var facts = AreaFacts()

  /// Adds lifts of another region; none of them can be reached from these.
  mutating func merge(_ other: LiftGroup) {
    let isLarger = other.mutual.count > mutual.count
    others += (isLarger ? mutual : other.mutual) + other.others
    stationCount += other.stationCount
    if isLarger { (mutual, mutualStationCount) = (other.mutual, other.mutualStationCount) }
    facts.merge(other.facts)
  }

  /// Whether there is anything to say about it.
  var isEmpty: Bool { mutual.isEmpty && others.isEmpty && facts.isEmpty }

  /// The group as a survey shows it.
  var area: MapSurvey.Area {
    MapSurvey.Area(
      isMeasured: isMeasured, name: name, id: id, bounds: bounds,
      operatingLiftCount: mutual.count + others.count,
      mutuallyReachableLiftCount: mutual.count, stationCount: stationCount,
      mutuallyReachableStationCount: mutualStationCount, otherLifts: others, facts: facts)
  }
}
