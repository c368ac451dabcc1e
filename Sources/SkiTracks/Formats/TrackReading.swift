public import SkiBase

/// The options of reading recordings.
public struct TrackOptions: Sendable, Hashable {
  /// The treatment of points without a time.
  @nonexhaustive
  package enum Untimed: Sendable, Hashable {
    /// The treatment that leaves out points without a time, and counts them.
    case leftOut
    /// The treatment that gives times to segments without any, in constant steps from a start.
    case spaced(from: UniversalTime, seconds: Double)
  }

  /// The treatment of points without a time.
  package var untimed = Untimed.leftOut
  /// The offset from UTC of times written without a zone.
  public var offsetWithoutZone = UTCOffset.zero
  /// The date of the first fix of NMEA recordings without a date; nil to leave out their fixes.
  public var day: CalendarDay?
  /// The greatest number of points read; more are an error.
  ///
  /// The default is about three weeks at one point per second.
  public var pointLimit = 2_000_000

  /// Indicates whether the order of fixes and jumps of time are repaired.
  package var repairsOrder = true
  /// The greatest number of bytes to which a packed recording is unpacked; more are an error.
  package var unpackedByteLimit = 512 << 20

  /// Creates options with the default values.
  public init() {}
}

/// Reads recordings in GPX, FIT, TCX, KML and KMZ, GeoJSON, IGC, NMEA 0183 and CSV, plain or packed by gzip or zip, with
/// the format detected from the content.
///
/// Files are read in windows; only their fixes are held in memory, of GeoJSON the text too. Invalid points are left out,
/// fixes out of order are sorted, and jumps of time repaired, each counted in the report. See Data/Formats/tracks.md for
/// the accepted forms.
///
/// **Source:** GPX 1.1 Schema Documentation (Topografix 2004); FIT Protocol (Garmin); NMEA 0183.
///
/// ```swift
/// let file = try TrackReader.read(path: "day.gpx")
/// let fixes = file.fixes
/// ```
public enum TrackReader {
  /// Returns the recording in a file.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - options: The options of reading.
  /// - Throws: ``SkiError`` with code `.missingInput` when the file can't be opened or is no regular file,
  ///   `.inputOutput` when reading fails, `.unsupportedFormat` when the content has no supported format,
  ///   `.malformedData` when it is damaged before its first point, `.limitExceeded` when it has more points than
  ///   ``TrackOptions/pointLimit``, its XML nests too deep or it unpacks to more than 512 MiB, `.emptyInput` when it has
  ///   no fix; `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*n*) in bytes and O(*f* log *f*) in fixes.
  public static func read(path: String, options: TrackOptions = TrackOptions()) throws -> TrackFile {
    try read(ByteStream(file: path), options)
  }

  /// Returns the recording in bytes; see ``read(path:options:)``.
  /// - Parameters:
  ///   - bytes: The content of the recording.
  ///   - name: The name in error messages.
  ///   - options: The options of reading.
  /// - Throws: ``SkiError`` as ``read(path:options:)``, without `.missingInput` and `.inputOutput`.
  /// - Complexity: That of ``read(path:options:)``.
  public static func read(
    _ bytes: [UInt8], name: String = "recording", options: TrackOptions = TrackOptions()
  ) throws -> TrackFile {
    try read(ByteStream(bytes, name: name), options)
  }

  /// Returns the recording read from an open file, pipe or terminal up to its end; see ``read(path:options:)``.
  ///
  /// Zip archives are held in memory, up to 256 MiB.
  /// - Parameters:
  ///   - descriptor: The file descriptor; it is not closed.
  ///   - name: The name in error messages.
  ///   - options: The options of reading.
  /// - Throws: ``SkiError`` as ``read(path:options:)``, without `.missingInput`.
  /// - Complexity: That of ``read(path:options:)``.
  public static func read(
    descriptor: Int32, name: String = "standard input", options: TrackOptions = TrackOptions()
  ) throws -> TrackFile {
    try read(ByteStream(descriptor: descriptor, name: name), options)
  }

  private static func read(_ stream: ByteStream, _ options: TrackOptions) throws -> TrackFile {
    let content = try UnpackedStream(stream, byteLimit: options.unpackedByteLimit)
    let input = try TrackInput(content.stream)
    let format = try TrackContent(of: input.start()).format(name: input.name)
    var collector = TrackCollector(name: input.name, options: options)
    switch format {
    case .gpx: try GPXReader.read(input, into: &collector)
    case .nmea: try NMEAReader.read(input, into: &collector)
    case .csv: try CSVReader.read(input, into: &collector)
    case .fit: try FITReader.read(input, into: &collector)
    case .tcx: try TCXReader.read(input, into: &collector)
    case .kml: try KMLReader.read(input, into: &collector)
    case .geojson: try GeoJSONReader.read(input, into: &collector)
    case .igc: try IGCReader.read(input, into: &collector)
    }
    for inflation in content.inflations { collector.noteEnd(of: inflation) }
    return try collector.finished(format)
  }
}
