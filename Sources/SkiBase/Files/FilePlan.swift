/// A file name given for output; only a ``FilePlan`` turns it into a path.
package struct OutputName: Sendable, Hashable {
  let text: String

  /// Creates an output name from its text.
  package init(_ text: String) { self.text = text }

  /// Indicates whether the name is empty.
  package var isEmpty: Bool { text.isEmpty }
}

/// A folder that is searched recursively for input files.
package struct InputFolder: Sendable {
  fileprivate let path: String
  fileprivate let isRead: @Sendable (_ folder: String, _ name: String) -> Bool
  private static let depthLimit = 32

  /// Creates an input folder; a file counts as an input of its own.
  /// - Parameter isRead: Returns whether a file is read, by its folder and its name there.
  package init(_ path: String, isRead: @escaping @Sendable (_ folder: String, _ name: String) -> Bool) {
    self.path = path
    self.isRead = isRead
  }

  /// Returns whether a file is one of the input files.
  /// - Complexity: O(*n* log *n*) in the files.
  fileprivate func holds(_ file: FileIdentity) throws(SkiError) -> Bool {
    var visited: Set<FileIdentity> = []
    return try holds(file, in: path, depth: 0, &visited)
  }

  private func holds(
    _ file: FileIdentity, in folder: String, depth: Int, _ visited: inout Set<FileIdentity>
  ) throws(SkiError) -> Bool {
    // A folder that can't be listed is reported by the reading that follows.
    guard depth <= Self.depthLimit,
      let entries = FolderListing.entries(of: folder, where: { visited.insert($0).inserted })
    else { return false }
    for entry in entries {
      let path = folder == "/" ? "/" + entry.name : folder + "/" + entry.name
      if entry.isFolder {
        if try holds(file, in: path, depth: depth + 1, &visited) { return true }
      } else if isRead(folder, entry.name), try FileIdentity(path) == file {
        return true
      }
    }
    return false
  }
}

/// The files a command reads and writes, checked so that no output overwrites an input or another output.
///
/// Files are compared by ``FileIdentity``, so that links, hard links and spellings don't matter. Character devices may
/// be outputs any number of times.
package struct FilePlan: Sendable {
  private var inputs: Set<FileIdentity>
  private let folders: [InputFolder]
  private var outputs: Set<FileIdentity> = []

  /// Creates a plan from its inputs.
  /// - Parameters:
  ///   - files: Paths of files, existing or not.
  ///   - folders: Folders with files that are read.
  /// - Throws: ``SkiError`` with code `.inputOutput` when the file system can't identify a file.
  package init(reading files: [String], folders: [InputFolder] = []) throws(SkiError) {
    inputs = []
    for path in files + folders.map(\.path) {
      if let file = try FileIdentity(path) { inputs.insert(file) }
    }
    self.folders = folders
  }

  /// Returns the path of an output after adding it as ``add(_:)`` does.
  /// - Throws: The errors of ``add(_:)``.
  package mutating func path(of output: OutputName) throws(SkiError) -> String {
    try add(output.text)
    return output.text
  }

  /// Adds an output file.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when it is an input or was added before; `.inputOutput` when
  ///   the file system can't identify it.
  /// - Complexity: O(*n* log *n*) in the files of the folders when it exists, O(1) otherwise.
  package mutating func add(_ path: String) throws(SkiError) {
    guard let identity = try FileIdentity(path) else { return }
    try SkiError.require(!inputs.contains(identity), "output \(path) is an input; choose another name")
    for folder in folders where identity.exists {
      guard try folder.holds(identity) else { continue }
      throw SkiError(
        .invalidArgument,
        "output \(path) lies in \(folder.path), which is an input; choose another name")
    }
    try SkiError.require(
      outputs.insert(identity).inserted, "output \(path) is named twice; choose another name")
  }
}
