import SkiFormats
package import SkiGeo
package import SkiGraph
import SkiImport

/// The keeper of the served map and states: looks at their files each second, and replaces them in one assignment.
///
/// Requests take the finished value and never wait for a file. A new map is opened and verified beside the old one; a bad
/// file changes nothing. A shared object; `Sendable`.
package final class MapKeeper: Sendable {
  /// A change that a look at the files led to.
  package enum Change: Sendable {
    /// Another map is served.
    case map(MapID)
    /// Other states are served.
    case status(String)
    /// A file can't be used; what was served before stays.
    case failure(SkiError)
  }

  private struct State {
    var served: ServedMap
    var mapStamp: FileStamp
    var statusStamp: FileStamp?
    var failure: SkiError?
  }

  private let mapPath: String
  private let statusPath: String?
  private let archives: [String: any ServedTiles]
  private let state: Locked<State>
  private let now: @Sendable () -> UniversalTime

  /// Opens the map and reads the states.
  /// - Throws: The errors of opening the map and of reading the status file.
  package init(
    mapPath: String, statusPath: String?, archives: [String: any ServedTiles],
    now: @escaping @Sendable () -> UniversalTime
  ) throws {
    (self.mapPath, self.statusPath, self.archives, self.now) = (mapPath, statusPath, archives, now)
    let stamp = try Self.stamp(mapPath)
    let map = try OpenedMap(path: mapPath, archives: archives)
    let status = try statusPath.map { try Self.readStatus($0, now: now()) }
    state = Locked(
      State(
        served: ServedMap(map: map, status: status?.status), mapStamp: stamp, statusStamp: status?.stamp))
  }

  /// The map and states that are served now.
  package var served: ServedMap { state.withLock { $0.served } }

  /// The reason why a newer file is not served; nil when all is well.
  package var failure: SkiError? { state.withLock { $0.failure } }

  /// Looks at the files, and serves what is new; one caller at a time, on a thread that may wait for files.
  /// - Parameter isForced: Indicates whether unchanged files are read again, too.
  /// - Returns: The changes.
  package func look(isForced: Bool = false) -> [Change] {
    var changes: [Change] = []
    var failure: SkiError?
    do { if let change = try lookAtMap(isForced) { changes.append(change) } } catch {
      failure = Self.error(error, mapPath)
    }
    do { if let change = try lookAtStatus(isForced) { changes.append(change) } } catch {
      failure = failure ?? Self.error(error, statusPath ?? "")
    }
    let isNews = state.withLock { state in
      defer { state.failure = failure }
      return failure?.description != state.failure?.description
    }
    if isNews, let failure { changes.append(.failure(failure)) }
    return changes
  }

  private func lookAtMap(_ isForced: Bool) throws -> Change? {
    let stamp = try Self.stamp(mapPath)
    guard isForced || stamp != state.withLock({ $0.mapStamp }) else { return nil }
    let fresh = try OpenedMap(path: mapPath, archives: archives)
    // A file that was written to meanwhile is looked at again.
    guard try Self.stamp(mapPath) == stamp else { return nil }
    return state.withLock { state in
      state.mapStamp = stamp
      guard fresh.id != state.served.map.id else { return nil }
      state.served = ServedMap(map: fresh, status: state.served.status)
      return .map(fresh.id)
    }
  }

  private func lookAtStatus(_ isForced: Bool) throws -> Change? {
    guard let statusPath else { return nil }
    let stamp = try Self.stamp(statusPath)
    guard isForced || stamp != state.withLock({ $0.statusStamp }) else { return nil }
    let (status, read) = try Self.readStatus(statusPath, now: now())
    return state.withLock { state in
      state.statusStamp = read
      state.served = ServedMap(map: state.served.map, status: status)
      return .status(status.id)
    }
  }

  private static func readStatus(
    _ path: String, now: UniversalTime
  ) throws -> (status: ServedStatus, stamp: FileStamp) {
    let stamp = try stamp(path)
    let reading = try StatusFileWatcher.read(path: path, now: now)
    let id = String(Int(stamp.modifiedSeconds * 1000), radix: 36)
    return (ServedStatus(id: id, report: reading.report), stamp)
  }

  private static func stamp(_ path: String) throws -> FileStamp {
    try RandomAccessFile(path, what: "a file").stamp
  }

  private static func error(_ error: any Error, _ path: String) -> SkiError {
    error as? SkiError ?? SkiError(.inputOutput, "file can't be read", subject: path, underlying: "\(error)")
  }
}
