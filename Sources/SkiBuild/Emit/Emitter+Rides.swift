import SkiBase
import SkiGraph
import SkiTerrain

extension Emitter {
  /// Writes a link for each ride between two stations of a lift.
  mutating func emitRides(_ builder: inout RoutingGraphBuilder) {
    for ride in group.network.rides
    where group.network.root(ride.tail) != group.network.root(ride.head) {
      var link = link(of: ride, &builder)
      link.allowsForward = ride.allowsForward
      link.allowsBackward = ride.allowsBackward
      link.confidencePercent = ride.confidencePercent
      if ride.isEstimated { link.flags.insert(.directionEstimated) }
      builder.links.append(link)
    }
  }

  private mutating func link(of ride: Ride, _ builder: inout RoutingGraphBuilder) -> BuilderLink {
    let isTurned = ride.headPosition < ride.tailPosition
    let tail = LineSite(position: ride.tailPosition, site: ride.tail)
    let head = LineSite(position: ride.headPosition, site: ride.head)
    var link = piece(
      group.lifts[ride.lift].track, from: isTurned ? head : tail, to: isTurned ? tail : head,
      isTurned: isTurned, kind: .lift, &builder)
    link.feature = feature(lift: ride.lift)
    return link
  }

  /// Writes the rides that continue from one section of a lift into the next without a change.
  ///
  /// A cabin at a station between sections is a node of its own: links lead into it from the stations before, and out
  /// of it to the stations after or to the next such node. Each link is one-way.
  /// - Complexity: O(*s*²) in the stations of each lift with such a section.
  mutating func emitThroughRides(_ builder: inout RoutingGraphBuilder) {
    let passages = group.passages
    guard !passages.isEmpty else { return }
    var cabins = Cabins()
    for passage in passages {
      guard let station = group.station(at: passage.from) else { continue }
      let site = group.network.sites[group.network.root(station.site)]
      let node = builder.addNode(GraphPoint(position: site.place, elevationCentimetres: site.elevation))
      cabins.entered[passage.from] = node
      cabins.left[passage.to] = node
    }
    for lift in Set(passages.flatMap { [$0.from.lift, $0.to.lift] }).sorted() {
      for ride in group.throughRides(of: lift) { emit(ride, cabins, &builder) }
    }
  }

  /// The nodes of cabins, by the section's end that they leave and by the one that they enter.
  private struct Cabins {
    var entered: [InSeatTransfer.End: BuilderNodeIndex] = [:]
    var left: [InSeatTransfer.End: BuilderNodeIndex] = [:]
  }

  /// Writes the links of one ride that begin or end in a cabin.
  private mutating func emit(_ ride: ThroughRide, _ cabins: Cabins, _ builder: inout RoutingGraphBuilder) {
    let from = ride.fromEnd.flatMap { cabins.left[$0] }
    let to = ride.toEnd.flatMap { cabins.entered[$0] }
    if let from, ride.alights { emit(ride, from: from, to: nil, &builder) }
    if let to, ride.boards { emit(ride, from: nil, to: to, &builder) }
    if let from, let to { emit(ride, from: from, to: to, &builder) }
  }

  private mutating func emit(
    _ ride: ThroughRide, from: BuilderNodeIndex?, to: BuilderNodeIndex?, _ builder: inout RoutingGraphBuilder
  ) {
    guard group.network.root(ride.ride.tail) != group.network.root(ride.ride.head) else { return }
    var link = link(of: ride.ride, &builder)
    (link.allowsForward, link.allowsBackward) = (ride.isForward, !ride.isForward)
    link.confidencePercent = ride.ride.confidencePercent
    if ride.ride.isEstimated { link.flags.insert(.directionEstimated) }
    if from != nil { link.flags.insert(.staysOn) }
    if to != nil { link.flags.insert(.goesOn) }
    let (tail, head) = ride.isForward ? (from, to) : (to, from)
    if let tail { link.begin(at: tail, builder.nodes[tail.position]) }
    if let head { link.end(at: head, builder.nodes[head.position]) }
    builder.links.append(link)
  }
}

