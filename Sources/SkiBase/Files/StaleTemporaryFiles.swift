import SkiSystem

/// The temporary files beside a target that killed processes left.
struct StaleTemporaryFiles {
  private let folder: String
  private let target: String

  /// Creates the search for a target.
  /// - Parameter target: The file that the temporary files were to replace.
  init(beside target: String) {
    folder = Self.folder(of: target)
    self.target = target
  }

  /// Returns the folder of a path: `.` for a bare name, else with a trailing slash.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
  }

  /// Removes the files that no running process has locked; those that can't be removed stay.
  ///
  /// A file qualifies by its complete name, see ``TemporaryName``, by being a regular file of the same user and by
  /// having one link. A writer locks its file right after creating it and then checks that it still exists.
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
