public import SkiBase

/// A watcher of a status file, which checks the file at each request and reads it again when it has changed.
///
/// An unreadable or partly written file does not discard the last good reading: it is kept, and the failure is reported
/// beside it. The age up to which a state is used is decided by the timetable; see ``FeatureStatus/observedAt``. Shared
/// by any number of tasks.
public final class StatusFileWatcher: Sendable {
  /// The state of the file at one time.
  public struct Snapshot: Sendable, Equatable {
    /// The last good reading; nil before the first one.
    public var reading: StatusReader.Reading?
    /// The time of that reading.
    public var readAt: UniversalTime?
    /// The error of the current file; nil when the reading is of it.
    public var failure: SkiError?

    /// Creates a snapshot from its members.
    public init(reading: StatusReader.Reading? = nil, readAt: UniversalTime? = nil, failure: SkiError? = nil)
    {
      (self.reading, self.readAt, self.failure) = (reading, readAt, failure)
    }
  }

  /// The path of the status file.
  public let path: String
  private let state = Locked<State>(State())

  private struct State {
    var snapshot = Snapshot()
    /// The file the snapshot is of; nil when it must be read again.
    var stamp: FileStamp?
  }

  /// The age in seconds below which a file is read again, since a further write may not change its stamp.
  static let unsettledSeconds = 2.0

  /// Creates a watcher of the file at a path without reading it.
  public init(path: String) { self.path = path }

  /// Returns the current snapshot, after reading the file if it has changed.
  /// - Parameter now: The current time, for the status reader and the age of the file.
  /// - Complexity: O(1) while the file is unchanged, else as ``StatusReader/read(_:path:)``.
  public func snapshot(now: UniversalTime) -> Snapshot {
    state.withLock { state in
      do {
        let file = try RandomAccessFile(path, what: "a status file")
        if state.stamp == file.stamp { return state.snapshot }
        // Whatever the result, the same file need not be read again, unless it may still be changing.
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

  /// The snapshots of the file, each when it differs from the one before; the first at once.
  ///
  /// An iteration ends when its task is cancelled.
  /// - Parameters:
  ///   - seconds: The time between two checks of the file, 0.01 to 86,400.
  ///   - clock: Returns the current time.
  public func snapshots(
    everySeconds seconds: Double = 10, clock: @escaping @Sendable () -> UniversalTime
  ) -> PolledValues<Snapshot> {
    PolledValues(everySeconds: seconds, of: { [self] in snapshot(now: clock()) })
  }

  /// Reads a status file once.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - now: The current time, see ``StatusReader/now``.
  /// - Returns: The status, with the features left out.
  /// - Throws: ``SkiError`` with code `.missingInput` when the file can't be opened, `.inputOutput` when reading fails,
  ///   and the errors of ``StatusReader/read(_:path:)``.
  /// - Complexity: O(*n*) in the bytes.
  public static func read(path: String, now: UniversalTime) throws -> StatusReader.Reading {
    try read(RandomAccessFile(path, what: "a status file"), now: now)
  }

  private static func read(_ file: RandomAccessFile, now: UniversalTime) throws -> StatusReader.Reading {
    // One byte more than the limit, so that the reader detects an excess.
    var bytes = [UInt8](repeating: 0, count: min(file.byteCount, StatusReader.limitBytes + 1))
    let got = try bytes.withUnsafeMutableBytes { try file.readSome(into: $0, at: 0) }
    bytes.removeLast(bytes.count - got)
    return try StatusReader(now: now).read(bytes, path: file.path)
  }
}
