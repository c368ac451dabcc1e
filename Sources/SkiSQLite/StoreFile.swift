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

/// Renames the files of a store that can't be used.
enum SetAside {
  /// The endings of SQLite's files beside a database; with a log the file is complete only together.
  private static let endings = ["-wal", "-shm", "-journal"]

  /// Renames a store and its log to `PATH.broken-TIME` and returns that path.
  /// - Throws: `SkiError` with code `.inputOutput`.
  static func rename(_ path: String) throws -> String {
    let aside = unusedPath(path)
    for ending in [""] + endings where exists(path + ending) {
      guard SkiSystem.rename(path + ending, aside + ending) == 0 else {
        throw SkiError(
          .inputOutput, "the store can't be renamed; move it by hand", subject: path + ending,
          underlying: String(cString: strerror(errno)))
      }
    }
    return aside
  }

  /// True if there is a log or journal with content.
  static func hasLog(_ path: String) -> Bool {
    ["-wal", "-journal"].contains { ending in
      var status = stat()
      return stat(path + ending, &status) == 0 && status.st_size > 0
    }
  }

  private static func unusedPath(_ path: String) -> String {
    let seconds = Date().timeIntervalSince1970.rounded(.down)
    let time = UniversalTime(secondsSince1970: seconds).iso8601() ?? "\(Int(seconds))"
    let base = path + ".broken-" + time.filter { $0 != ":" && $0 != "-" }
    var (candidate, number) = (base, 1)
    while ([""] + endings).contains(where: { exists(candidate + $0) }) {
      number += 1
      candidate = "\(base)-\(number)"
    }
    return candidate
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

/// An exclusive lock on a file, which ends with the process at the latest.
///
/// A shared object; `Sendable`. The file stays: removing it would let two processes lock different files of one name.
final class FileLock: Sendable {
  private let descriptor: Locked<Int32?>

  /// Creates the file if it is missing and locks it.
  /// - Throws: `SkiError` with code `.conflict` if it is locked, `.unwritableOutput` if it can't be created.
  init(path: String, of store: String) throws {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw SkiError(
        .unwritableOutput, "the file can't be created; check the permissions of its folder", subject: path,
        underlying: String(cString: strerror(errno)))
    }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(opened)
      guard code == EWOULDBLOCK else {
        throw SkiError(
          .unavailable, "the file can't be locked; put the store on a local disk", subject: path,
          underlying: String(cString: strerror(code)))
      }
      throw SkiError(
        .conflict,
        "the store is in use by another process or driver; stop that one, or use PostgreSQL for several servers",
        subject: store)
    }
    descriptor = Locked(opened)
  }

  deinit { unlock() }

  /// Ends the lock; again has no effect.
  ///
  /// Closing alone would leave it to a child process that has just been forked and holds the descriptor until it executes.
  func unlock() {
    descriptor.withLock { descriptor in
      if let descriptor {
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
      descriptor = nil
    }
  }
}

/// The kind of a file, by the header of SQLite's format: its first 16 bytes, and the application's number at byte 68.
enum StoreHeader {
  /// Not there.
  case missing
  /// Without bytes.
  case empty
  /// A database that ``create(_:)`` made.
  case store
  /// A database of another program.
  case otherDatabase
  /// Not a database.
  case otherFile

  /// The number of the application, "SkiS" in ASCII.
  static let application: UInt32 = 0x536B_6953
  private static let magic = Array("SQLite format 3\u{0}".utf8)

  /// Reads the header of a file.
  /// - Throws: `SkiError` with code `.unavailable`.
  static func read(_ path: String) throws -> StoreHeader {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return .missing }
      throw failure(path)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw failure(path) }
    if count == 0 { return .empty }
    guard bytes.starts(with: magic) else { return .otherFile }
    let number = bytes[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return number == application ? .store : .otherDatabase
  }

  /// Creates an empty store beside the path, readable by its owner only, and renames it.
  /// - Throws: `SkiError` with code `.unwritableOutput` or `.unavailable`.
  static func create(_ path: String) throws {
    let new = path + ".new"
    unlink(new)
    let descriptor = open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw SkiError(
        .unwritableOutput, "the store can't be created; check the permissions of its folder", subject: path,
        underlying: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    try SQLiteFailure.translated {
      let queue = try DatabaseQueue(path: new)
      try queue.inDatabase { try $0.execute(sql: "PRAGMA application_id = \(application)") }
      try queue.close()
    }
    guard fsync(descriptor) == 0, SkiSystem.rename(new, path) == 0 else { throw failure(path) }
  }

  private static func failure(_ path: String) -> SkiError {
    SkiError(
      .unavailable, "the store's file can't be read or written; check its disk and permissions",
      subject: path,
      underlying: String(cString: strerror(errno)))
  }
}
