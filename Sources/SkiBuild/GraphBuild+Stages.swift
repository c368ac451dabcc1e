import Foundation
import SkiBase
public import SkiGraph
public import SkiTerrain

extension GraphBuild {
  /// Builds the graphs of all features, region by region.
  ///
  /// Features too far apart to be connected are built in separate groups, so that time grows linearly with the input;
  /// neighbouring groups share a region until it is full. Elevations that are wrong as a whole are noted, see
  /// `elevationWrong` in the report.
  /// - Parameters:
  ///   - data: Runs, lifts, ski areas, spots and streets.
  ///   - report: The counts of the reader, to which the build adds.
  ///   - elevation: The elevations of features without their own; nil when there are none.
  ///   - heights: The maker of the height grids of the regions; nil for none.
  ///   - options: The tolerances.
  ///   - progress: A closure called after each group of features.
  ///   - region: A closure called with each complete region; no link leads from one to another.
  /// - Returns: The report with every feature counted as used or left out.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for options without meaning, see ``GraphBuildOptions``,
  ///   `.cancelled`, `.timedOut` or `.limitExceeded` by the task's work limit, `.internalInconsistency` when GEOS or
  ///   PROJ fails; the errors of the elevation source and of `region`.
  /// - Complexity: O(*n* log *n*) expected in features and vertices.
  package static func build(
    _ data: SkiData, report: ImportReport, elevation: (any ElevationSource)?,
    heights: HeightGridMaker? = nil, options: GraphBuildOptions = GraphBuildOptions(),
    progress: Progress? = nil, region: (RoutingGraphBuilder) throws -> Void
  ) throws -> ImportReport {
    func complete(_ builder: RoutingGraphBuilder) throws {
      var builder = builder
      builder.heightGrid = try heights?.grid(around: builder.surroundings())
      try region(builder)
    }
    try options.check()
    var report = report
    let areasRead = report.usedCounts["areas"] ?? 0
    report.usedCounts = [:]  // what the reader passed on counts as used only once it is in the graph
    let groups = try groups(of: data, &report, elevation, options, progress)
    var usedStreets = Set<Int>()
    var packer = RegionPacker(pointLimit: options.regionPointLimit)
    var gate = ElevationGate()
    if let elevation { try gate.compare(data, with: elevation) }
    try groups.forEach(progress: progress) { group in
      try packer.add(group, full: complete)
      report.merge(group.report)
      gate.add(group.network.lines, of: group.runs, group.lifts)
      usedStreets.formUnion(group.usedStreetNumbers)
    }
    try packer.finish(complete)
    report.count(streets: groups.streets, used: usedStreets)
    report.count(areas: data.areas.prefix(areasRead), named: packer.areaIDs)
    for finding in gate.findings() {
      let code = finding.endsBuild ? "elevationWrong" : "elevationDoubtful"
      report.count(code, .noted, id: "elevation", detail: finding.text)
    }
    return report
  }

  /// Selects and groups the features; only the groups stay in memory.
  private static func groups(
    of data: SkiData, _ report: inout ImportReport, _ elevation: (any ElevationSource)?,
    _ options: GraphBuildOptions, _ progress: Progress?
  ) throws -> ConnectedGroups {
    let selection = try Selection(data, report: &report, progress: progress)
    var groups = try selection.groups(apart: options.groupingMetres).alongTheHilbertCurve()
    try selection.assignStreets(to: &groups, within: options.streetReachMetres)
    return ConnectedGroups(
      groups, streets: selection.streets, areas: SkiAreaIndex(data.areas), elevation: elevation,
      options: options)
  }

  /// Builds the graphs of all features and returns them in memory, for maps of a few valleys.
  ///
  /// Larger maps are built with `build(_:report:elevation:heights:options:progress:region:)`.
  /// - Parameters:
  ///   - data: Runs, lifts, ski areas, spots and streets.
  ///   - report: The counts of the reader, to which the build adds.
  ///   - elevation: The elevations of features without their own; nil when there are none.
  ///   - heights: The maker of the height grids of the map; nil for a map without.
  ///   - options: The tolerances, each distance in metres.
  ///   - progress: A closure called after each group of features; nil for none.
  /// - Returns: The contents of the map, and the report with every feature counted as used or left out.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for options without meaning, see ``GraphBuildOptions``,
  ///   `.cancelled`, `.timedOut` or `.limitExceeded` by the task's work limit, `.internalInconsistency` when GEOS or
  ///   PROJ fails; the errors of `elevation`.
  /// - Complexity: O(*n* log *n*) expected in features and vertices.
  public static func build(
    _ data: SkiData, report: ImportReport, elevation: (any ElevationSource)?,
    heights: HeightGridMaker? = nil, options: GraphBuildOptions = GraphBuildOptions(),
    progress: Progress? = nil
  ) throws -> (contents: MapContents, report: ImportReport) {
    var regions: [RoutingGraphBuilder] = []
    let report = try build(
      data, report: report, elevation: elevation, heights: heights, options: options, progress: progress
    ) { regions.append($0) }
    let contents = MapContents(regions: regions, sources: data.sources, reportJSON: report.json().text())
    return (contents, report)
  }
}

