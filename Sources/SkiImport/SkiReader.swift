import SkiGeo
import SkiModel

/// The files to read, by what they hold; any number of each, none needed.
public struct SkiInput: Sendable {
  /// Paths of files with runs.
  public var runs: [String]
  /// Paths of files with lifts.
  public var lifts: [String]
  /// Paths of files with ski areas.
  public var areas: [String]
  /// Paths of files with spots: stations, huts, crossings.
  public var spots: [String]

  /// Names the files to read.
  public init(runs: [String] = [], lifts: [String] = [], areas: [String] = [], spots: [String] = []) {
    self.runs = runs
    self.lifts = lifts
    self.areas = areas
    self.spots = spots
  }
}

/// A GeoJSON text in memory, for callers that have no file.
public struct SkiDocument: Sendable {
  /// What a document holds.
  @nonexhaustive
  public enum Content: Sendable, Hashable {
    case runs, lifts, areas, spots
  }

  /// What it holds.
  public var content: Content
  /// What errors and sources call it.
  public var name: String
  /// The text, UTF-8.
  public var bytes: [UInt8]

  /// Makes a document.
  public init(_ content: Content, name: String, bytes: [UInt8]) {
    self.content = content
    self.name = name
    self.bytes = bytes
  }
}

/// Reads OpenSkiMap files and raw OpenStreetMap GeoJSON into one model.
///
/// Files are read in windows of a few megabytes and parsed on all cores, so that memory holds the model and a few
/// windows, never a file. A value; one reader may be used from several tasks at once.
public struct SkiReader: Sendable {
  /// Sizes the reader works with; tests shrink them.
  struct Limits: Sendable {
    /// Bytes read from a file at once.
    var windowBytes = 4 << 20
    /// Bytes of features parsed together by one task.
    var batchBytes = 1 << 20
    /// Batches parsed at the same time.
    var batchesInFlight = 2 * availableCores()
  }

  private let input: SkiInput
  private let documents: [SkiDocument]
  var limits = Limits()

  /// Makes a reader of files.
  public init(input: SkiInput) {
    self.input = input
    documents = []
  }

  /// Makes a reader of texts in memory.
  public init(documents: [SkiDocument]) {
    input = SkiInput()
    self.documents = documents
  }

  /// Reads everything, in the order runs, lifts, areas, spots, and within each in file order.
  ///
  /// - Parameter progress: told after each window how many of all bytes are read; called from the reading task.
  /// - Returns: the data as the sources have it, and the report: for each role, features read are used or left out.
  /// - Throws: `SkiError` with `missingInput` (no such file), `malformedData` (not JSON or not GeoJSON, with the byte),
  ///   `emptyInput` (an empty file, or no feature in any), `limitExceeded` (a feature over 64 MB), `inputOutput` or
  ///   `cancelled`. The first error in file order is thrown.
  /// - Complexity: O(bytes).
  public func read(
    progress: (@Sendable (_ bytesDone: Int64, _ bytesTotal: Int64) -> Void)? = nil
  ) async throws -> (data: SkiData, report: ImportReport) {
    let sources = try openSources()
    let total = sources.reduce(0) { $0 + $1.source.size }
    var merger = Merger()
    var done: Int64 = 0
    for (role, source) in sources {
      let isOnly = sources.count { $0.role == role } == 1
      let run = FileRun(
        source: source, role: role, idPrefix: isOnly ? "" : "\(source.lastComponent) ", limits: limits)
      let before = done
      try await run.read(into: &merger) { bytes in
        done = before + bytes
        progress?(min(done, total), total)
      }
    }
    let read = merger.report.readCounts.values.reduce(0, +)
    guard read > 0 else {
      throw SkiError(
        .emptyInput, "the input holds no features, expected runs or lifts",
        subject: sources.first?.source.name)
    }
    return merger.finish()
  }

  private func openSources() throws(SkiError) -> [(role: Role, source: ByteSource)] {
    var sources: [(role: Role, source: ByteSource)] = []
    for role in Role.allCases {
      for path in paths(role) { sources.append((role, try ByteSource(path: path))) }
      for document in documents where Role(document.content) == role {
        sources.append((role, ByteSource(name: document.name, bytes: document.bytes)))
      }
    }
    return sources
  }

  private func paths(_ role: Role) -> [String] {
    switch role {
    case .runs: input.runs
    case .lifts: input.lifts
    case .areas: input.areas
    case .spots: input.spots
    }
  }
}

extension Role {
  fileprivate init(_ content: SkiDocument.Content) {
    switch content {
    case .runs: self = .runs
    case .lifts: self = .lifts
    case .areas: self = .areas
    case .spots: self = .spots
    }
  }
}
