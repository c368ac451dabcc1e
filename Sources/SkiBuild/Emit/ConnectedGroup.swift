import SkiModel
import SkiProjection

/// What connecting a network made besides the network itself.
struct Connections {
  /// The ends of runs mapped as areas, by position.
  let areaEnds: [Int: AreaEnds]
  let huts: [LocalHut]
  let streets: LocalStreets
}

/// A group of features with all that was made of it: what goes into the map.
struct ConnectedGroup {
  let projection: LocalProjection
  let runs: [LocalRun]
  let lifts: [LocalLift]
  /// Where one stays on from one section of a lift into the next.
  let passages: [LiftPassage]
  let idleLifts: [Lift]
  let spots: [Spot]
  let connections: Connections
  let network: Network
  let measured: MeasuredAreas
  let report: ImportReport

  /// The input numbers of the streets that are part of the map.
  var usedStreetNumbers: Set<Int> {
    Set(
      connections.streets.ways.lazy.filter { network.root($0.tail) != network.root($0.head) }
        .map { connections.streets.streets[$0.street].number })
  }
}
