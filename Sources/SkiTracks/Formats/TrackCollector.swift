import SkiBase
import SkiGraph

/// Collects the points of a recording into tracks and segments, for all formats.
struct TrackCollector {
  /// The events of points counted in the report; raw values are stable.
  enum Code: String {
    case coordinateMissing, coordinateInvalid, accuracyInvalid, timeMissing, timeInvalid, dateMissing
    case valueInvalid, zoneMissing, cutOff
    case checksumMissing, checksumInvalid, positionInvalid
    case damaged, fileChecksumInvalid, trailingData
    case timeJump, weekRollover, newestFirst, outOfOrder, duplicate, segmentOutOfOrder, overlapMerged
    case otherTraveller
  }

  /// The name of the file in error messages.
  let name: String
  let options: TrackOptions
  /// The unit of positions in the report: `line`, or `byte` in binary formats.
  var positionUnit = "line"
  /// The title in the file; nil when it has none.
  var title: String?
  /// The number of points read, used or not.
  private(set) var pointCount = 0
  private(set) var report = ImportReport()
  private var tracks: [CollectedTrack] = []
  private var waypoints: [CollectedFix] = []
  private var current: CollectedTrack?
  /// The first offset of local time that a point states.
  private var localOffset: UTCOffset?
  private var segment: [CollectedFix] = []
  /// The points of the segment without a time, while no point of it has one.
  private var untimed: [TrackDraft] = []
  /// The number of points with an assigned time.
  private var spacedCount = 0

  init(name: String, options: TrackOptions) {
    self.name = name
    self.options = options
  }

  /// Begins a track, after ending the open one.
  mutating func beginTrack(_ kind: RecordedTrack.Kind) {
    endTrack()
    current = CollectedTrack(kind: kind)
  }

  /// Sets the name of the open track, unless it has one.
  mutating func nameTrack(_ name: String) {
    if current?.name == nil { current?.name = name }
  }

  /// Ends the open segment, if any.
  mutating func endSegment() {
    giveTimes()
    guard !segment.isEmpty else { return }
    current = current ?? CollectedTrack(kind: .track)
    current?.segments.append(segment)
    segment = []
  }

  /// Ends the open track, if any.
  mutating func endTrack() {
    endSegment()
    if let track = current, !track.segments.isEmpty { tracks.append(track) }
    current = nil
  }

  /// Counts an event at a position in the report.
  mutating func note(_ code: Code, _ outcome: ImportReport.Outcome, at position: Int, _ detail: String = "") {
    report.count(code.rawValue, outcome, id: "\(positionUnit) \(position)", detail: detail)
  }

  /// Adds a point to the open segment or to the waypoints; invalid ones are counted in the report.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more points than the limit.
  mutating func add(_ given: TrackDraft, isWaypoint: Bool = false) throws(SkiError) {
    try countPoint()
    var point = given
    point.removeInvalidValues()
    if point.invalidValueCount > 0 { note(.valueInvalid, .mended, at: point.position) }
    guard let place = point.coordinate else {
      return note(point.hasPlace ? .coordinateInvalid : .coordinateMissing, .leftOut, at: point.position)
    }
    if let accuracy = point.horizontalAccuracyMetres, !(accuracy >= 0 && accuracy.isFinite) {
      return note(.accuracyInvalid, .leftOut, at: point.position)
    }
    guard let time = point.time else { return addUntimed(point, isWaypoint) }
    guard Self.calendarSeconds.contains(time.time.secondsSince1970) else {
      return note(.timeInvalid, .leftOut, at: point.position)
    }
    if !time.hasZone { note(.zoneMissing, .noted, at: point.position) }
    if localOffset == nil { localOffset = time.localOffset }
    let fix = CollectedFix(fix: point.fix(at: place, time: time.time), position: point.position)
    if isWaypoint { waypoints.append(fix) } else { segment.append(fix) }
  }

  /// Counts a point that is left out of the recording, with the reason.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more points than the limit.
  mutating func leaveOut(_ code: Code, at position: Int) throws(SkiError) {
    try countPoint()
    note(code, .leftOut, at: position)
  }

  /// Returns the error of a recording with more points than the limit.
  func tooMany() -> SkiError {
    SkiError(
      .limitExceeded, "recording has more than \(options.pointLimit) points; cut it into days", subject: name)
  }

