import SkiBase
import SkiGraph
import SkiTerrain

extension Emitter {
  mutating func emitRuns(_ builder: inout RoutingGraphBuilder) throws {
    for (index, local) in group.runs.enumerated() {
      try WorkLimit.check("the build")
      let run = local.run
      let (upper, lower) = ends(of: index)
      var feature = GraphFeature(
        kind: .run, id: run.id, name: run.name, refs: run.refs, status: run.status, start: point(upper),
        end: point(lower))
      feature.convention = run.convention ?? DifficultyConvention(at: feature.start.coordinate)
      feature.difficulty = local.grade
      feature.estimatedDifficulty = local.grade == nil ? local.estimatedGrade : nil
      feature.uses = run.uses
      feature.isArea = !local.areas.isEmpty
      feature.terrain = run.terrain
      feature.alternativeNames = run.alternativeNames
      (feature.access, feature.openingHours) = (run.access, run.openingHours)
      feature.area = group.measured.ofRun[index].map { AreaIndex(firstArea + $0) }
      if upper == nil, let place = anyPlace(of: local) {
        feature.start = GraphPoint(position: place, elevationCentimetres: nil)
        feature.end = feature.start
      }
      let added = builder.addFeature(
        feature, from: upper.flatMap { nodeOf[group.network.root($0)] },
        to: lower.flatMap { nodeOf[group.network.root($0)] })
      if case .areas(let areas) = run.geometry {
        let rings = GraphRing.rings(of: areas)
        if !rings.isEmpty { builder.outlines[added] = rings }
      }
    }
  }

  /// Returns the sites at the upper and lower end of a run: the ends of its lines, or the outermost entries of its
  /// areas.
  private func ends(of index: Int) -> (upper: Int?, lower: Int?) {
    let network = group.network
    let local = group.runs[index]
    if let ends = group.connections.areaEnds[index] { return (ends.upper, ends.lower) }
    let sites = local.lines.filter { !network.stops[$0].isEmpty }
      .flatMap {
        [group.network.endSite($0, isLower: false), group.network.endSite($0, isLower: true)]
      }
    let known = sites.filter { network.sites[$0].elevation != nil }
    func height(_ site: Int) -> Int32 { network.sites[site].elevation ?? 0 }
    let isOneWay = local.lines.count == 1 && network.lines[local.lines[0]].travel != .both
    if isOneWay || sites.isEmpty { return (sites.first, sites.last) }
    guard known.count == sites.count else { return chainEnds(sites) }
    return (
      sites.max { (height($0), $1) < (height($1), $0) }, sites.min { (height($0), $0) < (height($1), $1) }
    )
  }

  /// Returns the first and the last site of lines in sequence, given two sites per line in the direction of travel.
  private func chainEnds(_ sites: [Int]) -> (upper: Int?, lower: Int?) {
    func place(_ site: Int) -> Coordinate {
      group.network.sites[group.network.root(site)].place.coordinate
    }
    let lines = stride(from: 0, to: sites.count, by: 2).map { (sites[$0], sites[$0 + 1]) }
    let parts = lines.map { LongestChain.Part(start: place($0), end: place($1)) }
    guard let ends = LongestChain.ends(of: parts, reachMetres: PlaceClusters.reachMetres) else {
      return (nil, nil)
    }
    return (lines[ends.first].0, lines[ends.last].1)
  }

  /// Returns any coordinate of a run that is not part of the network.
  private func anyPlace(of local: LocalRun) -> FixedCoordinate? {
    switch local.run.geometry {
    case .lines(let lines): lines.first?.coordinates.first.map { FixedCoordinate($0) }
    case .areas(let areas): areas.first?.outer.coordinates.first.map { FixedCoordinate($0) }
    }
  }

  private func point(_ site: Int?) -> GraphPoint {
    guard let site else {
      return GraphPoint(position: FixedCoordinate(latitudeE7: 0, longitudeE7: 0), elevationCentimetres: nil)
    }
    let at = group.network.sites[group.network.root(site)]
    return GraphPoint(position: at.place, elevationCentimetres: at.elevation)
  }

