import Foundation
import GRDB
import SkiBase
import SkiSystem

/// The file of a store: found or created, locked, and checked.
///
/// A shared object; `Sendable`.
final class StoreFile: Sendable {
  /// The path without symbolic links, on which SQLite's log depends.
  let path: String
  private let lock: FileLock

  /// Locks, creates and checks the file.
  /// - Throws: `SkiError`, see ``SQLiteDriver/open(path:options:)``.
  init(path: String) throws {
    self.path = try Self.resolved(path)
    lock = try FileLock(path: self.path + ".lock", of: self.path)
    do {
      try prepare()
    } catch {
      lock.unlock()
      throw error
    }
  }

  /// Lets other processes open the store.
  func unlock() { lock.unlock() }

  /// Creates a missing store; checks one that is there, which is never changed nor renamed.
  private func prepare() throws {
    switch try StoreHeader.read(path) {
    case .missing:
      // A log without its store would be played back into the new one.
      guard !SetAside.hasLog(path) else {
        throw unfit("the store is missing but its log is there; restore both")
      }
      try StoreHeader.create(path)
    case .empty: throw unfit("the store is an empty file; restore a copy")
    case .store:
      if let fault = try Self.fault(path) {
        throw unfit("the store is corrupted; recover it with sqlite3's .recover, or restore a copy", fault)
      }
    case .otherDatabase: throw Self.foreign(path)
    case .otherFile: throw unfit("the file is not an SQLite database; name another path, or restore a copy")
    }
  }

  private func unfit(_ problem: String, _ fault: String? = nil) -> SkiError {
    SkiError(
      .malformedData, "\(problem), or begin with an empty store by --new-store, which renames this one",
      subject: path, underlying: fault)
  }

  private static func foreign(_ path: String) -> SkiError {
    SkiError(
      .unsupportedFormat, "the file is another program's SQLite database; name another path", subject: path)
  }

  /// Renames the files of a store, which no one may have open, and returns the new path; nil when there are none.
  /// - Throws: `SkiError` with code `.unsupportedFormat` for another program's database; see ``FileLock`` and ``SetAside``.
  static func setAside(_ path: String) throws -> String? {
    let path = try resolved(path)
    let lock = try FileLock(path: path + ".lock", of: path)
    defer { lock.unlock() }
    switch try StoreHeader.read(path) {
    case .missing: return SetAside.hasLog(path) ? try SetAside.rename(path) : nil
    case .otherDatabase: throw foreign(path)
    case .empty, .store, .otherFile: return try SetAside.rename(path)
    }
  }

  /// The first fault that SQLite finds in a database; nil if there is none.
  private static func fault(_ path: String) throws -> String? {
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      let lines = try queue.inDatabase { try String.fetchAll($0, sql: "PRAGMA quick_check(1)") }
      return lines == ["ok"] ? nil : lines.first ?? "no answer of quick_check"
    } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
      return error.message ?? "corrupted"
    } catch {
      throw SQLiteFailure.error(error)
    }
  }

  private static func resolved(_ path: String) throws -> String {
    if let whole = realpath(path, nil) {
      defer { free(whole) }
      return String(cString: whole)
    }
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    guard let real = realpath(folder, nil) else {
      throw SkiError(.missingInput, "the folder of the store can't be opened; create it", subject: folder)
    }
    defer { free(real) }
    return String(cString: real) + "/" + url.lastPathComponent
  }
}
