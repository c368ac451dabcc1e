import Foundation
import GRDB
import Glibc
import SkiGeo

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

  private func prepare() throws {
    switch try StoreHeader.read(path) {
    case .empty:
      try setAsideLog()
      try StoreHeader.create(path)
    case .store:
      if let fault = try Self.fault(path) {
        let aside = try SetAside.rename(path)
        throw SkiError(
          .malformedData,
          "the store is corrupted and was renamed to \(aside); recover it with sqlite3's .recover or a copy, or open again to"
            + " begin with an empty store",
          subject: path, underlying: fault)
      }
    case .otherDatabase:
      throw SkiError(
        .unsupportedFormat, "the file is another program's SQLite database; name another path", subject: path)
    case .otherFile:
      throw SkiError(.malformedData, "the file is not an SQLite database; name another path", subject: path)
    }
  }

  /// A log without its store would be played back into the new one.
  private func setAsideLog() throws {
    guard SetAside.hasLog(path) else { return }
    let aside = try SetAside.rename(path)
    throw SkiError(
      .malformedData,
      "the store is missing but its log is there, which was renamed to \(aside)-wal; restore both, or open again to begin"
        + " with an empty store",
      subject: path)
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
