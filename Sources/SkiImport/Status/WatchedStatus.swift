import SkiFormats
public import SkiGeo

/// A status file as a service follows it: looked at whenever it is asked for, and read again when it has changed.
///
/// A file that can't be read, or is half written, never takes away what was known: the last good reading stays, and the failure is told beside it.
/// How long a state counts is for the timetable to say; see ``FeatureStatus/observedAt``. A class shared by any number of tasks; `Sendable`.
public final class WatchedStatus: Sendable {
  /// What is known of the file now.
  package struct Snapshot: Sendable {
    /// The last good reading; nil before there was one.
    package var reading: StatusReader.Reading?
    /// When that was read.
    package var readAt: UniversalTime?
    /// Why the file as it is now could not be read; nil when the reading is of it.
    package var failure: SkiError?
  }

  /// Where the file lies.
  public let path: String
  private let state = Locked<State>(State())

  private struct State {
    var snapshot = Snapshot()
    /// The file the snapshot is of; nil when it has to be read whatever it is.
    var stamp: FileStamp?
  }

  /// A file written to within this many seconds may be written to again without a sign of it: it is read again.
  static let unsettledSeconds = 2.0

  /// Watches a file; nothing is read yet.
  public init(path: String) { self.path = path }

  /// Returns what is known, after a look at the file.
  /// - Parameter now: The time, for states that say they were seen in the future, and to know a file that was just written.
  /// - Complexity: O(1) while the file stays the same, else as ``StatusReader/read(_:path:)``.
  package func snapshot(now: UniversalTime) -> Snapshot {
    state.withLock { state in
      do {
        let file = try RandomAccessFile(path, what: "a status file")
        if state.stamp == file.stamp { return state.snapshot }
        // Whatever comes of it: the same file need not be read again, unless it may still be changing.
        let age = now.secondsSince1970 - file.stamp.modifiedSeconds
        state.stamp = age > Self.unsettledSeconds ? file.stamp : nil
        let reading = try Self.read(file, now: now)
        state.snapshot = Snapshot(reading: reading, readAt: now, failure: nil)
      } catch {
        state.snapshot.failure =
          error as? SkiError
          ?? SkiError(.inputOutput, "status can't be read", subject: path, underlying: "\(error)")
      }
      return state.snapshot
    }
  }

  /// Reads a status file once.
  /// - Throws: ``SkiError`` as the opening of files and ``StatusReader/read(_:path:)``.
  public static func read(path: String, now: UniversalTime) throws -> StatusReader.Reading {
    try read(RandomAccessFile(path, what: "a status file"), now: now)
  }

  private static func read(_ file: RandomAccessFile, now: UniversalTime) throws -> StatusReader.Reading {
    // One byte more than is believed, so that the reader sees what is too long.
    var bytes = [UInt8](repeating: 0, count: min(file.byteCount, StatusReader.limitBytes + 1))
    let got = try bytes.withUnsafeMutableBytes { try file.readSome(into: $0, at: 0) }
    bytes.removeLast(bytes.count - got)
    return try StatusReader(now: now).read(bytes, path: file.path)
  }
}
