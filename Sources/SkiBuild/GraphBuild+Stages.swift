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
    let groups = try groups(of: data, &report, elevation, options, progress)
    var usedStreets = Set<Int>()
    var packer = RegionPacker(pointLimit: options.regionPointLimit)
    try groups.forEach(progress: progress) { group in
      try packer.add(group, full: region)
      report.merge(group.report)
      usedStreets.formUnion(group.usedStreetNumbers)
    }
    try packer.finish(region)
    report.count(streets: groups.streets, used: usedStreets)
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
