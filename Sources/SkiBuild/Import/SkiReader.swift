import Foundation
import SkiBase
public import SkiGraph

/// A streaming, parallel reader of OpenSkiMap's GeoJSON and of raw OSM tags as GeoJSON.
///
/// The form is detected for each feature, so files of both kinds and mixed files are supported. Each read is
/// independent. Memory is bounded by ``Options`` whatever the size of the files, apart from the features kept. The
/// result does not depend on the number of cores.
///
/// ```swift
/// let input = SkiInput(runs: ["runs.geojson"], lifts: ["lifts.geojson"])
/// let (data, report) = try await SkiReader(input: input).read()
/// ```
public struct SkiReader: Sendable {
  /// The sizes of a reader's buffers and the number of its tasks; the defaults suit files of any size.
  public struct Options: Sendable, Hashable {
    /// The number of bytes read from a file at once, positive; 4 MiB by default.
    public var windowBytes = 4 << 20
    /// The number of bytes of features parsed by one task, positive; 1 MiB by default.
    public var batchBytes = 1 << 20
    /// The maximum size of a feature in bytes, positive; larger ones are left out. 16 MiB by default.
    public var maximumFeatureBytes = 16 << 20
    /// The number of concurrent parsing tasks, at least 1; nil for one per core.
    public var parallelTasks: Int?

    /// Creates the default options.
    public init() {}
  }

  /// A closure called with the numbers of bytes read and in total; a pipe counts 0 in the total.
  public typealias Progress = @Sendable (_ bytesDone: Int64, _ bytesTotal: Int64) -> Void

  let documents: [SkiDocument]
  let options: Options

  /// Creates a reader of files; none is opened yet.
  /// - Parameters:
  ///   - input: The paths of the files, and the notes on their origin.
  ///   - options: The sizes of buffers and the number of tasks.
  /// - Precondition: The sizes in `options` are positive.
  public init(input: SkiInput, options: Options = Options()) {
    self.init(documents: input.documents, options: options)
  }

  /// Creates a reader of documents, in files or in memory, in the order given.
  /// - Precondition: The sizes in `options` are positive.
  package init(documents: [SkiDocument], options: Options = Options()) {
    precondition(
      options.windowBytes > 0 && options.batchBytes > 0 && options.maximumFeatureBytes > 0,
      "sizes must be positive, got \(options)")
    self.documents = documents
    self.options = options
  }

  /// Reads all features into memory.
  ///
  /// Features are in the order of ski areas, runs, lifts, points of interest, streets, and of files within each. An
  /// invalid feature is counted in the report and does not throw; invalid JSON or GeoJSON outside features does.
  /// - Parameter progress: A closure called after each window of ``Options/windowBytes``; nil for none.
  /// - Returns: The model, and the report of features read, used, repaired and left out.
  /// - Throws: ``SkiError`` with code `.missingInput` when a file can't be opened, `.inputOutput` when reading fails,
  ///   `.malformedData` when most of its coordinates are metres or have latitude first, `.emptyInput`, `.malformedData`, `.unsupportedFormat` or `.limitExceeded` for its contents, with the file and
  ///   byte as subject; `.cancelled`, `.timedOut` or `.limitExceeded` by the task's work limit.
  /// - Complexity: O(*n*) time in the bytes; memory of the features kept and a few batches.
  public func read(progress: Progress? = nil) async throws -> (data: SkiData, report: ImportReport) {
    var data = SkiData()
    let (merger, sources) = try await merged(progress: progress) { data.append($0) }
    data.sources = sources
    for (run, grade) in merger.laterGrades { data.runs[run].difficulty = grade }
    return (data, merger.report)
  }

  /// Reads all features and passes each to a closure in file order, without keeping it.
  ///
  /// The closure runs in the caller's isolation; parsing runs on all cores. Ski areas defined only inside runs and
  /// lifts come last. An error of the closure ends the reading. Runs that have numbers in place of grades are passed
  /// without a grade, since their scale is known only after the file.
  /// - Parameters:
  ///   - progress: A callback after each window.
  ///   - body: The closure.
  /// - Returns: The report, and the distinct sources in order.
  /// - Throws: The errors of ``read(progress:)``, and of the closure.
  /// - Complexity: O(*n*) time in the bytes; memory of a few batches and two words for each id.
  nonisolated(nonsending) package func forEachFeature(
    progress: Progress? = nil, _ body: (SkiFeature) throws -> Void
  ) async throws -> (report: ImportReport, sources: [DataSource]) {
    let (merger, sources) = try await merged(progress: progress, body)
    return (merger.report, sources)
  }

  /// Reads all features as ``forEachFeature(progress:_:)`` does; returns the merger with its counts and grades.
  nonisolated(nonsending) private func merged(
    progress: Progress?, _ body: (SkiFeature) throws -> Void
  ) async throws -> (merger: FeatureMerger, sources: [DataSource]) {
    let total = documents.reduce(0) { $0 + ByteSource.size(of: $1) }
    var merger = FeatureMerger()
    var sources: [DataSource] = []
    var done: Int64 = 0
    for (document, label) in zip(documents, labels) {
      merger.begin(document.roles)
      let head = try await stream(document, label, into: &merger, body) { progress?(done + $0, total) }
      merger.endDocument()
      if let fault = merger.survey.fault(of: document.name, reference: head.reference) { throw fault }
      done += ByteSource.size(of: document)
      let source = head.source(of: document, isFromOpenStreetMap: merger.isFromOpenStreetMap)
      if !sources.contains(source) { sources.append(source) }
    }
    try merger.finish(body)
    return (merger, sources)
  }

