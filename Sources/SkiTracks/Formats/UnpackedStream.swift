import SkiBase
import SkiGraph

/// A stream without its packing: gzip, a zip archive with one recording, or both.
struct UnpackedStream {
  /// The stream of the recording.
  private(set) var stream: ByteStream
  /// The unpackings between the file and the recording, outermost first; asked at the end for what they found.
  private(set) var inflations: [Inflation] = []
  /// The greatest number of packings around a recording.
  private static let packingLimit = 3
  /// The greatest number of bytes of a zip archive that comes through a pipe or another packing.
  private static let archiveByteLimit = 256 << 20

  /// Removes the packings of a stream, each to at most a number of bytes.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` for an archive without a recording or with several,
  ///   `.malformedData` for a damaged one, `.limitExceeded` for more packings or bytes than the limits, and the errors
  ///   of the stream.
  init(_ packed: ByteStream, byteLimit: Int) throws {
    stream = packed
    for _ in 0...Self.packingLimit {
      var window: [UInt8] = []
      try stream.next(into: &window)
      stream.giveBack(window)
      if window.starts(with: [0x1F, 0x8B]) {
        stream = ByteStream(inflating: stream, as: .gzip, byteLimit: byteLimit)
      } else if window.starts(with: [0x50, 0x4B, 3, 4]) {
        let bytes = try stream.seekable(atMostBytes: Self.archiveByteLimit)
        stream = try ZipArchive(bytes, byteLimit: byteLimit).recording(name: packed.name)
      } else {
        return
      }
      if let inflation = stream.inflation { inflations.append(inflation) }
    }
    throw SkiError(
      .limitExceeded, "recording is packed more than \(Self.packingLimit) times; unpack it",
      subject: packed.name)
  }
}

extension ZipArchive {
  /// The ends of names of recordings, in order of preference.
  private static let endings = [
    ".kml", ".gpx", ".fit", ".tcx", ".igc", ".geojson", ".json", ".nmea", ".csv",
  ]

  /// Returns the stream of the only recording.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when there is none or several, and the errors of
  ///   ``stream(of:)``.
  fileprivate func recording(name: String) throws -> ByteStream {
    let files = members.filter(\.isFile)
    // A recording of Slopes has the fixes as recorded and as smoothed.
    for wanted in ["GPS.csv", "RawGPS.csv"] {
      if let member = files.first(where: { $0.name == wanted }) { return try stream(of: member) }
    }
    // A KMZ archive is read from its main document, the first.
    if let document = files.first(where: { $0.name == "doc.kml" }) { return try stream(of: document) }
    let recordings = files.filter { file in
      let name = file.fileName.lowercased()
      return !name.hasPrefix(".")
        && Self.endings.contains { name.hasSuffix($0) || name.hasSuffix($0 + ".gz") }
    }
    if recordings.count == 1 { return try stream(of: recordings[0]) }
    throw SkiError(.unsupportedFormat, refusal(files, recordings), subject: name)
  }

  private func refusal(_ files: [Member], _ recordings: [Member]) -> String {
    if files.contains(where: { $0.name == "[Content_Types].xml" }) {
      return "recording is a spreadsheet of Excel; save it as CSV"
    }
    guard let first = recordings.first else {
      return "zip archive holds no recording (\(files.count) other files); export it as GPX or FIT"
    }
    return "zip archive holds \(recordings.count) recordings; unpack it and name one, such as "
      + first.name.shortened(toScalars: 60)
  }
}

extension TrackCollector {
  /// Notes in the report how an unpacking ended.
  mutating func noteEnd(of inflation: Inflation) {
    if inflation.isCutOff { note(.cutOff, .noted, at: inflation.packedByteOffset, "packed file") }
    if inflation.hasInvalidChecksum {
      note(.fileChecksumInvalid, .noted, at: inflation.packedByteOffset, "packed file")
    }
  }
}
