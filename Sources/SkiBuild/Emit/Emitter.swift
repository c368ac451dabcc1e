import SkiBase
import SkiGraph
import SkiTerrain

/// The writer of one connected group to a graph builder: nodes, links, features, areas.
struct Emitter {
  let group: ConnectedGroup
  /// The builder's index of the group's first feature.
  let firstFeature: Int
  /// The builder's index of the group's first area.
  let firstArea: Int
  var nodeOf: [BuilderNodeIndex?]
  /// The flags of links by the uses of each run.
  let useFlags: [LinkFlags]
  /// The grades of links.
  let grades: LinkGrades
  /// The runs and lifts through each root site: none, one or several.
  private let users: [SiteUsers]

  init(_ group: ConnectedGroup, into builder: RoutingGraphBuilder) {
    self.group = group
    firstFeature = builder.features.count
    firstArea = builder.areas.count
    nodeOf = Array(repeating: nil, count: group.network.sites.count)
    useFlags = group.runs.map { local in
      var flags: LinkFlags = []
      if local.run.isClimbed { flags.insert(.optIn) }
      if local.run.isItinerary { flags.insert(.itinerary) }
      return flags
    }
    grades = LinkGrades(runs: group.runs, overlaps: group.overlaps)
    users = group.network.siteUsers(group.lifts, runCount: group.runs.count)
  }

  /// Writes the group.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see `WorkLimit`.
  /// - Complexity: O(*n* + *m* + *v*) in sites, links and vertices.
  mutating func emit(into builder: inout RoutingGraphBuilder) throws {
    builder.areas.append(contentsOf: group.measured.areas)
    try emitRunLinks(&builder)
    emitRides(&builder)
    emitThroughRides(&builder)
    try WorkLimit.check("the build")
    emitCrossings(&builder)
    emitConnectors(&builder)
    try WorkLimit.check("the build")
    try emitRuns(&builder)
    emitLifts(&builder)
    emitSpots(&builder)
    try WorkLimit.check("the build")
    emitStreets(&builder)
    giveZones(to: &builder)
  }

  /// Gives features outside ski areas the time zones of their places.
  ///
  /// Streets have none: no question starts at one by its name.
  private func giveZones(to builder: inout RoutingGraphBuilder) {
    for index in firstFeature..<builder.features.count {
      let facts = builder.features[index].facts
      guard facts.area == nil, facts.kind != .street else { continue }
      builder.features[index].facts.zone = ZoneTable.shipped.zone(at: facts.start.coordinate)
    }
  }

  /// Returns the builder's index of a run of the group.
  func feature(run: Int) -> BuilderFeatureIndex { BuilderFeatureIndex(firstFeature + run) }
  /// Returns the builder's index of a lift of the group.
  func feature(lift: Int) -> BuilderFeatureIndex {
    BuilderFeatureIndex(firstFeature + group.runs.count + lift)
  }

  /// Returns the node of a site, added when it is new.
  mutating func node(_ site: Int, _ builder: inout RoutingGraphBuilder) -> BuilderNodeIndex {
    let site = group.network.root(site)
    if let known = nodeOf[site] { return known }
    let at = group.network.sites[site]
    let node = builder.addNode(GraphPoint(position: at.place, elevationCentimetres: at.elevation))
    nodeOf[site] = node
    if users[site] == .several { builder.junctions[node] = at.junction }
    return node
  }

  private mutating func emitRunLinks(_ builder: inout RoutingGraphBuilder) throws {
    let network = group.network
    for line in network.lines.indices {
      try WorkLimit.check("the build")
      let track = network.lines[line]
      let run = group.runs[track.feature]
      for (a, b) in zip(network.stops[line], network.stops[line].dropFirst()) {
        var link = piece(track, from: a, to: b, isTurned: track.travel == .against, kind: .run, &builder)
        link.feature = feature(run: track.feature)
        link.allowsBackward = track.travel == .both
        if let doubt = a.doubt { link.doubt(doubt) }
        link.take(grades.grade(ofLine: line, from: a, to: b, network))
        link.flags.formUnion(useFlags[track.feature])
        if track.isSteeperThanGraded(from: a.position, to: b.position) {
          link.flags.insert(.steeperThanGraded)
        }
        if run.run.uses.contains(.connection) { link.flags.insert(.connection) }
        link.confidencePercent = min(confidence(a.site), confidence(b.site))
        builder.links.append(link)
      }
    }
  }

  private func confidence(_ site: Int) -> UInt8 {
    group.network.sites[group.network.root(site)].junction.confidencePercent
  }

