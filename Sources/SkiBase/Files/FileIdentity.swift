package import SkiSystem

/// The identity of a file or folder, independent of the spelling of its path: links, `..` and hard links are resolved.
///
/// A path that does not exist is identified by its nearest existing folder and the names below it in lower case, since
/// some file systems ignore case.
package struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let inode: UInt64
  /// The missing names below the folder; empty when the file exists.
  private let missing: [String]
  private static let linkLimit = 40

  /// Indicates whether the file exists.
  package var exists: Bool { missing.isEmpty }

  package init(_ status: stat) {
    (device, inode, missing) = (UInt64(status.st_dev), UInt64(status.st_ino), [])
  }

  /// Creates the identity of a path; nil for character devices, which writing does not damage, and unresolvable paths.
  /// - Throws: ``SkiError`` with code `.inputOutput` when the file system can't tell whether a file exists.
  package init?(_ path: String) throws(SkiError) {
    guard var (folder, names) = try Self.split(path) else { return nil }
    // Missing folders may be created later: `..` after them leads back, maybe to an existing file.
    while let place = names.firstIndex(of: ".."), place > 0 {
      names.removeSubrange(place - 1...place)
      guard let again = try Self.split(([folder] + names).joined(separator: "/")) else { return nil }
      (folder, names) = again
    }
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFCHR else { return nil }
    (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    missing = names.map { $0.lowercased() }
  }

  /// Splits a path into its existing part and the names below it, following links.
  private static func split(_ path: String) throws(SkiError) -> (there: String, missing: [String])? {
    guard !path.isEmpty else { return nil }
    var (path, names, links): (String, [String], Int) = (path, [], 0)
    while try !isThere(path) {
      if let target = linkTarget(path) {
        links += 1
        guard links <= linkLimit else { return nil }
        path = target.hasPrefix("/") ? target : parent(path) + "/" + target
        continue
      }
      let trimmed = trimmed(path)
      guard trimmed != "/", trimmed != "." else { return nil }
      let name = trimmed.split(separator: "/").last.map(String.init) ?? ""
      if name != "." { names.append(name) }
      path = parent(trimmed)
    }
    return (path, names.reversed())
  }

  private static func isThere(_ path: String) throws(SkiError) -> Bool {
    var status = stat()
    if stat(path, &status) == 0 { return true }
    switch errno {
    // A folder without search permission hides its contents from writing too.
    case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EACCES: return false
    case let code:
      throw SkiError(
        .inputOutput,
        "status of the file can't be read (\(String(cString: strerror(code)))); check the disk and try again",
        subject: path)
    }
  }

  private static func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink(path, base, buffer.count)
      guard count > 0, count < buffer.count else { return nil }
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), as: UTF8.self)
    }
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
