import Foundation
import SkiBase
import SkiBuild
import SkiGraph
import SkiTerrain
import SkiTiles

/// The elevations that a command draws or computes from: those of the files it was given, else those in the map.
struct GroundSource: Sendable {
  let files: ElevationFiles
  /// The paths of the files; empty for those of a map.
  private let paths: [String]
  private let forms: ElevationFormat
  /// The map and the attributions of its elevations; nil for files.
  private let stored: (map: MapID, attributions: [String])?

  /// Opens the elevations; nil when no files were given and the map has no height grid.
  /// - Parameters:
  ///   - paths: The files and folders given, which go before the map's.
  ///   - forms: The assumed encoding and unit of the files.
  ///   - map: Returns the map; not called when files were given.
  ///   - box: The extent wanted of the map; nil for all of it.
  /// - Throws: The errors of ``ElevationFormat/open(_:)`` and ``MapElevation/open(_:in:cacheLimitBytes:)``.
  static func open(
    _ paths: [String], _ forms: ElevationFormat, else map: () throws -> SkiMap, in box: BoundingBox? = nil
  ) throws -> GroundSource? {
    guard paths.isEmpty else {
      return GroundSource(files: try forms.open(paths), paths: paths, forms: forms, stored: nil)
    }
    let map = try map()
    return try MapElevation.open(map, in: box).map {
      GroundSource(files: $0.files, paths: [], forms: forms, stored: (map.id, $0.attributions))
    }
  }

  /// Returns the attributions required with anything made from the elevations.
  /// - Throws: ``SkiError`` for notes beside the files that can't be read.
  func attributions() throws -> [String] {
    try stored?.attributions ?? ElevationAttributions.words(paths, notePaths: files.notePaths)
  }

  /// Returns the key that builds of the same elevations share, for those that can be continued.
  /// - Throws: The errors of ``SourceKey/text(ofFiles:)``.
  func sourceKey() throws -> String {
    if let stored { return "heights of map \(stored.map)" }
    let words = [forms.encoding?.rawValue, forms.verticalUnit?.rawValue].compactMap { $0 }
    return ([try SourceKey.text(ofFiles: paths)] + words).joined(separator: "\n")
  }

  /// The error of a command that needs elevation on a map without any.
  static func missing(_ what: String) -> SkiError {
    SkiError(
      .invalidArgument,
      "\(what) needs elevation, and the map holds none; build it with --elevation, or add --elevation DIR here"
    )
  }
}

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
