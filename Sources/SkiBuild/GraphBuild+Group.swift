import SkiBase
import SkiGraph
import SkiTerrain

extension GraphBuild {
  /// Builds one group, and a second time with lifts turned where the first shows that they lead down.
  /// - Complexity: O(*n* log *n*) expected in features and vertices.
  static func connect(
    _ group: FeatureGroup, _ streets: [LocalStreet], mapped areas: SkiAreaIndex, _ context: BuildContext
  ) throws -> ConnectedGroup {
    var built = try connect(group, streets, mapped: areas, turned: [], context)
    var inverted = InvertedLifts.find(in: built)
    let turned = Set(inverted.filter { InvertedLifts.mayBeTurned(built.lifts[$0]) })
    if !turned.isEmpty {
      built = try connect(group, streets, mapped: areas, turned: turned, context)
      inverted = InvertedLifts.find(in: built)
    }
    InvertedLifts.count(inverted, of: built.lifts, &built.report)
    return built
  }

  /// Builds one group by running the stages in order.
  ///
  /// Geometry, network, lifts, areas, connectors and streets; the result is ready to be written. The network is passed
  /// `inout` to the stages that extend it.
  /// - Complexity: O(*n* log *n*) expected in features and vertices.
  private static func connect(
    _ group: FeatureGroup, _ streets: [LocalStreet], mapped areas: SkiAreaIndex, turned: Set<Int>,
    _ context: BuildContext
  ) throws -> ConnectedGroup {
    var report = ImportReport()
    let drawnLifts = try ProjectedLifts(group.lifts, turned: turned, context, &report)
    let drawnRuns = try ProjectedRuns(group.runs, beside: drawnLifts.lifts, context, &report)
    let drawn = try GroupIndexes(drawnRuns, drawnLifts.lifts)

    var network = Network(drawnRuns.lines)
    var lifts = try StationPlacement(
      context: context, spots: group.spots, runs: drawnRuns.runs, tracks: network.lines, drawn: drawn,
      lifts: drawnLifts.lifts
    ).placed(&report)
    network.addStations(of: &lifts)
    try Noding(context: context, index: drawn.lines, lifts: lifts).node(&network)
    try context.stop.check()
    let heights = try FittedElevations(
      ElevationEvidence(
        context: context, network: network, index: drawn.lines, runs: drawnRuns.runs, lifts: lifts,
        spots: group.spots, marks: drawnRuns.elevationMarks))
    try heights?.fill(&network, &lifts, drawnRuns.runs, &report, context.stop)
    try context.stop.check()

    let sections = try sections(of: lifts, drawnRuns.runs, drawn, context, &network, &report)
    let (runs, overlaps) = try graded(drawnRuns.runs, drawn.lines, context, &network, &report)
    report.countDurations(of: sections.lifts)
    try context.stop.check()

    let connections = try connections(
      of: ConnectorStage(
        context: context, index: drawn.lines,
        stations: StationPlaces(network, sections.lifts, stop: context.stop),
        surfaceLifts: SurfaceLifts(sections.lifts)),
      LinkGrades(runs: runs, overlaps: overlaps), sections.lifts, group.spots, streets, &network, &report)
    DirectionDoubts(runs, marks: drawnRuns.elevationMarks).mark(&network, &report)
    let measured = try AreaMeasurement(
      context: context, tracks: network.lines, drawn: drawn, runs: runs, lifts: sections.lifts, mapped: areas
    ).measured()
    return ConnectedGroup(
      projection: context.projection, runs: runs, overlaps: overlaps, lifts: sections.lifts,
      passages: sections.passages, closedLifts: group.closedLifts, spots: group.spots,
      connections: connections,
      network: network,
      measured: measured, report: report)
  }

  /// Determines the direction of lifts, adds their rides, and joins their sections.
  private static func sections(
    of lifts: [LocalLift], _ runs: [LocalRun], _ drawn: GroupIndexes, _ context: BuildContext,
    _ network: inout Network, _ report: inout ImportReport
  ) throws -> JoinedSections {
    let directed = try LiftDirections(
      context: context, runs: runs, tracks: network.lines, drawn: drawn, lifts: lifts
    ).directed(&report)
    network.addRides(of: directed)
    network.markStations(of: directed)
    let sections = try JoinedSections(directed, drawn.liftEnds, context, &report)
    try context.stop.check()
    return sections
  }

