package import SkiBase
package import SkiGraph

/// The keeper of the served map and states: looks at their files each second, and replaces them in one assignment.
///
/// Requests take the finished value and never wait for a file. A new map is opened and verified beside the old one; a bad
/// file changes nothing. A shared object; `Sendable`.
package final class MapReloader: Sendable {
  /// A change that a look at the files led to.
  package enum Change: Sendable {
    /// Another map is served.
    case map(MapID)
    /// Other states are served.
    case status(String)
    /// A file can't be used; what was served before stays.
    case failure(SkiError)
  }

  /// A file as it was looked at last, whether it could be used or not.
  private struct Watched {
    var stamp: FileStamp?
    /// The reason why it is not served; nil when it is.
    var failure: SkiError?
  }

  private struct State {
    var served: ServedMap
    var map: Watched
    var status: Watched
    /// The identity of the states that came from elsewhere last.
    var offered: String?
  }

  private let mapPath: String
  private let statusPath: String?
  private let archives: [String: any ServedTiles]
  private let caches: ServerLimits.CacheLimits
  private let state: Locked<State>
  private let now: @Sendable () -> UniversalTime

  /// Opens the map and reads the states.
  /// - Throws: The errors of opening the map and of reading the status file.
  package init(
    mapPath: String, statusPath: String?, archives: [String: any ServedTiles],
    caches: ServerLimits.CacheLimits = .init(), now: @escaping @Sendable () -> UniversalTime
  ) throws {
    (self.mapPath, self.statusPath, self.archives, self.now) = (mapPath, statusPath, archives, now)
    self.caches = caches
    let stamp = try Self.stamp(mapPath)
    let map = try OpenedMap(path: mapPath, archives: archives, caches: caches)
    let status = try statusPath.map { try Self.readStatus($0, now: now()) }
    state = Locked(
      State(
        served: ServedMap(map: map, status: status?.status), map: Watched(stamp: stamp),
        status: Watched(stamp: status?.stamp)))
  }

  /// The map and states that are served now.
  package var served: ServedMap { state.withLock { $0.served } }

  /// The reason why a newer file is not served; nil when all is well.
  package var failure: SkiError? { state.withLock { $0.map.failure ?? $0.status.failure } }

  /// The archives whose tiles can't be read any more, by their names in order.
  package var archiveFailures: [(name: String, failure: SkiError)] {
    archives.sorted { $0.key < $1.key }.compactMap { name, tiles in tiles.failure.map { (name, $0) } }
  }

  /// Looks at the files, and serves what is new; one caller at a time, on a thread that may wait for files.
  ///
  /// A file that can't be used is read again only when it has changed.
  /// - Parameter isForced: Indicates whether unchanged files are read again, too.
  /// - Returns: The changes.
  package func look(isForced: Bool = false) -> [Change] {
    let map = look(at: \.map, mapPath, isForced) { stamp in
      let fresh = try OpenedMap(path: mapPath, archives: archives, caches: caches)
      // A file that was written to meanwhile is looked at again.
      guard try Self.stamp(mapPath) == stamp else { return nil }
      return state.withLock { state in
        guard fresh.id != state.served.map.id else { return nil }
        state.served = ServedMap(map: fresh, status: state.served.status)
        return .map(fresh.id)
      }
    }
    guard let statusPath else { return [map].compactMap(\.self) }
    let status = look(at: \.status, statusPath, isForced) { _ in
      let status = try Self.readStatus(statusPath, now: now()).status
      state.withLock { $0.served = ServedMap(map: $0.served.map, status: status) }
      return .status(status.id)
    }
    return [map, status].compactMap(\.self)
  }

  /// Serves states that come from elsewhere than the status file.
  ///
  /// A report that says nothing is none, so that answers are those of a server without states. Of equal reports the first
  /// identity stays, since nothing is different for who knows it.
  /// - Returns: The change; nil when the same is served already, except the first time.
  /// - Complexity: O(1) for the identity of the call before, else O(*n*) in the entries.
  func serve(_ status: ServedStatus) -> Change? {
    state.withLock { state in
      let known = state.offered
      guard status.id != known else { return nil }
      state.offered = status.id
      let next = status.report == StatusReport() ? nil : status
      guard known == nil || next?.report != state.served.status?.report else { return nil }
      state.served = ServedMap(map: state.served.map, status: next)
      return .status(status.id)
    }
  }

  /// Looks at one file, and serves it when it has changed; a failure is a change when it is another one than before.
  private func look(
    at file: any WritableKeyPath<State, Watched> & Sendable, _ path: String, _ isForced: Bool,
    serve: (FileStamp) throws -> Change?
  ) -> Change? {
    var watched = Watched()
    let before = state.withLock { $0[keyPath: file] }
    do {
      let stamp = try Self.stamp(path)
      guard isForced || stamp != before.stamp else { return nil }
      watched.stamp = stamp
      let change = try serve(stamp)
      let served = watched
      state.withLock { $0[keyPath: file] = served }
      return change
    } catch {
      let failure = Self.error(error, path)
      watched.failure = failure
      let failed = watched
      state.withLock { $0[keyPath: file] = failed }
      return failure.description == before.failure?.description ? nil : .failure(failure)
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
