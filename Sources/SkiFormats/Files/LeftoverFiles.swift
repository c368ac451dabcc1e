#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// The temporary files that killed writers left beside a file.
struct LeftoverFiles {
  private let folder: String
  private let target: String

  /// - Parameter target: The file they were meant to become.
  init(beside target: String) {
    folder = Self.folder(of: target)
    self.target = target
  }

  /// Returns the folder a file lies in, with a slash unless it is the current one.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
  }

  /// Removes those no living writer holds; what can't be removed stays.
  ///
  /// One is known by the whole of its name, see ``TemporaryName``, and by being a file of the same user with no other name.
  /// A writer locks its file right after making it, and looks then whether it was taken away in between.
  func remove() {
    let ours = FolderListing.entries(of: folder, named: { TemporaryName.isOne($0, for: target) }) ?? []
    for entry in ours where !entry.isFolder {
      let path = folder == "." ? entry.name : folder + entry.name
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), status.st_nlink == 1, flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(path)
    }
  }
}