  mutating func emitLifts(_ builder: inout RoutingGraphBuilder) {
    for (index, local) in group.lifts.enumerated() {
      guard let first = local.stations.first?.site, let last = local.stations.last?.site else { continue }
      let (start, end) = local.isRiddenAgainstLine ? (last, first) : (first, last)
      var feature = liftFeature(local.lift, start: point(start), end: point(end))
      feature.durationMilliseconds = local.durationMilliseconds()
      feature.area = group.measured.ofLift[index].map { AreaIndex(firstArea + $0) }
      let nodes = (start: node(start, &builder), end: node(end, &builder))
      builder.addFeature(feature, from: nodes.start, to: nodes.end)
    }
    for lift in group.closedLifts {
      guard let line = lift.parts.first, let first = line.coordinates.first, let last = line.coordinates.last
      else {
        continue
      }
      let ends = [first, last].map { GraphPoint(position: FixedCoordinate($0), elevationCentimetres: nil) }
      builder.addFeature(liftFeature(lift, start: ends[0], end: ends[1]))
    }
  }

  private func liftFeature(_ lift: Lift, start: GraphPoint, end: GraphPoint) -> GraphFeature {
    var feature = GraphFeature(
      kind: .lift, id: lift.id, name: lift.name, refs: lift.refs, status: lift.status, start: start, end: end)
    feature.convention = DifficultyConvention(at: start.coordinate)
    feature.liftKind = lift.kind
    feature.occupancy = lift.occupancy
    feature.capacityPerHour = lift.capacityPerHour
    (feature.isDetachable, feature.ropes) = (lift.knownGrip, lift.knownRopes)
    (feature.hasBubble, feature.isHeated) = (lift.hasBubble, lift.isHeated)
    feature.alternativeNames = lift.alternativeNames
    (feature.access, feature.openingHours) = (lift.access, lift.openingHours)
    return feature
  }

  mutating func emitSpots(_ builder: inout RoutingGraphBuilder) {
    for (lift, local) in group.lifts.enumerated() {
      for station in local.stations {
        for spot in station.spots {
          var feature = spotFeature(group.spots[spot], kind: .station)
          feature.area = group.measured.ofLift[lift].map { AreaIndex(firstArea + $0) }
          let stop = node(station.site, &builder)
          builder.addFeature(feature, from: stop, to: stop, parent: self.feature(lift: lift))
        }
        if station.spots.isEmpty, let name = station.name {
          var feature = GraphFeature(
            kind: .station, id: local.lift.id, name: name, start: point(station.site),
            end: point(station.site))
          feature.area = group.measured.ofLift[lift].map { AreaIndex(firstArea + $0) }
          feature.convention = DifficultyConvention(at: feature.start.coordinate)
          let stop = node(station.site, &builder)
          builder.addFeature(feature, from: stop, to: stop, parent: self.feature(lift: lift))
        }
      }
    }
    for hut in group.connections.huts {
      let place = hut.site.map { node($0, &builder) }
      builder.addFeature(spotFeature(group.spots[hut.spot], kind: .hut), from: place, to: place)
    }
  }

  private func spotFeature(_ spot: Spot, kind: FeatureKind) -> GraphFeature {
    let height = spot.elevationMetres.flatMap {
      LineElevations.plausibleMetres.contains($0) ? Int32(($0 * 100).rounded()) : nil
    }
    let point = GraphPoint(position: FixedCoordinate(spot.coordinate), elevationCentimetres: height)
    var feature = GraphFeature(kind: kind, id: spot.id, name: spot.name, start: point, end: point)
    feature.convention = DifficultyConvention(at: spot.coordinate)
    feature.alternativeNames = spot.alternativeNames
    return feature
  }
}

extension LocalLift {
  /// The length along the slope in metres; along the map where heights are unknown.
  var slopeMetres: Double {
    let climb = track.climbMetres ?? 0
    return (track.mapLengthMetres * track.mapLengthMetres + climb * climb).squareRoot()
  }

  /// The speeds of lifts of its kind.
  var speeds: LiftSpeeds {
    LiftSpeeds(lift.kind, isDetachable: lift.knownGrip, ropes: lift.knownRopes)
  }

  /// Returns the mapped duration of a ride in milliseconds; nil unless its speed is plausible.
  func durationMilliseconds() -> Int? {
    guard let seconds = lift.durationSeconds, seconds.isFinite,
      speeds.allow(metres: slopeMetres, seconds: seconds)
    else { return nil }
    return Int((seconds * 1000).rounded())
  }
}

extension ImportReport {
  /// Counts the implausible durations of lifts.
  mutating func countDurations(of lifts: [LocalLift]) {
    for lift in lifts where lift.lift.durationSeconds != nil && lift.durationMilliseconds() == nil {
      count("durationImplausible", .mended, id: lift.lift.id.rawValue, detail: lift.lift.name ?? "")
    }
  }
}
