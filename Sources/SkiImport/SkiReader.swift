public import SkiModel

/// Reads OpenSkiMap's GeoJSON and raw OSM tags as GeoJSON into the model, as a stream and on all cores.
///
/// The form is told for each feature, so files of both kinds and mixed files may be given. A value; `Sendable`;
/// each read is independent. Memory is bounded by ``Options`` whatever the size of the files, apart from the features
/// that are kept. The result does not depend on how many cores took part.
public struct SkiReader: Sendable {
  /// Sizes of the stream; the defaults suit files of any size.
  public struct Options: Sendable, Hashable {
    /// Bytes read from a file at once.
    public var windowBytes = 4 << 20
    /// Bytes of features parsed by one task.
    public var batchBytes = 1 << 20
    /// The largest feature that is believed, in bytes.
    public var maximumFeatureBytes = 16 << 20
    /// Tasks that parse at the same time; nil for one a core.
    public var parallelTasks: Int?

    /// Makes the defaults.
    public init() {}
  }

  /// Told how many bytes are done of how many; the total is 0 where a pipe does not tell.
  public typealias Progress = @Sendable (_ bytesDone: Int64, _ bytesTotal: Int64) -> Void

  let documents: [SkiDocument]
  let options: Options

  /// Makes a reader of files.
  public init(input: SkiInput, options: Options = Options()) {
    self.init(documents: input.documents, options: options)
  }

  /// Makes a reader of documents, in files or in memory, in the order given.
  /// - Precondition: the sizes in `options` are positive.
  package init(documents: [SkiDocument], options: Options = Options()) {
    precondition(
      options.windowBytes > 0 && options.batchBytes > 0 && options.maximumFeatureBytes > 0,
      "sizes must be positive, got \(options)")
    self.documents = documents
    self.options = options
  }

  /// Reads everything and keeps it.
  ///
  /// Features stay in file order: ski areas, runs, lifts, spots, streets, and each list in the order given. A bad feature is
  /// counted in the report and never fatal; bytes that are no JSON or no GeoJSON are.
  /// - Returns: The model, and what was read, used, mended and left out.
  /// - Throws: `SkiError`: `.missingInput`, `.inputOutput`, `.emptyInput`, `.malformedData`, `.unsupportedFormat`,
  ///   `.limitExceeded` with the file and byte as subject; `.cancelled`.
  /// - Complexity: O(bytes) time; memory of the features kept and a few batches.
  public func read(progress: Progress? = nil) async throws -> (data: SkiData, report: ImportReport) {
    var data = SkiData()
    let (report, sources) = try await forEachFeature(progress: progress) { data.append($0) }
    data.sources = sources
    return (data, report)
  }

  /// Reads everything and hands on each feature in file order without keeping it.
  ///
  /// Runs where the caller runs, so `body` may use the caller's state; parsing runs on all cores.
  /// Ski areas known only from runs and lifts come last. What `body` throws ends the reading and is passed on.
  /// - Returns: What was read, used, mended and left out, and the sources in order, one a file unless they are the same.
  /// - Throws: As ``read(progress:)``, and what `body` throws.
  /// - Complexity: O(bytes) time; memory of a few batches and two words for each id.
  nonisolated(nonsending) package func forEachFeature(
    progress: Progress? = nil, _ body: (SkiFeature) throws -> Void
  ) async throws -> (report: ImportReport, sources: [DataSource]) {
    let total = documents.reduce(0) { $0 + ByteSource.size(of: $1) }
    var merger = FeatureMerger()
    var sources: [DataSource] = []
    var done: Int64 = 0
    for (document, label) in zip(documents, labels) {
      merger.begin(document.role)
      let head = try await stream(document, label, into: &merger, body) { progress?(done + $0, total) }
      done += ByteSource.size(of: document)
      let source = head.source(of: document, isFromOpenStreetMap: merger.isFromOpenStreetMap)
      if !sources.contains(source) { sources.append(source) }
    }
    try merger.finish(body)
    return (merger.report, sources)
  }

  /// What stands before the position of a feature without id: the file's name, or its path where names repeat.
  private var labels: [String] {
    var first: [String: String] = [:]
    for document in documents where first[document.shortName] == nil {
      first[document.shortName] = document.name
    }
    return documents.map { first[$0.shortName] == $0.name ? $0.shortName : $0.name }
  }
}

extension SkiData {
  /// Adds a feature to its list.
  package mutating func append(_ feature: SkiFeature) {
    switch feature {
    case .run(let run): runs.append(run)
    case .lift(let lift): lifts.append(lift)
    case .area(let area): areas.append(area)
    case .spot(let spot): spots.append(spot)
    case .street(let street): streets.append(street)
    }
  }
}

extension DocumentHead {
  /// The provenance of a document: its own words and those of its note, else those of OpenStreetMap when it comes from
  /// there.
  func source(of document: SkiDocument, isFromOpenStreetMap: Bool) -> DataSource {
    var source = DataSource(name: document.shortName, licence: licence, attribution: attribution)
    if let note = document.note { source = source.joined(with: note) }
    guard isFromOpenStreetMap, source.licence == nil else { return source }
    source.licence = "ODbL 1.0"
    source.attribution = source.attribution ?? "© OpenStreetMap contributors"
    return source
  }
}