  /// Finds the outlines and overlaps of runs, and adds missing names and grades.
  private static func graded(
    _ runs: [LocalRun], _ lines: LineIndex, _ context: BuildContext, _ network: inout Network,
    _ report: inout ImportReport
  ) throws -> ([LocalRun], Overlaps) {
    var runs = try OutlineFinder(context: context, tracks: network.lines, index: lines, runs: runs)
      .outlined(&report)
    let overlaps = try network.findOverlaps(lines, runs, context.options)
    runs = try OverlapNames(context: context, tracks: network.lines, index: lines, runs: runs).named()
    runs = try GradeEstimation.graded(runs, network.lines, context.elevations)
    try GradeEstimation.inherit(&runs, network.lines, lines, within: context.options.runEndReachMetres)
    try context.stop.check()
    network.flagSteepRuns(runs, &report)
    return (runs, overlaps)
  }

  /// Connects runs, lifts, areas, huts and streets, repairs disconnected components, and settles the network.
  private static func connections(
    of connecting: ConnectorStage, _ grades: LinkGrades, _ lifts: [LocalLift], _ spots: [Spot],
    _ streets: [LocalStreet], _ network: inout Network, _ report: inout ImportReport
  ) throws -> Connections {
    let stop = connecting.stop
    let crosser = AreaCrosser(connecting: connecting, runs: grades.runs)
    try connecting.connectRuns(&network)
    try connecting.connectStations(&network)
    try crosser.joinAcrossOutlines(&network)
    var crossed = try crosser.crossAreas(&network, &report)
    try stop.check()
    try DeadEndStage(connecting: connecting).widen(&network, crossing: crosser, &crossed)
    for stage in [connecting, connecting.admittingSteepClimbs] {
      try stage.openClosedComponents(&network)
      try stage.joinSeparateComponents(&network)
    }
    try connecting.connectEasierRuns(grades.runs, &network)
    try CeilingRepair.repair(&network, connecting, grades, lifts)
    try StationWalks.add(to: &network, connecting, grades, lifts)
    var huts = try connecting.connectHuts(spots, &network, &report)
    let joiner = StreetJoiner(connecting: connecting, streets: streets)
    let joining = try joiner.cutRuns(&network)
    try stop.check()
    network.joinNearSites(
      within: GraphBuildOptions.samePlaceMetres,
      heightLimitMetres: GraphBuildOptions.crossingHeightLimitMetres)
    try stop.check()
    network.finalizeSites()
    let areaEnds = try crosser.ends(of: crossed, network)
    let kept = try joiner.join(joining, &huts, spots, &network)
    network.preferStreets(kept)
    return Connections(areaEnds: areaEnds, huts: huts, streets: kept)
  }
}

/// The naming of runs after others that they overlap.
struct OverlapNames: BuildStage {
  let context: BuildContext
  /// The lines of the runs.
  let tracks: [ProjectedLine]
  /// The spatial index of the lines.
  let index: LineIndex
  var runs: [LocalRun]

  /// The least share of its length by which a run overlaps the one it is named after, 0...1.
  private static let belongingShare = 0.6

