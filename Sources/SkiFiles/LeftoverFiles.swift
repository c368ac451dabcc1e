import Glibc

/// The temporary files that killed writers left beside a file.
struct LeftoverFiles {
  private let folder: String
  private let prefix: String

  /// - Parameter target: The file they were meant to become.
  init(beside target: String) {
    folder = Self.folder(of: target)
    prefix = target.split(separator: "/", omittingEmptySubsequences: false).last.map { "\($0).part-" } ?? ""
  }

  /// Returns the folder a file lies in, with a slash unless it is the current one.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
  }

  /// Removes those no living writer holds; what can't be removed stays.
  ///
  /// A writer locks its file right after making it, and looks then whether it was taken away in between.
  func remove() {
    for name in names() {
      let path = folder == "." ? name : folder + name
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(path)
    }
  }

  private func names() -> [String] {
    guard !prefix.isEmpty, let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var found: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(prefix) { found.append(name) }
    }
    return found
  }
}
