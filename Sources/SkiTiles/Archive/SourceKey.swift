import SkiBase
import SkiSystem

/// A fingerprint of input files, by which an interrupted build resumes only with unchanged inputs.
package enum SourceKey {
  /// The greatest folder depth and the greatest number of files visited.
  private static let limits = (depth: 32, files: 8_000_000)

  /// Returns a text that changes when a file is changed, added or removed, from names, sizes and times, not contents.
  ///
  /// - Parameter paths: Files, and folders with everything in them.
  /// - Throws: ``SkiError`` with code `.missingInput` when a path doesn't exist, `.limitExceeded` for more than
  ///   8,000,000 files, `.inputOutput` when a folder can't be read.
  /// - Complexity: O(*n*) in the files.
  package static func text(ofFiles paths: [String]) throws -> String {
    try paths.map { path in
      var found = FileTally()
      try tally(at: path, name: "", depth: 0, &found)
      return "\(path.split(separator: "/").last ?? "/") \(found.count) \(found.bytes) "
        + String(found.sum, radix: 16)
    }.joined(separator: "\n")
  }

  private struct FileTally {
    var count = 0
    var bytes = 0
    var sum: UInt64 = 0

    /// Adds a file to the sum, which doesn't depend on the order of files.
    mutating func add(_ name: String, _ status: stat) {
      count += 1
      bytes &+= Int(status.st_size)
      var hash = FNVHash(name.utf8)
      for number in [Int(status.st_size), status.modificationTime.tv_sec, status.modificationTime.tv_nsec] {
        for shift in stride(from: 0, to: 64, by: 8) { hash.add(UInt8(truncatingIfNeeded: number >> shift)) }
      }
      sum &+= hash.value &* (hash.value | 1)
    }
  }

  private static func tally(at path: String, name: String, depth: Int, _ found: inout FileTally) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
      // A dangling or unreadable entry inside a folder is no input of any reader.
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
      try tally(at: path + "/" + child, name: name + "/" + child, depth: depth + 1, &found)
    }
    guard errno == 0 else {
      throw SkiError(
        .inputOutput, "folder can't be read to its end; check the disk and try again", subject: path,
        underlying: systemMessage(errno))
    }
  }
}
