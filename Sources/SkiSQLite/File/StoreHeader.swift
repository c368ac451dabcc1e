import Foundation
import GRDB
import SkiBase
import SkiSystem

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