  /// Returns the runs, with unnamed ones named and numbered after the run that they overlap for most of their length;
  /// of several, the one with the longest overlap.
  /// - Complexity: O(*n* log *n* + *k* · *v*) for *k* pairs of lines near each other of which one has no name.
  consuming func named() throws -> [LocalRun] {
    var best: [Int: (metres: Double, other: Int)] = [:]
    for (a, b) in try index.pairs(within: GraphBuildOptions.overlapWidthMetres) {
      for (line, other) in [(a, b), (b, a)] where mayTakeName(line, of: other) {
        try stop.check()
        let track = tracks[line]
        let near = index.stretches(of: line, within: GraphBuildOptions.overlapWidthMetres, of: other)
        guard LineOverlap.greatestMetres(track, near) >= Self.belongingShare * track.mapLengthMetres else {
          continue
        }
        let metres = LineOverlap(track, from: track.start, to: track.end, beside: tracks[other])
          .nearMetres(within: GraphBuildOptions.overlapWidthMetres)
        guard metres >= Self.belongingShare * track.mapLengthMetres, metres > best[line]?.metres ?? 0 else {
          continue
        }
        best[line] = (metres, other)
      }
    }
    for (line, found) in best.sorted(by: { $0.key < $1.key }) {
      let (run, other) = (tracks[line].feature, tracks[found.other].feature)
      guard runs[run].lines.count == 1, runs[run].run.name == nil else { continue }
      runs[run].run.name = runs[other].run.name
      runs[run].run.refs = runs[other].run.refs
    }
    return runs
  }

  private func mayTakeName(_ line: Int, of other: Int) -> Bool {
    let (run, named) = (runs[tracks[line].feature].run, runs[tracks[other].feature].run)
    return run.name == nil && run.ref == nil && (named.name != nil || named.ref != nil)
      && tracks[line].layer == tracks[other].layer && tracks[line].isClimbed == tracks[other].isClimbed
  }
}

/// The one-way lifts that lead down by what skiers can do on skis: from the boarding end to the alighting end, and not
/// back.
///
/// Runs lead from the top of a lift to its bottom. Where they lead from its bottom to its top alone, its direction is
/// wrong, or that of the runs. A lift without a tag and without known elevations is turned, and its group is built again;
/// others are reported.
enum InvertedLifts {
  /// The detours down and back, as multiples of the ride's length, that still count as ways beside the lift.
  private static let (downFactor, backFactor) = (3.0, 4.0)
  /// The length of a ride in metres below which noise decides, so that it is not examined.
  private static let leastMetres = 150.0

  /// Returns the inverted lifts of a connected group, in order.
  /// - Complexity: O(*l* · (*n* + *m*)) in one-way lifts, sites and links.
  static func find(in group: ConnectedGroup) -> [Int] {
    let network = group.network
    let rides = longestOneWayRides(group)
    guard !rides.isEmpty else { return [] }
    let links = GradedLinks(
      network, lifts: group.lifts, grades: LinkGrades(runs: group.runs, overlaps: group.overlaps))
    let ground = links.groundEdges()
    var search = GroundSearch(links, isForward: true)
    return rides.compactMap { lift, ride, metres in
      let (tail, head) = (network.root(ride.tail), network.root(ride.head))
      guard ground.reached(from: [tail])[head], !ground.reached(from: [head])[tail] else { return nil }
      search.reach(from: tail, within: downFactor * metres)
      guard search.metres(to: head) < .infinity else { return nil }
      search.reach(from: head, within: backFactor * metres)
      return search.metres(to: tail) < .infinity ? nil : lift
    }
  }

  /// Returns the longest ride of each lift that is ridden one way, with its length in metres.
  private static func longestOneWayRides(_ group: ConnectedGroup) -> [(lift: Int, ride: Ride, metres: Double)]
  {
    var longest: [Int: (lift: Int, ride: Ride, metres: Double)] = [:]
    for ride in group.network.rides where ride.allowsForward && !ride.allowsBackward {
      let track = group.lifts[ride.lift].track
      let metres = abs(track.metres(to: ride.headPosition) - track.metres(to: ride.tailPosition))
      guard metres >= leastMetres, metres > longest[ride.lift]?.metres ?? 0 else { continue }
      longest[ride.lift] = (ride.lift, ride, metres)
    }
    return longest.values.sorted { $0.lift < $1.lift }
  }

  /// Returns whether a lift may be turned: neither a tag nor known elevations tell its direction.
  static func mayBeTurned(_ lift: LocalLift) -> Bool {
    lift.lift.oneway == nil && lift.track.elevations == nil && !lift.isTurned
  }

