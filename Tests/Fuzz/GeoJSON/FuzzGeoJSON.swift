import FuzzSupport
import SkiBase
import SkiBuild
import SkiGraph

@_cdecl("FuzzGeoJSON_main")
package func start(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  fuzz(count, arguments) { data, size in
    examine(copied(data, size))
    return 0
  }
}

/// Reads one document in a role as a whole, and again in small windows with the same result; a quarter of the documents
/// in the other roles, too. All choices are derived from the bytes.
private func examine(_ bytes: [UInt8]) {
  let chosen = choice(from: bytes)
  var whole = SkiReader.Options()
  whole.windowBytes = 1 << 16
  whole.parallelTasks = 1
  let roles = FeatureRole.allCases
  let role = roles[Int(chosen % UInt64(roles.count))]
  let reading = Reading(bytes, role, whole)
  reading.check(byteCount: bytes.count)
  for other in roles where other != role && chosen >> 40 & 3 == 0 {
    Reading(bytes, other, whole).check(byteCount: bytes.count)
  }
  var pieces = whole
  pieces.windowBytes = 1 + Int(chosen >> 2 & 0x1F)
  pieces.batchBytes = 1 + Int(chosen >> 7 & 0x3FF)
  pieces.parallelTasks = 1 + Int(chosen >> 17 & 3)
  let inPieces = Reading(bytes, role, pieces)
  require(
    inPieces.agrees(with: reading),
    "windows of \(pieces.windowBytes) and batches of \(pieces.batchBytes) bytes read \(inPieces), not \(reading)"
  )
}

/// The result of reading one document: features, report and sources, or the features before an error.
struct Reading: Sendable, Equatable {
  var features: [SkiFeature] = []
  var report = ImportReport()
  var sources: [DataSource] = []
  var errorText: String?

  init(_ bytes: [UInt8], _ role: FeatureRole, _ options: SkiReader.Options) {
    self = waitFor { await Reading.of(bytes, role, options) }
  }

  private init() {}

  private static func of(_ bytes: [UInt8], _ role: FeatureRole, _ options: SkiReader.Options) async -> Reading
  {
    let reader = SkiReader(
      documents: [SkiDocument(role, name: "input", bytes: bytes)], options: options)
    var reading = Reading()
    do {
      let (report, sources) = try await reader.forEachFeature { reading.features.append($0) }
      reading.report = report
      reading.sources = sources
    } catch {
      require(error, isOneOf: [.malformedData, .unsupportedFormat, .limitExceeded, .emptyInput])
      reading.errorText = "\(error)"
    }
    return reading
  }

  /// Returns whether two readings of one document agree; the number of features before an error may differ.
  func agrees(with other: Reading) -> Bool {
    guard errorText != nil else { return self == other }
    let count = min(features.count, other.features.count)
    return errorText == other.errorText && features.prefix(count) == other.features.prefix(count)
  }

  /// Checks the invariants of every document, valid or not.
  func check(byteCount: Int) {
    for feature in features { checkFeature(feature) }
    if let errorText { return checkPlace(in: errorText, byteCount: byteCount) }
    let read = report.readCounts.values.reduce(0, +)
    let used = report.usedCounts.values.reduce(0, +)
    let left = report.entries.filter { $0.outcome == .leftOut }.reduce(0) { $0 + $1.count }
    require(read == used + left, "\(read) features read are not \(used) used and \(left) left out")
    let named = report.count(of: "areaFromFeature")
    require(features.count == used + named, "\(features.count) features handed out of \(used) and \(named)")
    for example in report.entries.flatMap(\.examples) {
      let scalars = example.id.unicodeScalars.count + example.detail.unicodeScalars.count
      require(scalars <= 2 * ImportReport.exampleScalarLimit + 2, "a report quotes too much: \(example)")
    }
    require(sources.count == 1, "one document has \(sources.count) sources")
  }

  /// Checks that an error in the bytes names the offset of one of them.
  private func checkPlace(in error: String, byteCount: Int) {
    let start = "input, byte "
    require(error.hasPrefix(start), "an error names no byte: \(error)")
    let digits = error.dropFirst(start.count).prefix { $0.isNumber }
    require(
      Int(digits).map { (0...byteCount).contains($0) } ?? false, "byte out of \(byteCount) bytes: \(error)")
  }
}
