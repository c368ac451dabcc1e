public import SkiBase
public import SkiGraph

/// The log of a recording: its days with their laps, and all that documents of them need.
///
/// ```swift
/// let log = try DayLog.read(path: "day.gpx", map: map)
/// for matched in log.days { print(matched.day.totals.runCount) }
/// ```
public struct DayLog: Sendable, Equatable {
  /// The options of all steps from a file to laps.
  public struct Options: Sendable {
    /// The options of reading the file.
    public var reading = TrackOptions()
    /// The rules that accept or refuse fixes.
    public var filter = FixFilter()
    /// The options of map matching.
    public var matching = MatchingOptions()
    /// The thresholds of laps and days.
    public var day = SkiDayOptions()
    /// The offset of local time from UTC; nil for that of ``zone``, of the recording, or of the map at each day.
    public var offset: UTCOffset?
    /// The name of the time zone of local time, as `Europe/Zurich`; nil for that of the recording or of the map.
    public var zone: String?

    /// Creates options with the default values.
    public init() {}
  }

  /// The title in the file, else the name of its first track with a name; nil when there is none.
  public var name: String?
  /// The format of the file.
  public var format: TrackFormat
  /// The points read, left out and repaired.
  public var report: ImportReport
  /// The number of refused fixes by reason; reasons that did not occur are missing.
  public var refusedCounts: [FixRejection: Int]
  /// The days in order of time, each with its recorded fixes; at least one.
  public var days: [MatchedDay]
  /// The sources of the map's data, whose attributions documents carry.
  public var sources: [DataSource]
  /// The offset of local time from UTC that is requested, or that the recording states; nil where ``zone`` decides.
  public var offset: UTCOffset?
  /// The name of the time zone of local time: that requested, or that of the map; nil where it is unknown.
  public var zone: String?

  /// Returns the log of a file: read, filtered, matched, and split into days and laps.
  /// - Parameters:
  ///   - path: The path of the recording.
  ///   - map: The map to match to.
  ///   - options: The options of all steps.
  /// - Throws: ``SkiError`` as ``TrackReader/read(path:options:)`` and ``TrackMatcher/days(of:filter:options:)``; without
  ///   an accepted fix code `.emptyInput` with the path as its subject.
  /// - Complexity: O(*n*) in bytes, and that of ``TrackMatcher/days(of:filter:options:)``.
  public static func read(path: String, map: SkiMap, options: Options = Options()) throws -> DayLog {
    try DayLog(try TrackReader.read(path: path, options: options.reading), named: path, map, options)
  }

  /// Returns the log of a recording in bytes; see ``read(path:map:options:)``.
  /// - Parameters:
  ///   - bytes: The content of the recording.
  ///   - name: The name in error messages.
  ///   - map: The map to match to.
  ///   - options: The options of all steps.
  /// - Throws: ``SkiError`` as ``read(path:map:options:)``, without `.missingInput`.
  /// - Complexity: As ``read(path:map:options:)``.
  public static func read(
    _ bytes: [UInt8], name: String = "recording", map: SkiMap, options: Options = Options()
  ) throws -> DayLog {
    try DayLog(try TrackReader.read(bytes, name: name, options: options.reading), named: name, map, options)
  }

  /// Returns the log of a recording read from an open file or pipe up to its end; see ``read(path:map:options:)``.
  /// - Parameters:
  ///   - descriptor: The file descriptor; it is not closed.
  ///   - name: The name in error messages.
  ///   - map: The map to match to.
  ///   - options: The options of all steps.
  /// - Throws: ``SkiError`` as ``read(path:map:options:)``, without `.missingInput`.
  /// - Complexity: As ``read(path:map:options:)``.
  public static func read(
    descriptor: Int32, name: String = "standard input", map: SkiMap, options: Options = Options()
  ) throws -> DayLog {
    try DayLog(
      try TrackReader.read(descriptor: descriptor, name: name, options: options.reading), named: name, map,
      options)
  }

  private init(_ file: TrackFile, named subject: String, _ map: SkiMap, _ options: Options) throws {
    do {
      days = try TrackMatcher(map: map, options: options.matching)
        .days(of: file, filter: options.filter, options: options.day)
    } catch var error as SkiError where error.code == .emptyInput {
      error.subject = subject
      throw error
    }
    (name, format, report) = (file.name, file.format, file.report)
    refusedCounts = days.first?.refusedCounts ?? [:]
    sources = map.sources
    offset = options.offset ?? (options.zone == nil ? file.localOffset : nil)
    let start = days.lazy.compactMap(\.track.fixes.first?.fix.coordinate).first
    zone = offset != nil ? nil : try options.zone ?? start.flatMap { try map.zone(near: $0) }
  }

  /// Returns the offset of local time from UTC on a day: ``offset``, else that of ``zone`` then, else zero.
  public func offset(of day: SkiDay) -> UTCOffset {
    if let offset { return offset }
    return zone.flatMap { zone in day.start.flatMap { UTCOffset(zone: zone, at: $0) } } ?? .zero
  }
}