  /// Counts the inverted lifts that remain.
  static func count(_ inverted: [Int], of lifts: [LocalLift], _ report: inout ImportReport) {
    for lift in inverted {
      let lift = lifts[lift].lift
      report.count("liftLeadsDown", .noted, id: lift.id.rawValue, detail: lift.name ?? "")
    }
  }
}

/// The estimation of grades of ungraded runs from their terrain.
enum GradeEstimation {
  /// Returns the runs with estimated grades where elevations are known throughout: lines by their profiles, areas by
  /// their sides.
  /// - Throws: As the elevation source.
  static func graded(_ runs: [LocalRun], _ lines: [ProjectedLine], _ heights: ElevationReader) throws
    -> [LocalRun]
  {
    var runs = runs
    for run in runs.indices where runs[run].grade == nil {
      let spreads = try runs[run].lines.map { lines[$0].gradients } + sides(of: runs[run].run, heights)
      let known = spreads.compactMap { $0 }
      guard let first = known.first, known.count == spreads.count else { continue }
      runs[run].estimatedGrade = TerrainGrade.grade(
        known.dropFirst().reduce(first) { $0.union($1) }, in: runs[run].run.colourConvention,
        isConnection: runs[run].run.uses.contains(.connection))
    }
    return runs
  }

  /// The length in metres up to which a run without a grade inherits that of its neighbours.
  private static let inheritingMetres = 60.0

  /// Estimates the grades of short runs that have neither a grade nor elevations by those of the runs at their ends: the
  /// easiest run at each end counts, and of both ends the harder one.
  /// - Complexity: O(*r* (log *n* + *k* · *v*)) in such runs and the lines near their ends.
  static func inherit(
    _ runs: inout [LocalRun], _ lines: [ProjectedLine], _ index: LineIndex, within metres: Double
  ) throws {
    let known = runs.map { $0.grade ?? $0.estimatedGrade }
    for run in runs.indices where known[run] == nil && runs[run].areas.isEmpty {
      let own = runs[run].lines
      guard own.reduce(0, { $0 + lines[$1].mapLengthMetres }) < inheritingMetres else { continue }
      let ends = own.flatMap { [lines[$0].plane[0], lines[$0].plane[lines[$0].plane.count - 1]] }
      let grades = try ends.compactMap { end in
        try index.lines(near: end, within: metres)
          .filter { !lines[$0].isClimbed && lines[$0].nearest(to: end, within: metres) != nil }
          .compactMap { known[lines[$0].feature] }.filter(\.isOnScale).min()
      }
      runs[run].estimatedGrade = grades.max()
    }
  }

  private static func sides(of run: Run, _ heights: ElevationReader) throws -> [GradientSpread?] {
    guard case .areas(let areas) = run.geometry else { return [] }
    return try areas.map { try sides(of: $0.outer, heights) }
  }

  /// Returns the gradients of an area along its sides: the two parts of its outline from the highest to the lowest
  /// vertex.
  ///
  /// An area mapped for a run is a ribbon that is skied lengthwise, as its sides run, not down every slope in it.
  private static func sides(of ring: Polyline, _ heights: ElevationReader) throws -> GradientSpread? {
    let raw = try heights.elevations(along: ring)
    guard let metres = raw.metres, raw.line.count >= 4 else { return nil }
    let count = metres.count - 1  // the last vertex is the first
    guard let top = (0..<count).max(by: { (metres[$0], $1) < (metres[$1], $0) }),
      let bottom = (0..<count).min(by: { (metres[$0], $0) < (metres[$1], $1) }), top != bottom
    else { return GradientSpread(steepest: 0, percentile90: 0) }
    let steps = (bottom - top + count) % count
    let ways = [
      (0...steps).map { (top + $0) % count }, (0...count - steps).map { (top - $0 + count) % count },
    ]
    let spreads = ways.compactMap { way in
      ElevationProfile(
        distancesMetres: geodesicLengthsMetres(along: way.map { raw.line[$0] }),
        elevationsMetres: way.map { metres[$0] }, resolutionMetres: raw.resolutionMetres
      )?.gradientSpread(windowMetres: raw.windowMetres)
    }
    return spreads.count == 2 ? spreads[0].union(spreads[1]) : nil
  }
}
