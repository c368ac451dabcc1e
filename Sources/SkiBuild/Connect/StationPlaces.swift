import SkiGraph

/// A station of a lift, and whether passengers board or alight there.
struct StationPlace: Sendable {
  var site: Int
  var lift: Int
  var boards: Bool
  var alights: Bool

  /// The need of connections: an exit where passengers alight, an access where they board.
  var need: ConnectorNeed { ConnectorNeed(rawValue: (alights ? 1 : 0) | (boards ? 2 : 0)) }

  /// Returns the cause of a connector that serves a need here.
  func cause(_ need: ConnectorNeed) -> LinkCause { need.contains(.leave) ? .liftToRun : .runToLift }
}

/// The stations of a group's lifts with a spatial index.
struct StationPlaces: Sendable {
  /// The stations in the order of lifts.
  let places: [StationPlace]
  private let points: [PlanePoint]
  private let tree: BoxIndex

  /// Creates the index from all rides. Complexity: O(*n* log *n*) in stations.
  init(_ network: Network, _ lifts: [LocalLift], stop: OrderedWork.CancellationSignal) {
    places = Self.places(network, lifts)
    points = places.map { network.sites[$0.site].plane }
    tree = BoxIndex(points.map { PlaneBox($0) }, stop: stop)
  }

  /// Returns the stations, with boarding and alighting by the rides that begin and end there.
  private static func places(_ network: Network, _ lifts: [LocalLift]) -> [StationPlace] {
    var boards: Set<Int> = []
    var alights: Set<Int> = []
    func key(_ lift: Int, _ site: Int) -> Int { lift &* network.sites.count &+ site }
    for ride in network.rides {
      if ride.allowsForward || ride.allowsBackward {
        if ride.allowsForward {
          boards.insert(key(ride.lift, ride.tail))
          alights.insert(key(ride.lift, ride.head))
        }
        if ride.allowsBackward {
          boards.insert(key(ride.lift, ride.head))
          alights.insert(key(ride.lift, ride.tail))
        }
      }
    }
    return lifts.indices.flatMap { lift in
      lifts[lift].stations.map { station in
        StationPlace(
          site: station.site, lift: lift, boards: boards.contains(key(lift, station.site)),
          alights: alights.contains(key(lift, station.site)))
      }
    }
  }

  /// Returns the stations in a box, in order.
  func places(in box: PlaneBox) throws -> [StationPlace] { try tree.query(box).map { places[$0] } }

  /// Returns the indices of the stations within some metres of a point, nearest first.
  func near(_ point: PlanePoint, within metres: Double) throws -> [Int] {
    try tree.query(PlaneBox(point, grownBy: metres))
      .map { (distance: points[$0].distanceMetres(to: point), index: $0) }
      .filter { $0.distance <= metres }
      .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      .map(\.index)
  }
}