  private mutating func countPoint() throws(SkiError) {
    pointCount += 1
    guard pointCount <= options.pointLimit else { throw tooMany() }
  }

  /// The range of ``CalendarDay`` in seconds since 1970, without the last second, which may be rounded up.
  private static let calendarSeconds: Range<Double> = -25_567 * 86_400..<47_847 * 86_400 - 1

  private mutating func addUntimed(_ point: TrackDraft, _ isWaypoint: Bool) {
    if case .spaced = options.untimed, segment.isEmpty, !isWaypoint, !point.hasBadTime {
      untimed.append(point)
    } else {
      note(point.hasBadTime ? .timeInvalid : .timeMissing, .leftOut, at: point.position)
    }
  }

  /// Assigns times to a segment without any.
  private mutating func giveTimes() {
    defer { untimed.removeAll() }
    guard case .spaced(let start, let seconds) = options.untimed, segment.isEmpty else {
      for point in untimed { note(.timeMissing, .leftOut, at: point.position) }
      return
    }
    for point in untimed {
      guard let place = point.coordinate else { continue }
      let time = start.advanced(bySeconds: Double(spacedCount) * seconds)
      segment.append(CollectedFix(fix: point.fix(at: place, time: time), position: point.position))
      spacedCount += 1
    }
  }

  /// Returns the recording after all points were added.
  /// - Throws: ``SkiError`` with code `.emptyInput` when it has no fix.
  mutating func finished(_ format: TrackFormat) throws(SkiError) -> TrackFile {
    endTrack()
    if !waypoints.isEmpty { tracks.append(CollectedTrack(kind: .waypoints, segments: [waypoints])) }
    if options.repairsOrder {
      var repair = TrackRepair(tracks, report, positionUnit: positionUnit)
      (tracks, waypoints) = ([], [])
      repair.repairAll()
      (tracks, report) = (repair.tracks, repair.report)
    }
    let tracks = self.tracks.compactMap(\.track)
    let used = tracks.reduce(0) { $0 + $1.segments.reduce(0) { $0 + $1.count } }
    report.readCounts = ["points": pointCount]
    report.usedCounts = ["points": used]
    guard used > 0 else { throw empty() }
    return TrackFile(
      format: format, name: title ?? tracks.lazy.compactMap(\.name).first, tracks: tracks, report: report,
      localOffset: localOffset)
  }

  /// Returns the error of a file without a fix, with the most frequent reason points were left out.
  private func empty() -> SkiError {
    guard let reason = report.entries.filter({ $0.outcome == .leftOut }).max(by: { $0.count < $1.count })
    else {
      return SkiError(.emptyInput, "recording has no points; export it again", subject: name)
    }
    let how =
      switch Code(rawValue: reason.code) {
      case .timeMissing: "export it with times"
      case .dateMissing: "name its day"
      default: "export it again"
      }
    return SkiError(
      .emptyInput,
      "recording has no usable fix: of \(pointCount) points \(reason.count) were left out as \(reason.code); \(how)",
      subject: name)
  }
}

/// A fix with its position in the file.
struct CollectedFix {
  var fix: LocationFix
  /// The line or byte of its start.
  let position: Int

  /// The time in seconds since 1970.
  var seconds: Double { fix.time.secondsSince1970 }

  /// Returns whether both are the same fix, to a millisecond, 1e-7 degrees and a centimetre.
  func isDuplicate(of other: CollectedFix) -> Bool {
    let (a, b) = (fix.coordinate, other.fix.coordinate)
    return Self.same(seconds, other.seconds, 1e3) && Self.same(a.latitude, b.latitude, 1e7)
      && Self.same(a.longitude, b.longitude, 1e7)
      && Self.same(fix.elevationMetres ?? .infinity, other.fix.elevationMetres ?? .infinity, 1e2)
  }

  private static func same(_ a: Double, _ b: Double, _ scale: Double) -> Bool {
    (a * scale).rounded() == (b * scale).rounded()
  }
}

/// A track while a file is read.
struct CollectedTrack {
  var kind: RecordedTrack.Kind
  var name: String?
  var segments: [[CollectedFix]] = []

  /// The track without positions in the file and without empty segments; nil where nothing is left.
  var track: RecordedTrack? {
    let kept = segments.filter { !$0.isEmpty }.map { $0.map(\.fix) }
    return kept.isEmpty ? nil : RecordedTrack(kind: kind, name: name, segments: kept)
  }
}
