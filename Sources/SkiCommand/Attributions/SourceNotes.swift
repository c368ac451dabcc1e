import Foundation
import SkiBase
import SkiBuild
import SkiGraph

/// The reader of `SOURCE.json` files beside input files.
enum SourceNotes {
  /// Returns the notes on files, by path.
  /// - Throws: The errors of ``SourceNote/init(json:path:)``, and ``SkiError`` for files that can't be read.
  /// - Complexity: O(*n*) in the number of paths and the bytes of the notes.
  static func beside(_ paths: [String]) throws -> [String: SourceNote] {
    var byFolder: [String: SourceNote?] = [:]
    var notes: [String: SourceNote] = [:]
    for path in paths {
      let url = URL(filePath: path)
      let folder = url.deletingLastPathComponent().path
      if byFolder[folder] == nil {
        let file = url.deletingLastPathComponent().appending(path: SourceNote.fileName).path
        byFolder[folder] = .some(FileManager.default.fileExists(atPath: file) ? try read(file) : nil)
      }
      if let note = byFolder[folder] ?? nil, note.covers(url.lastPathComponent) { notes[path] = note }
    }
    return notes
  }

  /// Returns the sources of notes, in order, without duplicates.
  /// - Throws: The errors of ``SourceNote/init(json:path:)``, and ``SkiError`` for files that can't be read.
  /// - Complexity: O(*n*) in the bytes.
  static func sources(_ paths: [String]) throws -> [DataSource] {
    try paths.sorted().map { try read($0).source }.uniqued()
  }

  /// Reads one note.
  ///
  /// Only a regular file of limited size is opened, since opening a named pipe would block for ever.
  private static func read(_ path: String) throws -> SourceNote {
    let file = URL(filePath: path).resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw SkiError(.missingInput, "not a regular file; remove it or put one in its place", subject: path)
    }
    let size = attributes?[.size] as? Int ?? 0
    guard size <= SourceNote.limitBytes else {
      throw SkiError(
        .limitExceeded, "description of \(size) bytes is larger than \(SourceNote.limitBytes); remove it",
        subject: path)
    }
    guard let data = try? Data(contentsOf: file) else {
      throw SkiError(.missingInput, "file can't be read; check that it may be", subject: path)
    }
    return try SourceNote(json: [UInt8](data), path: path)
  }
}