extension ImportReport {
  /// Counts the selected streets as used when a part of them is in the graph of any group.
  fileprivate mutating func count(streets: [Street], used: Set<Int>) {
    for (number, street) in streets.enumerated() {
      if used.contains(number) {
        usedCounts["streets", default: 0] += 1
      } else {
        count("streetFarFromLifts", .leftOut, id: street.id.rawValue, detail: street.name ?? "")
      }
    }
  }

  /// Counts the ski areas of the input, which precede those that only runs and lifts mention, as used when they name a
  /// measured area.
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

/// The packing of connected groups into regions of a map, in order, until each region is full.
struct RegionPacker {
  private let pointLimit: Int
  private var builder = RoutingGraphBuilder()
  private var countedLinks = 0
  private var pointCount = 0
  /// The IDs of the mapped areas that give measured ones their names.
  private(set) var areaIDs: Set<SourceID> = []

  /// Creates a packer.
  /// - Parameter pointLimit: The number of points of links from which a region takes no further group.
  init(pointLimit: Int) { self.pointLimit = pointLimit }

  /// Adds a group, and passes the region on when it is full.
  mutating func add(
    _ group: ConnectedGroup, full: (RoutingGraphBuilder) throws -> Void
  ) throws {
    var emitter = Emitter(group, into: builder)
    try emitter.emit(into: &builder)
    areaIDs.formUnion(group.measured.areas.compactMap(\.id))
    pointCount += builder.links[countedLinks...].reduce(0) { $0 + $1.points.count }
    countedLinks = builder.links.count
    if pointCount >= pointLimit { try finish(full) }
  }

  /// Passes the last region on.
  mutating func finish(_ full: (RoutingGraphBuilder) throws -> Void) rethrows {
    guard !builder.nodes.isEmpty || !builder.features.isEmpty else { return }
    try full(builder)
    builder = RoutingGraphBuilder()
    (countedLinks, pointCount) = (0, 0)
  }
}

/// The groups of features, connected in parallel and passed on in order.
struct ConnectedGroups: Sendable {
  /// The number of connected groups that may be queued per thread, so that one large group doesn't idle the others.
  private static let waitingPerThread = 8

  private let groups: GroupStore
  private let sizes: [Int]
  private let areas: SkiAreaIndex
  /// The streets of all groups.
  let streets: [Street]
  private let elevation: (any ElevationSource)?
  private let options: GraphBuildOptions

  init(
    _ groups: [FeatureGroup], streets: [Street] = [], areas: SkiAreaIndex, elevation: (any ElevationSource)?,
    options: GraphBuildOptions
  ) {
    sizes = groups.map(\.size)
    self.groups = GroupStore(groups)
    self.areas = areas
    self.streets = streets
    self.elevation = elevation
    self.options = options
  }

  /// Connects every group and calls `body` with each in order; a group's features are released once it is connected.
  ///
  /// May be called once.
  /// - Throws: The errors of connecting and of `body`; ``SkiError`` with code `.cancelled`.
  /// - Complexity: O(*n* log *n*) in each group; memory of a bounded number of groups.
  func forEach(
    progress: GraphBuild.Progress?, _ body: (ConnectedGroup) throws -> Void
  ) throws {
    let threads = max(1, options.parallelTasks ?? ProcessInfo.processInfo.activeProcessorCount)
    let total = Double(max(1, sizes.reduce(0, +)))
    var done = 0
    progress?("connecting", 0)
    try OrderedWork.forEach(sizes.count, threads: threads, ahead: threads * Self.waitingPerThread) {
      [groups, streets, areas, elevation, options] number, stop in
      let group = try groups.take(number)
      let context = try BuildContext(
        around: group.bounds.centre, elevation: elevation, options: options, stop: stop)
      let near = group.streets.map { LocalStreet(number: $0, street: streets[$0]) }
      return try GraphBuild.connect(group, near, mapped: areas, context)
    } consume: { number, connected in
      try body(connected)
      done += sizes[number]
      progress?("connecting", Double(done) / total)
    }
    progress?("connecting", 1)
  }

  /// The groups, removed one by one to limit memory.
  private final class GroupStore: Sendable {
    private let groups: Locked<[FeatureGroup?]>
    init(_ groups: [FeatureGroup]) { self.groups = Locked(groups) }

    func take(_ number: Int) throws -> FeatureGroup {
      let group = groups.withLock { groups in
        defer { groups[number] = nil }
        return groups[number]
      }
      guard let group else {
        throw SkiError(.internalInconsistency, "group \(number) was taken twice; report this")
      }
      return group
    }
  }
}
