/// The GeoJSON files and pipes to read, by their main content.
///
/// Each list is in the order of reading; a file may contain other kinds of features too.
public struct SkiInput: Sendable, Hashable {
  /// The paths of files with runs.
  public var runs: [String]
  /// The paths of files with lifts.
  public var lifts: [String]
  /// The paths of files with ski areas.
  public var areas: [String]
  /// The paths of files with points of interest: stations, huts.
  public var spots: [String]
  /// The paths of files with streets and footpaths.
  public var streets: [String]
  /// The notes on the origin of files, by the path of the file they apply to; empty by default.
  public var notes: [String: SourceNote] = [:]

  /// Creates an input from the paths of files, without notes.
  public init(
    runs: [String] = [], lifts: [String] = [], areas: [String] = [], spots: [String] = [],
    streets: [String] = []
  ) {
    self.runs = runs
    self.lifts = lifts
    self.areas = areas
    self.spots = spots
    self.streets = streets
  }

  var documents: [SkiDocument] {
    areas.map { document(.areas, $0) } + runs.map { document(.runs, $0) }
      + lifts.map { document(.lifts, $0) } + spots.map { document(.spots, $0) }
      + streets.map { document(.streets, $0) }
  }

  private func document(_ role: FeatureRole, _ path: String) -> SkiDocument {
    var document = SkiDocument(role, path: path)
    document.note = notes[path]
    return document
  }
}

/// The main content of a file; the raw value is its role in an `ImportReport`.
package enum FeatureRole: String, Sendable, Hashable, CaseIterable {
  case runs, lifts, areas, spots, streets
}

/// A GeoJSON document to read: a file, or bytes in memory.
package struct SkiDocument: Sendable {
  enum Content: Sendable {
    case path(String)
    case bytes([UInt8])
  }

  /// The main content of the document; a feature's own tags take precedence.
  package var role: FeatureRole
  /// The name of the document in reports and errors: its path, or the name given.
  package var name: String
  /// The note on the document's origin; nil without one.
  package var note: SourceNote?
  let content: Content

  /// Creates a document from a file.
  package init(_ role: FeatureRole, path: String) {
    self.role = role
    name = path
    content = .path(path)
  }

  /// Creates a document from bytes in memory.
  package init(_ role: FeatureRole, name: String, bytes: [UInt8]) {
    self.role = role
    self.name = name
    content = .bytes(bytes)
  }

  /// The last component of the path, which is stored in maps.
  var shortName: String {
    name.split(separator: "/").last.map(String.init) ?? name
  }
}
