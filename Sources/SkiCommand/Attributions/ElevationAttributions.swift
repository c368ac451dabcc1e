import Foundation
import SkiBase
import SkiBuild
import SkiGraph

/// The attributions of elevation, including sources without a note.
enum ElevationAttributions {
  /// Returns the sources of elevation: those of its notes, and one for each path without a note.
  /// - Parameters:
  ///   - paths: The files and folders given.
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

  /// Returns the attributions required with anything made from the elevation, without duplicates.
  static func words(_ paths: [String], notePaths: [String]) throws -> [String] {
    try sources(paths, notePaths: notePaths).map { $0.attribution ?? $0.name }.uniqued()
  }

  /// Returns a source that states its missing attribution.
  private static func unstated(_ name: String) -> DataSource {
    DataSource(name: name, attribution: "elevation: \(name.shortened(toScalars: 60)), source not stated")
  }
}
