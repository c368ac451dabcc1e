import Foundation
import SkiBase
import SkiSystem

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
