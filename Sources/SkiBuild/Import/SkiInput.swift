import SkiSystem

/// The GeoJSON files and pipes to read, by their main content.
///
/// A file in several lists is read once, and each of its features is used as what it is. Each list is in the order of reading; a file may contain other kinds of features too.
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

  /// The documents in the order of reading: a file given in several lists is one document of several roles.
  var documents: [SkiDocument] {
    var documents: [SkiDocument] = []
    let lists = [
      (FeatureRole.areas, areas), (.runs, runs), (.lifts, lifts), (.spots, spots), (.streets, streets),
    ]
    for (role, paths) in lists {
      for path in paths {
        let identity = Self.identity(of: path)
        let same = documents.firstIndex {
          Self.identity(of: $0.name) == identity && !$0.roles.all.contains(role)
        }
        if let same { documents[same].roles.add(role) } else { documents.append(document(role, path)) }
      }
    }
    return documents
  }

  /// Returns the path of a file without links, or the path as given where there is no such file.
  private static func identity(of path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
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

/// The main contents of a document: one, or several of a file given for all of them.
package struct DocumentRoles: Sendable, Hashable {
  /// The roles in the order given.
  private(set) var all: [FeatureRole]

  init(_ role: FeatureRole) { all = [role] }

  /// Adds a role to a file that is given again.
  mutating func add(_ role: FeatureRole) { all.append(role) }

  /// The role of features whose own properties are ambiguous: of several runs first, then lifts.
  var main: FeatureRole { FeatureRole.allCases.first(where: all.contains) ?? .runs }

  /// Returns the role under which a feature is counted: in a file of several roles that of its kind, else the file's.
  ///
  /// Features of no kind are counted as `other` there, since nothing tells what they should have been.
  func counting(_ kind: FeatureRole?) -> String {
    all.count > 1 ? kind?.rawValue ?? "other" : main.rawValue
  }
}

/// A GeoJSON document to read: a file, or bytes in memory.
package struct SkiDocument: Sendable {
  enum Content: Sendable {
    case path(String)
    case bytes([UInt8])
  }

  /// The main contents of the document; a feature's own tags take precedence.
  package var roles: DocumentRoles
  /// The role of features whose own properties are ambiguous.
  package var role: FeatureRole { roles.main }
  /// The name of the document in reports and errors: its path, or the name given.
  package var name: String
  /// The note on the document's origin; nil without one.
  package var note: SourceNote?
  let content: Content

  /// Creates a document from a file.
  package init(_ role: FeatureRole, path: String) {
    roles = DocumentRoles(role)
    name = path
    content = .path(path)
  }

  /// Creates a document from bytes in memory.
  package init(_ role: FeatureRole, name: String, bytes: [UInt8]) {
    roles = DocumentRoles(role)
    self.name = name
    content = .bytes(bytes)
  }

  /// The last component of the path, which is stored in maps.
  var shortName: String {
    name.split(separator: "/").last.map(String.init) ?? name
  }
}
