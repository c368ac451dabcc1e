import SkiBase
import SkiGraph

/// The lifts of one measured area, or of a region outside areas, with the statistics of its runs.
struct LiftGroup {
  var isMeasured: Bool
  var name: String?
  var id: SourceID?
  var bounds: BoundingBox?
  /// The strongly connected component with most lifts; nil without lifts.
  var mainComponent: UInt32?
  /// The number of stations.
  var stationCount: Int
  /// The number of stations in the main component.
  var mutualStationCount: Int
  /// The largest set of mutually reachable lifts.
  var mutual: [MapSurvey.LiftFinding]
  var others: [MapSurvey.LiftFinding]
  var facts = AreaFacts()

  /// Adds lifts of another region, none of which is reachable from these.
  mutating func merge(_ other: LiftGroup) {
    let isLarger = other.mutual.count > mutual.count
    others += (isLarger ? mutual : other.mutual) + other.others
    stationCount += other.stationCount
    if isLarger { (mutual, mutualStationCount) = (other.mutual, other.mutualStationCount) }
    facts.merge(other.facts)
  }

  /// Indicates whether there is nothing to report.
  var isEmpty: Bool { mutual.isEmpty && others.isEmpty && facts.isEmpty }

  /// The group as part of a survey.
  var area: MapSurvey.Area {
    MapSurvey.Area(
      isMeasured: isMeasured, name: name, id: id, bounds: bounds,
      operatingLiftCount: mutual.count + others.count,
      mutuallyReachableLiftCount: mutual.count, stationCount: stationCount,
      mutuallyReachableStationCount: mutualStationCount, otherLifts: others, facts: facts)
  }
}