  /// The label before the position of a feature without id: the file's name, or its path where names repeat.
  private var labels: [String] {
    var first: [String: String] = [:]
    for document in documents where first[document.shortName] == nil {
      first[document.shortName] = document.name
    }
    return documents.map { first[$0.shortName] == $0.name ? $0.shortName : $0.name }
  }
}

extension SkiData {
  /// Appends a feature to the list of its kind.
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
  /// Returns the provenance of a document: its own metadata and its note, else OpenStreetMap's licence if it is from
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

/// A decoded batch with its number in the document.
private typealias NumberedBatch = (Int, Result<DecodedBatch, any Error>)

extension SkiReader {
  /// Reads one document: windows → batches → decoding on all cores → merging in order.
  nonisolated(nonsending) func stream(
    _ document: SkiDocument, _ label: String, into merger: inout FeatureMerger,
    _ body: (SkiFeature) throws -> Void, progress: (Int64) -> Void
  ) async throws -> DocumentHead {
    do {
      return try await decodeBatches(document, label, into: &merger, body, progress: progress)
    } catch let fault as ScanFault {
      throw SkiError(fault.code, fault.message, subject: "\(document.name), byte \(fault.offset)")
    } catch is CancellationError {
      throw SkiError(
        .cancelled, "reading was cancelled by its caller; start it again", subject: document.name)
    }
  }

  nonisolated(nonsending) private func decodeBatches(
    _ document: SkiDocument, _ label: String, into merger: inout FeatureMerger,
    _ body: (SkiFeature) throws -> Void, progress: (Int64) -> Void
  ) async throws -> DocumentHead {
    var source = try ByteSource(document)
    if let format = ForeignFormat.of(try source.peek(ForeignFormat.startBytes)) {
      throw ScanFault(0, .unsupportedFormat, format.message)
    }
    var scanner = FeatureScanner(
      limits: .init(featureBytes: options.maximumFeatureBytes, batchBytes: options.batchBytes))
    let bound = max(1, options.parallelTasks ?? ProcessInfo.processInfo.activeProcessorCount) + 1
    return try await withThrowingTaskGroup(of: NumberedBatch.self) { group in
      var order = BatchOrder()
      let window = UnsafeMutableRawBufferPointer.allocate(byteCount: options.windowBytes, alignment: 16)
      defer { window.deallocate() }
      while true {
        try WorkLimit.check("reading", subject: document.name)
        let count = try source.read(into: window)
        let bytes = UnsafeBufferPointer(rebasing: window.bindMemory(to: UInt8.self)[..<count])
        var fault: ScanFault?
        var end = 0
        // A window is scanned in parts, so that its batches need not all exist at once.
        repeat {
          let start = end
          end = start + min(count - start, options.batchBytes)
          fault = scanner.advance(UnsafeBufferPointer(rebasing: bytes[start..<end]))
          while let batch = scanner.takeComplete() {
            try await drain(&group, &order, &scanner, document, into: &merger, body, downTo: bound - 1)
            let number = order.next()
            group.addTask { [roles = document.roles] in
              (number, Result { try DecodedBatch.decode(batch, roles: roles, document: label) })
            }
          }
        } while end < count && fault == nil
        progress(scanner.windowOffset)
        guard count > 0, fault == nil else {
          // Faults in earlier features take precedence, independent of windows and number of tasks.
          try await drain(&group, &order, &scanner, document, into: &merger, body, downTo: 0)
          if let fault { throw fault }
          return scanner.head
        }
      }
    }
  }

  /// Waits until at most a number of tasks are in flight, merging completed batches in order.
  nonisolated(nonsending) private func drain(
    _ group: inout ThrowingTaskGroup<NumberedBatch, any Error>,
    _ order: inout BatchOrder, _ scanner: inout FeatureScanner, _ document: SkiDocument,
    into merger: inout FeatureMerger, _ body: (SkiFeature) throws -> Void, downTo limit: Int
  ) async throws {
    while order.inFlight > limit, let finished = try await group.next() {
      order.arrived(finished)
      while var batch = try order.take() {
        try merger.merge(batch, roles: document.roles, body)
        scanner.reuse(batch.takeSource())
      }
    }
  }
}

/// The reordering of batches that finish in any order into file order.
private struct BatchOrder {
  private var started = 0
  private var merged = 0
  private var waiting: [Int: Result<DecodedBatch, any Error>] = [:]

  /// The number of batches started but not merged, which limits the stream.
  var inFlight: Int { started - merged }

  mutating func next() -> Int {
    started += 1
    return started - 1
  }

  mutating func arrived(_ batch: consuming NumberedBatch) { waiting[batch.0] = batch.1 }

  /// Returns the next batch in order, nil while it is not finished; throws its error.
  mutating func take() throws -> DecodedBatch? {
    guard let result = waiting.removeValue(forKey: merged) else { return nil }
    merged += 1
    return try result.get()
  }
}
