import Glibc
import SkiFormats
import SkiGeo

/// What tells one state of input files from another, so that an interrupted build only goes on with the files it began with.
package enum SourceKey {
  /// The most folders below each other, and the most files, that are looked at.
  private static let limits = (depth: 32, files: 8_000_000)

  /// Returns a text that changes when a file changes, comes or goes: from names, sizes and times, not from contents.
  ///
  /// - Parameter paths: Files, and folders with all that is in them.
  /// - Throws: ``SkiError`` with code `.missingInput` when one isn't there, `.limitExceeded` for more than eight million files.
  /// - Complexity: O(*n* log *n*) in the files.
  package static func text(ofFiles paths: [String]) throws -> String {
    try paths.map { path in
      var found = Found()
      try look(at: path, name: "", depth: 0, &found)
      return "\(path.split(separator: "/").last ?? "/") \(found.count) \(found.bytes) "
        + String(found.sum, radix: 16)
    }.joined(separator: "\n")
  }

  private struct Found {
    var count = 0
    var bytes = 0
    var sum: UInt64 = 0

    /// Adds a file; in whatever order files come, the sum is the same.
    mutating func add(_ name: String, _ status: stat) {
      count += 1
      bytes &+= Int(status.st_size)
      var hash = FNVHash(name.utf8)
      for number in [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] {
        for shift in stride(from: 0, to: 64, by: 8) { hash.add(UInt8(truncatingIfNeeded: number >> shift)) }
      }
      sum &+= hash.value &* (hash.value | 1)
    }
  }

  private static func look(at path: String, name: String, depth: Int, _ found: inout Found) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
      // A link to nothing within a folder is nobody's input.
      guard depth == 0 || ![ENOENT, ENOTDIR, ELOOP, EACCES].contains(errno) else { return }
      throw SkiError(
        .missingInput, "file can't be found; check its name", subject: path, underlying: systemMessage(errno))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      found.add(name, status)
      guard found.count <= limits.files else {
        throw SkiError(
          .limitExceeded, "folder holds more than \(limits.files) files; name fewer", subject: path)
      }
      return
    }
    guard depth < limits.depth, let handle = opendir(path) else { return }
    defer { closedir(handle) }
    while true {
      errno = 0
      guard let entry = readdir(handle) else { break }
      let child = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard child != ".", child != ".." else { continue }
      try look(at: path + "/" + child, name: name + "/" + child, depth: depth + 1, &found)
    }
    guard errno == 0 else {
      throw SkiError(
        .inputOutput, "folder can't be read to its end; check the disk and try again", subject: path,
        underlying: systemMessage(errno))
    }
  }
}
