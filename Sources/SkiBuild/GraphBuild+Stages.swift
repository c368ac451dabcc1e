import SkiFormats
public import SkiGraph
public import SkiModel
public import SkiTerrain

extension GraphBuild {
  /// Builds the graphs of everything that was read, region after region.
  ///
  /// Features that can't meet are built apart, so that time grows in line with the size of the input; neighbours share a
  /// region until it is full.
  /// - Parameters:
  ///   - data: Runs, lifts, ski areas, spots and streets.
  ///   - report: What the reader counted; the build adds to it.
  ///   - elevation: Heights for features without their own; nil when there is none.
  ///   - options: The tolerances.
  ///   - progress: Told after each group of features.
  ///   - region: Handed each region when it is complete; nothing leads from one to another.
  /// - Returns: The report with every feature counted as used or left out.
  /// - Throws: ``SkiError`` with code `.cancelled` when the task is cancelled; as the elevation source throws;
  ///   `.internalInconsistency` when GEOS or PROJ fails; whatever `region` throws.
  /// - Complexity: O(*n* log *n*) expected in features and vertices.
  package static func build(
    _ data: SkiData, report: ImportReport, elevation: (any ElevationSource)?,
    options: GraphBuildOptions = GraphBuildOptions(), progress: Progress? = nil,
    region: (RoutingGraphBuilder) throws -> Void
  ) throws -> ImportReport {
    var report = report
    let areasRead = report.usedCounts["areas"] ?? 0
    report.usedCounts = [:]  // what the reader passed on counts as used only once it is in the graph
    let localities = try groups(of: data, &report, elevation, options, progress)
    var usedStreets = Set<Int>()
    var packer = RegionPacker(pointLimit: options.regionPointLimit)
    try localities.forEach(progress: progress) { locality, measured in
      try packer.add(locality, measured, full: region)
      report.merge(locality.report)
      usedStreets.formUnion(locality.usedStreetNumbers)
    }
    try packer.finish(region)
    report.count(streets: localities.streets, used: usedStreets)
    report.count(areas: data.areas.prefix(areasRead), named: packer.areaIDs)
    return report
  }

  /// Selects and groups what was read; nothing but the groups stays in memory.
  private static func groups(
    of data: SkiData, _ report: inout ImportReport, _ elevation: (any ElevationSource)?,
    _ options: GraphBuildOptions, _ progress: Progress?
  ) throws -> ConnectedGroups {
    let selection = try Selection(data, report: &report, progress: progress)
    var groups = try selection.groups(apart: options.groupingMetres).alongTheHilbertCurve()
    try selection.assignStreets(to: &groups, within: options.streetReachMetres)
    return ConnectedGroups(
      groups, streets: selection.streets, areas: AreaBook(data.areas), elevation: elevation, options: options)
  }

  /// Builds everything that was read and holds it in memory, ready to be frozen.
  ///
  /// Meant for maps of some valleys; see ``build(_:report:elevation:options:progress:region:)`` for larger ones.
  public static func build(
    _ data: SkiData, report: ImportReport, elevation: (any ElevationSource)?,
    options: GraphBuildOptions = GraphBuildOptions(), progress: Progress? = nil
  ) throws -> (contents: MapContents, report: ImportReport) {
    var regions: [RoutingGraphBuilder] = []
    let report = try build(
      data, report: report, elevation: elevation, options: options, progress: progress
    ) { regions.append($0) }
    let contents = MapContents(regions: regions, sources: data.sources, reportJSON: report.json().text())
    return (contents, report)
  }
}

extension Locality {
  /// Puts a group on a flat map: lines with lengths and heights, areas, lifts.
  init(_ group: FeatureGroup, _ streets: [LocalStreet], _ context: BuildContext) throws {
    var report = ImportReport()
    let drawn = try DrawnRuns(group.runs, context, &report)
    let lifts = try DrawnLifts(group.lifts, context, &report).lifts
    self.init(
      context: context, runs: drawn.runs, lifts: lifts, idleLifts: group.idleLifts, spots: group.spots,
      streets: LocalStreets(streets: streets), network: Network(drawn.lines), heightMarks: drawn.heightMarks,
      report: report)
  }

