package import SkiAPI
import SkiAnswers
import SkiBase
package import SkiGraph
import SkiNavigation
package import SkiPeople
import SkiTracks

/// The matching of uploaded recordings to the served map, for `DayMatcher`.
package struct RecordingMatcher: Sendable {
  private let work: MapWork
  private let limits: ServerLimits

  /// Creates a matching.
  /// - Parameters:
  ///   - keeper: The served map.
  ///   - lane: The lane for the work; one of its own keeps questions quick while many days are uploaded.
  ///   - timeout: The time for a recording, waiting included.
  ///   - limits: The bounds of recordings.
  package init(keeper: MapReloader, lane: WorkLane, timeout: Duration, limits: ServerLimits = ServerLimits())
  {
    work = MapWork(keeper: keeper, lane: lane, timeout: timeout)
    self.limits = limits
  }

  /// The function for `DayMatcher`.
  package var matching: DayMatcher.Matching {
    { recording in try await match(recording) }
  }

  /// Returns the laps of all days of a recording, its ski areas and its files.
  ///
  /// The files for others hold each day from its first to its last lap, without what is outside of ski areas.
  /// - Throws: ``SkiError`` as ``DayLog/read(_:name:map:options:)``, with code `.limitExceeded` for too many bytes, `.emptyInput`
  ///   without laps, `.missingInput` where pictures can't be drawn; `.unavailable` and `.timedOut` of the lane.
  /// - Complexity: As ``DayLog/read(_:name:map:options:)``.
  package func match(_ recording: [UInt8]) async throws -> MatchedDayFacts {
    guard recording.count <= limits.recordingBytes else {
      throw SkiError(
        .limitExceeded,
        "the recording has \(recording.count) bytes; upload at most \(limits.recordingBytes)")
    }
    let limits = limits
    return try await work.run { served in
      let log = try DayLog.read(
        recording, name: "recording", map: served.map.map, options: Self.options(limits))
      return try Self.facts(log, served)
    }
  }

  private static func options(_ limits: ServerLimits) -> DayLog.Options {
    var options = DayLog.Options()
    options.reading.pointLimit = limits.recordingPoints
    options.reading.unpackedByteLimit = limits.recordingBytes * 4
    return options
  }

  private static func facts(_ log: DayLog, _ served: ServedMap) throws -> MatchedDayFacts {
    let laps = log.days.flatMap { $0.day.laps.compactMap { DayLap($0) } }
      .sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    guard !laps.isEmpty else {
      throw SkiError(
        .emptyInput, "the recording has no lift and no run of this map; upload one of a day on skis")
    }
    let own = log.documents()
    let shared = try own.compactMap { try SharedDay.document(of: $0, served.map.service.kinds) }
    return MatchedDayFacts(
      laps: laps, areas: try areas(of: log, served.map.map), own: try files(own, served.map.map),
      shared: try files(shared, served.map.map))
  }

  /// Returns the mapped ski areas with laps, in order of their first laps, with their lifts that may be ridden.
  private static func areas(of log: DayLog, _ map: SkiMap) throws -> [MatchedDayFacts.Area] {
    var (order, lifts): ([SourceID], [SourceID: [SourceID]]) = ([], [:])
    var known: Set<RegionIndex> = []
    var ridable: [RegionIndex: AreaLifts] = [:]
    for area in log.days.flatMap(\.day.areas) {
      if known.insert(area.region).inserted {
        ridable[area.region] = AreaLifts(in: try map.graph(area.region))
      }
      guard let id = area.id, lifts[id] == nil else { continue }
      order.append(id)
      lifts[id] = []
    }
    for region in known.sorted() {
      for id in order { lifts[id, default: []] += ridable[region]?.lifts(of: id) ?? [] }
    }
    return order.map { MatchedDayFacts.Area(source: $0, lifts: (lifts[$0] ?? []).uniqued()) }
  }

  /// Returns the recording of some days as GPX, and the picture of the first one with laps.
  private static func files(_ documents: [DayDocument], _ map: SkiMap) throws -> MatchedDayFacts.Files {
    guard let drawn = documents.first(where: { !$0.day.laps.isEmpty }) else {
      throw SkiError(.emptyInput, "the recording has no day to draw; upload one of a day on skis")
    }
    let picture = try DayPicture(drawn, map: map, size: .thumbnail)
    let size = picture.pixelSize
    return MatchedDayFacts.Files(
      gpx: Array(TerminalText(DayDocument.gpx(of: documents)).utf8),
      thumbnail: try PictureRaster.png(
        picture.svg().string, columns: Int(size.x.rounded(.up)), rows: Int(size.y.rounded(.up))))
  }
}

