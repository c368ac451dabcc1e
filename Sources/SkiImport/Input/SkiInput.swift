/// Which files to read, by what they hold. Order is kept; a file may hold other kinds of features too.
public struct SkiInput: Sendable, Hashable {
  /// Paths of files with runs.
  public var runs: [String]
  /// Paths of files with lifts.
  public var lifts: [String]
  /// Paths of files with ski areas.
  public var areas: [String]
  /// Paths of files with spots: stations, huts.
  public var spots: [String]
  /// Paths of files with streets and paths to walk on.
  public var streets: [String]
  /// What is known of where files came from, by path.
  public var notes: [String: SourceNote] = [:]

  /// Makes an input from paths.
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

/// What a file mostly holds; the raw value is its role in an `ImportReport`.
package enum FeatureRole: String, Sendable, Hashable, CaseIterable {
  case runs, lifts, areas, spots, streets
}

/// One GeoJSON document to read: a file, or bytes already in memory.
package struct SkiDocument: Sendable {
  enum Content: Sendable {
    case path(String)
    case bytes([UInt8])
  }

  /// What the document mostly holds; a feature's own tags win over it.
  package var role: FeatureRole
  /// How the document is called in reports and errors: its path, or the name given.
  package var name: String
  /// What is known of where it came from, nil when nothing is.
  package var note: SourceNote?
  let content: Content

  /// Names a file to be read.
  package init(_ role: FeatureRole, path: String) {
    self.role = role
    name = path
    content = .path(path)
  }

  /// Wraps a document in memory.
  package init(_ role: FeatureRole, name: String, bytes: [UInt8]) {
    self.role = role
    self.name = name
    content = .bytes(bytes)
  }

  /// The last component of the path, as carried into maps.
  var shortName: String {
    name.split(separator: "/").last.map(String.init) ?? name
  }
}