  /// Returns the part of a line between two sites as a link, reversed if `isTurned`.
  mutating func piece(
    _ track: ProjectedLine, from a: LineSite, to b: LineSite, isTurned: Bool, kind: LinkKind,
    _ builder: inout RoutingGraphBuilder
  ) -> BuilderLink {
    var points = [point(a, track)]
    var offsets = [track.offset(a.position)]
    var inferred = [track.inferredElevation(a.position)]
    let count = max(0, b.position.segment - a.position.segment) + 2
    points.reserveCapacity(count)
    offsets.reserveCapacity(count)
    inferred.reserveCapacity(count)
    var vertex = a.position.segment + 1
    while vertex < track.places.count, LinePosition(segment: vertex, fraction: 0) < b.position {
      points.append(
        GraphPoint(position: track.places[vertex], elevationCentimetres: track.elevations?[vertex]))
      offsets.append(track.offsets[vertex])
      inferred.append(track.inferredElevations?[vertex])
      vertex += 1
    }
    points.append(point(b, track))
    offsets.append(track.offset(b.position))
    inferred.append(track.inferredElevation(b.position))
    if isTurned {
      points.reverse()
      offsets.reverse()
      inferred.reverse()
    }
    let start = offsets[0]
    let (first, last) = isTurned ? (b, a) : (a, b)
    var link = BuilderLink(
      kind: kind, feature: nil, tail: node(first.site, &builder), head: node(last.site, &builder),
      allowsForward: true,
      allowsBackward: false, startOffsetCentimetres: start, endOffsetCentimetres: offsets[offsets.count - 1],
      points: points, distancesCentimetres: offsets.map { isTurned ? start - $0 : $0 - start })
    if track.elevations != nil {
      link.flags.insert(.hasElevation)
    } else {
      link.inferredElevationsCentimetres = Self.all(inferred)
    }
    return link
  }

  /// Returns the inferred elevations; nil when one is missing.
  private static func all(_ inferred: [Int32?]) -> [Int32]? {
    let heights = inferred.compactMap(\.self)
    return heights.count == inferred.count ? heights : nil
  }

  private func point(_ stop: LineSite, _ track: ProjectedLine) -> GraphPoint {
    let site = group.network.sites[group.network.root(stop.site)]
    return GraphPoint(position: site.place, elevationCentimetres: track.elevation(stop.position))
  }
}

extension BuilderLink {
  /// Makes the link one whose direction is unknown, with the rise of its doubt at least.
  fileprivate mutating func doubt(_ doubt: DirectionDoubt) {
    flags.insert(.directionUnknown)
    if doubt.isTwoWay { allowsBackward = true }
    guard let heights = inferredElevationsCentimetres, let first = heights.first, let last = heights.last,
      let length = distancesCentimetres.last, length > 0
    else { return }
    let rise = max(abs(Double(last) - Double(first)), doubt.gradient * Double(length))
    let start = (Double(first) + Double(last) - rise) / 2
    inferredElevationsCentimetres = distancesCentimetres.map {
      InferredElevation.centimetres((start + rise * Double($0) / Double(length)) / 100)
    }
  }
}

extension Emitter {
  /// Writes the streets that are kept and the connectors to them.
  ///
  /// All are walked both ways and have no grade, so no ceiling applies to them.
  mutating func emitStreets(_ builder: inout RoutingGraphBuilder) {
    var features: [Int: BuilderFeatureIndex] = [:]
    for way in group.connections.streets.segments {
      guard var link = walk(way, &builder) else { continue }
      let index =
        features[way.street]
        ?? builder.addFeature(streetFeature(way.street, along: link), from: link.tail, to: link.head)
      features[way.street] = index
      builder.features[index.position].facts.end = link.points[link.points.count - 1]
      builder.features[index.position].endNode = link.head
      link.feature = index
      builder.links.append(link)
    }
    for connector in group.connections.streets.connectors {
      let (tail, head) = (group.network.root(connector.tail), group.network.root(connector.head))
      guard tail != head, var link = madeLink(tail, head, over: connector.ground, &builder) else { continue }
      link.cause = .street
      link.confidencePercent = ConnectionConfidence.connector(over: connector.ground, cause: .street)
      builder.links.append(link)
    }
  }

  private func streetFeature(_ index: Int, along link: BuilderLink) -> GraphFeature {
    let street = group.connections.streets.streets[index].street
    var feature = GraphFeature(
      kind: .street, id: street.id, name: street.name, refs: ReferenceNumbers.list(street.ref),
      start: link.points[0],
      end: link.points[link.points.count - 1])
    feature.streetKind = street.kind
    feature.convention = DifficultyConvention(at: feature.start.coordinate)
    return feature
  }

  /// Returns a section of a street as a link; nil when its ends were merged.
  private mutating func walk(_ way: StreetSegment, _ builder: inout RoutingGraphBuilder) -> BuilderLink? {
    let (tail, head) = (group.network.root(way.tail), group.network.root(way.head))
    guard tail != head, way.points.count > 1, let length = way.distances.last, length > 0 else { return nil }
    var points = way.points
    points[0].position = group.network.sites[tail].place
    points[points.count - 1].position = group.network.sites[head].place
    var link = BuilderLink(
      kind: .walk, feature: nil, tail: node(tail, &builder), head: node(head, &builder), allowsForward: true,
      allowsBackward: true, cause: .street, startOffsetCentimetres: way.startOffset,
      endOffsetCentimetres: way.startOffset &+ length, points: points, distancesCentimetres: way.distances)
    if points.allSatisfy({ $0.elevationCentimetres != nil }) { link.flags.insert(.hasElevation) }
    switch way.snow {
    case .cleared: break
    case .short: link.flags.insert(.shortSnowPassage)
    case .long: link.flags.insert(.snowCovered)
    }
    return link
  }

