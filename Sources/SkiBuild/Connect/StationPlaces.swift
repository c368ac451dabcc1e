import SkiGraph

/// What happens at a place where lifts stop.
struct StationPlace: Sendable {
  var site: Int
  var lift: Int
  var boards: Bool
  var alights: Bool

  /// What it needs of runs: a way on where people get off, a way to it where they get on.
  var need: ConnectorNeed { ConnectorNeed(rawValue: (alights ? 1 : 0) | (boards ? 2 : 0)) }

  /// Why a connector that serves a need here exists.
  func cause(_ need: ConnectorNeed) -> LinkCause { need.contains(.leave) ? .liftToRun : .runToLift }
}

/// The places where the lifts of a group stop, found by place.
struct StationPlaces: Sendable {
  /// In order of lifts and stations.
  let places: [StationPlace]
  private let points: [PlanePoint]
  private let tree: BoxIndex

  /// Finds the places once all rides are made. Complexity: O(*n* log *n*) in stations.
  init(_ network: Network, _ lifts: [LocalLift], stop: OrderedWork.StopSignal) {
    places = Self.places(network, lifts)
    points = places.map { network.sites[$0.site].plane }
    tree = BoxIndex(points.map { PlaneBox([$0]) }, stop: stop)
  }

  /// The places where a ride really begins or ends, in order of lifts and stations.
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

  /// Returns the places in a box, in order.
  func places(in box: PlaneBox) throws -> [StationPlace] { try tree.query(box).map { places[$0] } }

  /// Returns the positions of the places within some metres of a point, nearest first.
  func near(_ point: PlanePoint, within metres: Double) throws -> [Int] {
    try tree.query(PlaneBox([point], grownBy: metres))
      .map { (distance: points[$0].distanceMetres(to: point), index: $0) }
      .filter { $0.distance <= metres }
      .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      .map(\.index)
  }
}
