import SkiSystem

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