/// The part of a recorded day that others may see.
enum SharedDay {
  /// Returns a day from its first to its last lap that counts, with the positions on laps and in ski areas alone; nil
  /// without laps.
  ///
  /// The ways from and to the ski area are left out with their times, as are ways through villages between laps, the title,
  /// which the recorder chose, breaks and stretches that are not on the map.
  /// - Throws: ``SkiError`` as ``MapKindIndex/mapKind(at:accuracyMetres:)``.
  /// - Complexity: O(*n*) in the positions.
  static func document(of whole: DayDocument, _ kinds: MapKindIndex) throws -> DayDocument? {
    let day = whole.day
    let counted = day.laps.indices.filter { DayLap(day.laps[$0]) != nil }
    guard let first = counted.first, let last = counted.last else { return nil }
    let laps = day.laps[first...last]
    let (start, end) = (laps[first].start, laps[last].end)
    var (kept, numbers): ([Int], [Int]) = ([], [])
    for (index, point) in day.points.enumerated() {
      numbers.append(kept.count)
      guard start <= point.time, point.time <= end else { continue }
      let isOnLap = point.lap.map { (first...last).contains($0) } ?? false
      if try isOnLap || isInside(point, kinds) { kept.append(index) }
    }
    numbers.append(kept.count)
    var shared = whole
    shared.title = nil
    shared.fixes = kept.map { whole.fixes[$0] }
    shared.day.points = kept.map { index in
      var point = day.points[index]
      point.lap = point.lap.flatMap { (first...last).contains($0) ? $0 - first : nil }
      return point
    }
    (shared.day.unmatched, shared.day.breaks, shared.day.descents) = ([], [], [])
    shared.day.laps = laps.map { lap in
      var lap = lap
      lap.fixes = numbers[lap.fixes.lowerBound]..<numbers[lap.fixes.upperBound]
      lap.waitSeconds = 0
      return lap
    }
    return shared
  }

  private static func isInside(_ point: DayPoint, _ kinds: MapKindIndex) throws -> Bool {
    try point.coordinate.isValid && kinds.mapKind(at: point.coordinate).kind == .mountain
  }
}

/// The lifts of the ski areas of a map, by ids in the source. A value; `Sendable`.
///
/// A lift belongs to the ski area that it is measured in; lifts outside of mapped areas are left out, and those that may not be
/// ridden.
package struct AreaLifts: Sendable {
  private var liftsByArea: [SourceID: [SourceID]] = [:]
  private var areasByLift: [SourceID: [SourceID]] = [:]
  private var liftsByName: [String: [SourceID]] = [:]

  /// Creates the lifts of all areas of a map.
  ///
  /// One region after the other is read, and not kept.
  /// - Throws: ``SkiError`` as ``SkiMap/uncachedGraph(_:)``; `.cancelled` or `.timedOut`, see ``WorkLimit``.
  /// - Complexity: O(*n*) in the bytes of the map.
  package init(of map: SkiMap) throws {
    for region in map.regions {
      try WorkLimit.check("the lifts of ski areas")
      add(try map.uncachedGraph(region))
    }
  }

  /// Creates the lifts of the areas of one region. Complexity: O(*n*) in its features.
  package init(in graph: RoutingGraph) { add(graph) }

  private mutating func add(_ graph: RoutingGraph) {
    let restricted = Set(graph.restrictedFeatures().map(\.feature))
    for position in 0..<graph.featureCount where graph.kindCode(of: position) == FeatureKind.lift.code {
      let index = FeatureIndex(position)
      let lift = graph.feature(index)
      guard lift.status == .operating, lift.startNode != nil, !restricted.contains(index),
        let area = lift.area.flatMap({ graph.area($0).id })
      else { continue }
      add(lift, of: area)
    }
  }

  private mutating func add(_ lift: GraphFeature, of area: SourceID) {
    guard areasByLift[lift.id]?.contains(area) != true else { return }
    areasByLift[lift.id, default: []].append(area)
    liftsByArea[area, default: []].append(lift.id)
    guard let name = lift.name?.lowercased(), liftsByName[name]?.contains(lift.id) != true else { return }
    liftsByName[name, default: []].append(lift.id)
  }

  /// Returns the lifts of an area in the order of the map; empty for an unknown one.
  package func lifts(of area: SourceID) -> [SourceID] { liftsByArea[area] ?? [] }

  /// Returns the areas of a lift; empty for an unknown one, and one outside of areas.
  package func areas(of lift: SourceID) -> [SourceID] { areasByLift[lift] ?? [] }

  /// Returns the lifts that an entry of a status report means.
  package func lifts(of key: FeatureStatus.Key) -> [SourceID] {
    switch key {
    case .id(let lift): areasByLift[lift] == nil ? [] : [lift]
    case .name(let name): liftsByName[name.lowercased()] ?? []
    }
  }
}