/// A ride in one direction that may be part of a longer one.
struct ThroughRide {
  var ride: Ride
  /// Indicates whether it leads from the ride's tail to its head.
  var isForward: Bool
  /// The end of the lift's line at which it begins; nil at an intermediate station.
  var fromEnd: InSeatTransfer.End?
  /// The end of the lift's line at which it ends; nil at an intermediate station.
  var toEnd: InSeatTransfer.End?
  /// Indicates whether passengers may board at its start.
  var boards: Bool
  /// Indicates whether passengers may alight at its end.
  var alights: Bool
}

extension ConnectedGroup {
  /// Returns the station at an end of a lift's line.
  func station(at end: InSeatTransfer.End) -> LocalStation? {
    end.isLast ? lifts[end.lift].stations.last : lifts[end.lift].stations.first
  }

  /// Returns the rides between all stations of a lift, whether or not passengers may board and alight there.
  /// - Complexity: O(*s*²) in its stations.
  func throughRides(of index: Int) -> [ThroughRide] {
    let lift = lifts[index]
    let last = lift.stations.count - 1
    func end(_ station: Int) -> InSeatTransfer.End? {
      station == 0 || station == last ? InSeatTransfer.End(lift: index, isLast: station == last) : nil
    }
    let isTurned = lift.isRiddenAgainstLine
    var rides: [ThroughRide] = []
    for low in lift.stations.indices {
      for high in lift.stations.indices where high > low {
        let (tail, head) = isTurned ? (high, low) : (low, high)
        let (a, b) = (lift.stations[tail], lift.stations[head])
        let ride = Ride(
          lift: index, tail: a.site, head: b.site, tailPosition: a.position, headPosition: b.position,
          allowsForward: true, allowsBackward: lift.track.travel == .both, isEstimated: lift.isEstimated,
          confidencePercent: min(a.confidencePercent, b.confidencePercent))
        rides.append(
          ThroughRide(
            ride: ride, isForward: true, fromEnd: end(tail), toEnd: end(head), boards: a.boards,
            alights: b.alights))
        guard ride.allowsBackward else { continue }
        rides.append(
          ThroughRide(
            ride: ride, isForward: false, fromEnd: end(head), toEnd: end(tail), boards: b.boards,
            alights: a.alights))
      }
    }
    return rides
  }
}

extension BuilderLink {
  /// Moves the start of the link to a node near its first point, with the path between as its first segment.
  fileprivate mutating func begin(at node: BuilderNodeIndex, _ place: GraphPoint) {
    tail = node
    guard points[0].position != place.position else { return }
    let way = place.centimetres(to: points[0])
    points.insert(
      GraphPoint(position: place.position, elevationCentimetres: points[0].elevationCentimetres), at: 0)
    distancesCentimetres = [0] + distancesCentimetres.map { $0 + way }
    if let first = inferredElevationsCentimetres?.first {
      inferredElevationsCentimetres?.insert(first, at: 0)
    }
  }

  /// Moves the end of the link to a node near its last point, as ``begin(at:_:)``.
  fileprivate mutating func end(at node: BuilderNodeIndex, _ place: GraphPoint) {
    let last = points.count - 1
    head = node
    guard points[last].position != place.position else { return }
    let way = place.centimetres(to: points[last])
    points.append(
      GraphPoint(position: place.position, elevationCentimetres: points[last].elevationCentimetres))
    distancesCentimetres.append(distancesCentimetres[last] + way)
    if let end = inferredElevationsCentimetres?.last { inferredElevationsCentimetres?.append(end) }
  }
}

extension GraphPoint {
  /// Returns the distance on the map to another point, in centimetres.
  fileprivate func centimetres(to other: GraphPoint) -> UInt32 {
    UInt32((geodesicLengthsMetres(along: [coordinate, other.coordinate])[1] * 100).rounded())
  }
}

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