  mutating func emitCrossings(_ builder: inout RoutingGraphBuilder) {
    for crossing in group.network.crossings {
      guard group.network.root(crossing.tail) != group.network.root(crossing.head),
        var link = madeLink(
          crossing.tail, crossing.head, inner: crossing.points, crossing.elevations, &builder)
      else { continue }
      let run = group.runs[crossing.run]
      link.inferredElevationsCentimetres = crossing.elevations == nil ? crossing.inferredElevations : nil
      link.kind = .run
      link.feature = feature(run: crossing.run)
      link.allowsBackward = crossing.allowsBackward
      link.cause = .areaCrossing
      link.take(grades.grade(of: crossing))
      link.flags.insert(.areaCrossing)
      link.flags.formUnion(useFlags[crossing.run])
      if run.run.uses.contains(.connection) { link.flags.insert(.connection) }
      if crossing.isEstimated { link.flags.insert(.directionEstimated) }
      if crossing.isDirectionUnknown { link.flags.insert(.directionUnknown) }
      link.confidencePercent = ConnectionConfidence.areaCrossing(isDirectionKnown: !crossing.isEstimated)
      link.endOffsetCentimetres = 0
      builder.links.append(link)
    }
  }

  mutating func emitConnectors(_ builder: inout RoutingGraphBuilder) {
    for connector in group.network.connectors {
      let (tail, head) = (group.network.root(connector.tail), group.network.root(connector.head))
      let profile = connector.profile
      guard tail != head, var link = madeLink(tail, head, over: profile, &builder) else { continue }
      link.allowsForward = connector.allowsForward
      link.allowsBackward = connector.allowsBackward
      link.inferredElevationsCentimetres = profile.inferredCentimetres
      link.cause = connector.cause
      link.take(grades.grade(of: connector, group.network))
      link.confidencePercent = ConnectionConfidence.connector(over: profile, cause: connector.cause)
      builder.links.append(link)
    }
  }

  /// Returns a straight link between two sites over known terrain; nil when it has no length.
  mutating func madeLink(
    _ tail: Int, _ head: Int, over profile: ConnectorProfile, _ builder: inout RoutingGraphBuilder
  ) -> BuilderLink? {
    let ends = (group.network.sites[tail].plane, group.network.sites[head].plane)
    let last = max(1, (profile.metres?.count ?? 2) - 1)
    let inner = (0...last).map { ends.0.towards(ends.1, Double($0) / Double(last)) }
    let heights = profile.metres?.map { Int32(($0 * 100).rounded()) }
    return madeLink(tail, head, inner: inner, heights, &builder)
  }

  /// Returns a link through projected points whose first and last are the nodes; nil when it has no length.
  mutating func madeLink(
    _ tail: Int, _ head: Int, inner: [PlanePoint], _ heights: [Int32]?, _ builder: inout RoutingGraphBuilder
  ) -> BuilderLink? {
    guard let between = try? group.projection.places(inner.dropFirst().dropLast()) else { return nil }
    let ends = [tail, head].map { group.network.sites[group.network.root($0)].place }
    let places = [ends[0]] + between + [ends[1]]
    let lengths = geodesicLengthsMetres(along: places.map(\.coordinate))
    guard let total = lengths.last, total.isFinite, total > 0 else { return nil }
    let points = places.indices.map { GraphPoint(position: places[$0], elevationCentimetres: heights?[$0]) }
    var link = BuilderLink(
      kind: .connector, feature: nil, tail: node(tail, &builder), head: node(head, &builder),
      allowsForward: true,
      allowsBackward: true, points: points, distancesCentimetres: lengths.map { UInt32(($0 * 100).rounded()) }
    )
    if heights != nil { link.flags.insert(.hasElevation) }
    return link
  }
}

extension BuilderLink {
  /// Sets the grade of the link, and how it is known.
  mutating func take(_ grade: LinkGrades.Grade) {
    difficulty = grade.difficulty
    if grade.isEstimated { flags.insert(.difficultyEstimated) }
    if grade.isFromOverlap { flags.insert(.difficultyFromOverlap) }
  }
}

/// The runs and lifts through a site: none, one, or several.
enum SiteUsers: Hashable {
  case none
  case one(Int)
  case several

  mutating func add(_ feature: Int) {
    switch self {
    case .none: self = .one(feature)
    case .one(feature): break
    default: self = .several
    }
  }
}

extension Network {
  /// Returns the runs and lifts through each root site; connectors and paths across areas don't count.
  /// - Complexity: O(*n* + *s*) in sites and positions on lines.
  func siteUsers(_ lifts: [LocalLift], runCount: Int) -> [SiteUsers] {
    var users = [SiteUsers](repeating: .none, count: sites.count)
    for (line, stops) in stops.enumerated() {
      for stop in stops { users[root(stop.site)].add(lines[line].feature) }
    }
    for (index, lift) in lifts.enumerated() {
      for station in lift.stations { users[root(station.site)].add(runCount + index) }
    }
    return users
  }
}
