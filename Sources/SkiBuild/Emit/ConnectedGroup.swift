import SkiGraph
import SkiTerrain

/// The results of connecting a network besides the network itself.
struct Connections {
  /// The ends of runs mapped as areas, by index.
  let areaEnds: [Int: AreaEnds]
  let huts: [LocalHut]
  let streets: LocalStreets
}

/// A connected group of features, ready to be written to the map.
struct ConnectedGroup {
  let projection: LocalProjection
  let runs: [LocalRun]
  let overlaps: Overlaps
  let lifts: [LocalLift]
  /// The transitions of cabins between sections of lifts.
  let passages: [InSeatTransfer]
  let closedLifts: [Lift]
  let spots: [Spot]
  let connections: Connections
  let network: Network
  let measured: MeasuredAreas
  var report: ImportReport

  /// The input numbers of the streets that are part of the map.
  var usedStreetNumbers: Set<Int> {
    Set(
      connections.streets.segments.lazy.filter { network.root($0.tail) != network.root($0.head) }
        .map { connections.streets.streets[$0.street].number })
  }
}
