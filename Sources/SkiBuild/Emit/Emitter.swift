import SkiBase
import SkiGraph

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
