import SkiGraph

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
    let (options, stop) = (connecting.options, connecting.stop)
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
      within: options.samePlaceMetres, heightLimitMetres: options.crossingHeightLimitMetres)
    try stop.check()
    network.finalizeSites()
    let areaEnds = try crosser.ends(of: crossed, network)
    let kept = try joiner.join(joining, &huts, spots, &network)
    network.preferStreets(kept)
    return Connections(areaEnds: areaEnds, huts: huts, streets: kept)
  }
}
