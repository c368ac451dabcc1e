import Foundation
import SkiGeo
import SkiImport
import SkiModel

/// Whose elevation something was made from, also where nobody wrote it down.
enum ElevationCredits {
  /// Returns the sources of elevation: those of its notes, and one for each path that has none.
  /// - Parameters:
  ///   - paths: Files and folders that were named.
  ///   - notePaths: The notes found in the folders.
  /// - Throws: ``SkiError`` for notes that can't be read.
  /// - Complexity: O(*paths* × *notes*).
  static func sources(_ paths: [String], notePaths: [String]) throws -> [DataSource] {
    var sources = try SourceNotes.sources(notePaths)
    let beside = try SourceNotes.beside(paths)
    for path in paths {
      let folder = URL(filePath: path).standardizedFileURL.path
      let hasNote = notePaths.contains { URL(filePath: $0).standardizedFileURL.path.hasPrefix(folder + "/") }
      if hasNote { continue }
      let source = beside[path]?.source ?? unstated(URL(filePath: folder).lastPathComponent)
      if !sources.contains(source) { sources.append(source) }
    }
    return sources
  }

  /// Returns the words that must be shown with what is made from elevation, each once.
  static func words(_ paths: [String], notePaths: [String]) throws -> [String] {
    var words: [String] = []
    for source in try sources(paths, notePaths: notePaths) {
      let text = source.attribution ?? source.name
      if !words.contains(text) { words.append(text) }
    }
    return words
  }

  /// Stands where the makers should be named, so that their absence is seen.
  private static func unstated(_ name: String) -> DataSource {
    DataSource(name: name, attribution: "elevation: \(name.shortened(toScalars: 60)), source not stated")
  }
}
