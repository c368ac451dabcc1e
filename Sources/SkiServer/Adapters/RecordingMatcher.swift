package import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
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
  package init(keeper: MapKeeper, lane: WorkLane, timeout: Duration, limits: ServerLimits = ServerLimits()) {
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