  /// Connects a locality: the stages in their order, each on the work of those before.
  mutating func connect(mapped areas: AreaBook) throws -> MeasuredAreas {
    let index = try LineIndex(network.lines, geos)
    let mappedAreas = MappedAreaIndex(runs, context)
    let liftEnds = LiftEndIndex(lifts, stop: stop)
    lifts = try StationPlacement(
      context: context, spots: spots, runs: runs, tracks: network.lines, lines: index, areas: mappedAreas,
      lifts: lifts
    ).placed(&report)
    network.addStations(of: &lifts)
    try Noding(context: context, index: index, lifts: lifts).node(&network)
    try stop.check()
    let fitted = try FittedHeights(
      HeightEvidence(
        context: context, network: network, index: index, runs: runs, lifts: lifts, spots: spots,
        marks: heightMarks))
    try fitted?.fill(&network, &lifts, runs, &report, stop)
    try stop.check()
    lifts = try LiftDirections(
      context: context, runs: runs, tracks: network.lines, lines: index, areas: mappedAreas, ends: liftEnds,
      lifts: lifts
    ).directed(&report)
    network.addRides(of: lifts)
    let sections = try JoinedSections(lifts, liftEnds, context, &report)
    (lifts, passages) = (sections.lifts, sections.passages)
    try stop.check()
    runs = try OutlineFinder(context: context, tracks: network.lines, index: index, runs: runs)
      .outlined(&report)
    try network.findOverlaps(index, runs, options)
    runs = try OverlapNames(context: context, tracks: network.lines, index: index, runs: runs).named()
    runs = try GradeEstimation.graded(runs, network.lines, heights)
    try stop.check()
    network.flagSteepRuns(runs, &report)
    reportDurations()
    try stop.check()
    network.markStations(of: lifts)
    let connecting = Connecting(
      context: context, index: index, stations: StationPlaces(network, lifts, stop: stop))
    let crosser = AreaCrosser(connecting: connecting, runs: runs)
    try connecting.connectRuns(&network)
    try connecting.connectStations(&network)
    try crosser.joinAcrossOutlines(&network)
    var crossed = try crosser.crossAreas(&network, &report)
    try stop.check()
    try Widening(connecting: connecting).widen(&network, crossing: crosser, &crossed)
    try connecting.openClosedParts(&network)
    try connecting.joinApartLifts(&network)
    try connecting.connectEasierRuns(runs, &network)
    huts = try connecting.connectHuts(spots, &network, &report)
    let joiner = StreetJoiner(connecting: connecting, streets: streets.streets)
    let joining = try joiner.cutRuns(&network)
    try stop.check()
    network.joinNearSites(
      within: options.samePlaceMetres, heightLimitMetres: options.crossingHeightLimitMetres)
    try stop.check()
    network.settle()
    areaEnds = try crosser.ends(of: crossed, network)
    streets = try joiner.join(joining, &huts, spots, &network)
    return try measureAreas(index, liftEnds, mapped: areas)
  }

  /// Reports the durations of rides that can't be.
  private mutating func reportDurations() {
    for lift in lifts
    where lift.lift.durationSeconds != nil
      && lift.durationMilliseconds(plausible: LocalLift.plausibleSpeeds) == nil
    {
      report.count("durationImplausible", .mended, id: lift.lift.id.rawValue, detail: lift.lift.name ?? "")
    }
  }
}

extension ImportReport {
  /// Counts the streets that were selected: used when a part of them is in the graph of any group.
  fileprivate mutating func count(streets: [Street], used: Set<Int>) {
    for (number, street) in streets.enumerated() {
      if used.contains(number) {
        usedCounts["streets", default: 0] += 1
      } else {
        count("streetFarFromLifts", .leftOut, id: street.id.rawValue, detail: street.name ?? "")
      }
    }
  }

  /// Counts the ski areas that were read, which come before those runs and lifts only mention: used when they name a
  /// measured one.
  fileprivate mutating func count(areas: ArraySlice<SkiArea>, named used: Set<SourceID>) {
    for area in areas {
      if used.contains(area.id) {
        usedCounts["areas", default: 0] += 1
      } else {
        count("areaNamesNothing", .leftOut, id: area.id.rawValue, detail: area.name ?? "")
      }
    }
  }
}
