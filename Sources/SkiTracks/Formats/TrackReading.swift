public import SkiGeo

/// How recordings are read.
///
/// A value.
public struct TrackOptions: Sendable, Hashable {
  /// What happens to points without a time.
  @nonexhaustive
  package enum Untimed: Sendable, Hashable {
    /// They are left out and counted.
    case leftOut
    /// Segments without any time get one: the first point this one, each further point so many seconds more.
    case spaced(from: UniversalTime, seconds: Double)
  }

  /// What happens to points without a time.
  package var untimed = Untimed.leftOut
  /// The clock of times that are written without a zone.
  public var offsetWithoutZone = UTCOffset.zero
  /// The day of NMEA recordings that never tell theirs.
  public var day: CalendarDay?
  /// The most points that are read; more are an error. Two million are three weeks at one a second.
  public var pointLimit = 2_000_000

  /// Makes options with the defaults.
  public init() {}
}

/// Reads recordings: GPX, NMEA 0183 and CSV, told apart by their content.
///
/// A file is read in pieces and may be of any size; what is kept is its fixes. Bad points are left out and counted with
/// their lines, the rest is read. See Data/Formats/tracks.md for what is understood.
public enum TrackReader {
  /// Reads a file.
  /// - Throws: ``SkiError`` with code `.missingInput`, `.inputOutput`, `.unsupportedFormat` when the content is none that
  ///   is read, `.malformedData`, `.limitExceeded`, `.emptyInput` when not one fix is in it, `.cancelled`.
  /// - Complexity: O(size).
  public static func read(path: String, options: TrackOptions = TrackOptions()) throws -> TrackFile {
    try read(.file(path), options)
  }

  /// Reads bytes; see ``read(path:options:)``.
  public static func read(
    _ bytes: [UInt8], name: String = "recording", options: TrackOptions = TrackOptions()
  ) throws -> TrackFile {
    try read(.bytes(bytes, name: name), options)
  }

  private static func read(_ input: consuming TrackInput, _ options: TrackOptions) throws -> TrackFile {
    let format = try TrackContent(of: input.start()).format(name: input.name)
    var collector = TrackCollector(name: input.name, options: options)
    switch format {
    case .gpx: try GPXReader.read(input, into: &collector)
    case .nmea: try NMEAReader.read(input, into: &collector)
    case .csv: try CSVReader.read(input, into: &collector)
    }
    return try collector.finished(format)
  }
}
