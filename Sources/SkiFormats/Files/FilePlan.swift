package import SkiGeo

/// A name somebody gave a file that is to be written; only a ``FilePlan`` turns it into a path.
///
/// A value; `Sendable`.
package struct OutputName: Sendable, Hashable {
  let text: String

  /// Takes a name as it was given.
  package init(_ text: String) { self.text = text }

  /// Whether there is no name.
  package var isEmpty: Bool { text.isEmpty }
}

/// A folder that is searched through for files to read.
///
/// A value; `Sendable`.
package struct InputFolder: Sendable {
  fileprivate let path: String
  fileprivate let isRead: @Sendable (_ folder: String, _ name: String) -> Bool
  private static let depthLimit = 32

  /// Names a folder; a file is taken for itself.
  /// - Parameter isRead: Whether a file is read, by the folder it lies in and its name there.
  package init(_ path: String, isRead: @escaping @Sendable (_ folder: String, _ name: String) -> Bool) {
    self.path = path
    self.isRead = isRead
  }

  /// Whether one of the files that are read is a certain one.
  /// - Complexity: O(*n* log *n*) in the files.
  fileprivate func holds(_ file: FileIdentity) throws(SkiError) -> Bool {
    var visited: Set<FileIdentity> = []
    return try holds(file, in: path, depth: 0, &visited)
  }

  private func holds(
    _ file: FileIdentity, in folder: String, depth: Int, _ visited: inout Set<FileIdentity>
  ) throws(SkiError) -> Bool {
    // What can't be listed is told by the reading that follows.
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

/// All files a command reads and writes: nothing is written over what is read, and nothing twice.
///
/// A value that belongs to one task; `Sendable`. Files are told apart by ``FileIdentity``, so that links, hard links and
/// spellings of a name don't matter. Character devices may be written to any number of times.
package struct FilePlan: Sendable {
  private var inputs: Set<FileIdentity>
  private let folders: [InputFolder]
  private var outputs: Set<FileIdentity> = []

  /// Begins with what is read.
  /// - Parameters:
  ///   - files: Files, there or not.
  ///   - folders: Folders with files that are read.
  /// - Throws: ``SkiError`` with code `.inputOutput` when the file system can't tell which files these are.
  package init(reading files: [String], folders: [InputFolder] = []) throws(SkiError) {
    inputs = []
    for path in files + folders.map(\.path) {
      if let file = try FileIdentity(path) { inputs.insert(file) }
    }
    self.folders = folders
  }

  /// Returns the path of an output after ``add(_:)``.
  /// - Throws: ``SkiError`` as ``add(_:)``.
  package mutating func path(of output: OutputName) throws(SkiError) -> String {
    try add(output.text)
    return output.text
  }

  /// Adds a file that is written.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when it is read too, or was added before; `.inputOutput` when the file
  ///   system can't tell.
  /// - Complexity: O(*n* log *n*) in the files of the folders when it is there already, O(1) otherwise.
  package mutating func add(_ path: String) throws(SkiError) {
    guard let identity = try FileIdentity(path) else { return }
    guard !inputs.contains(identity) else {
      throw SkiError(.invalidArgument, "output \(path) is an input; choose another name")
    }
    for folder in folders where identity.exists {
      guard try folder.holds(identity) else { continue }
      throw SkiError(
        .invalidArgument,
        "output \(path) is read too: it lies in \(folder.path) and is an input; choose another name")
    }
    guard outputs.insert(identity).inserted else {
      throw SkiError(.invalidArgument, "output \(path) is named twice; choose another name")
    }
  }
}
