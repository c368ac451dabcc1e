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

/// The entries of a folder.
package enum FolderListing {
  /// A file or folder in a folder, by its name.
  package struct Entry: Sendable, Hashable {
    package let name: String
    package let isFolder: Bool
  }

  /// Lists a folder in order of names; nil with the reason in `errno` when it can't be opened or read to its end.
  ///
  /// Links count as their targets; devices, pipes and broken links are omitted.
  /// - Parameters:
  ///   - isNamed: Returns whether a name is listed.
  ///   - isWanted: Returns from the folder's identity whether it is listed; otherwise the result is empty.
  /// - Complexity: O(*n* + *m* log *m*) in the entries and in those listed.
  package static func entries(
    of folder: String, named isNamed: (String) -> Bool = { _ in true },
    where isWanted: (FileIdentity) -> Bool = { _ in true }
  ) -> [Entry]? {
    guard let stream = opendir(folder) else { return nil }
    defer {
      let reason = errno
      closedir(stream)
      errno = reason
    }
    var status = stat()
    guard fstat(dirfd(stream), &status) == 0 else { return nil }
    guard isWanted(FileIdentity(status)) else { return [] }
    var entries: [Entry] = []
    while let entry = nextEntry(of: stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != "..", isNamed(name) else { continue }
      guard let isFolder = kind(Int32(entry.pointee.d_type), folder + "/" + name) else { continue }
      entries.append(Entry(name: name, isFolder: isFolder))
    }
    guard errno == 0 else { return nil }
    return entries.sorted { $0.name < $1.name }
  }

  /// Returns the next entry; nil at the end, with `errno` zero, and on an error, with the reason in `errno`.
  private static func nextEntry(of stream: OpaquePointer) -> UnsafeMutablePointer<dirent>? {
    errno = 0
    return readdir(stream)
  }

  /// Returns true for a folder, false for a file and nil for anything else.
  private static func kind(_ type: Int32, _ path: String) -> Bool? {
    if type == Int32(DT_DIR) { return true }
    if type == Int32(DT_REG) { return false }
    guard type == Int32(DT_LNK) || type == Int32(DT_UNKNOWN) else { return nil }
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let format = status.st_mode & S_IFMT
    return format == S_IFDIR ? true : format == S_IFREG ? false : nil
  }
}
