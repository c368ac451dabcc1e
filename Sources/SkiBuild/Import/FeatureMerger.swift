import SkiBase
import SkiGraph

/// A batch of decoded features with a fingerprint of each, computed in parallel.
struct DecodedBatch: Sendable {
  var features: [DecodedFeature]
  /// The hashes of the features, for detecting duplicates.
  var fingerprints: [Int]
  /// The counts of their first positions, as written.
  var survey = CoordinateSurvey()
  /// The batch it was decoded from, whose memory is used again.
  private var source: FeatureBatch

  private init(source: FeatureBatch) {
    (features, fingerprints) = ([], [])
    self.source = source
    features.reserveCapacity(source.extents.count)
    fingerprints.reserveCapacity(source.extents.count)
  }

  /// Removes and returns the batch it was decoded from, of which no other copy is kept.
  mutating func takeSource() -> FeatureBatch {
    var taken = FeatureBatch()
    swap(&taken, &source)
    return taken
  }

  /// Parses and decodes a batch.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded` as ``WorkLimit/check(_:subject:)``.
  /// - Complexity: O(*n*) in the bytes.
  static func decode(_ batch: FeatureBatch, roles: DocumentRoles, document: String) throws -> DecodedBatch {
    try batch.bytes.withUnsafeBufferPointer { bytes in
      var result = DecodedBatch(source: batch)
      var raw = RawFeature()
      for (index, extent) in batch.extents.enumerated() {
        if index & 0xFF == 0 { try WorkLimit.check("reading") }
        let position = FeaturePosition(document: document, number: batch.firstIndex + index + 1)
        let decoded = feature(extent, of: bytes, into: &raw, roles: roles, position: position)
        if extent.refusal == nil {
          result.survey.add(raw.geometry?.positions.first, at: extent.documentOffset)
        }
        result.fingerprints.append(decoded.feature.hashValue)
        result.features.append(decoded)
      }
      return result
    }
  }

  /// Parses and decodes one feature; one that is invalid JSON is left out like any other invalid one.
  private static func feature(
    _ extent: FeatureBatch.Extent, of bytes: UnsafeBufferPointer<UInt8>, into raw: inout RawFeature,
    roles: DocumentRoles, position: FeaturePosition
  ) -> DecodedFeature {
    if let refusal = extent.refusal { return .refused(refusal, at: position.text) }
    var cursor = JSONCursor(bytes, range: extent.range)
    do throws(JSONFault) {
      try raw.read(&cursor)
      return FeatureDecoder.decode(raw, roles: roles, position: position)
    } catch {
      let byte = extent.documentOffset + Int64(error.position - extent.range.lowerBound)
      return .broken(error.reason, byte: byte, at: position.text)
    }
  }
}

/// The merging of decoded features in file order, with counting and removal of duplicates.
///
/// It keeps one pair of hashes for each id, whatever the size of the features.
struct FeatureMerger {
  private(set) var report = ImportReport()
  private var hashesByID: [Int: Int] = [:]
  private var areaIDs: Set<String> = []
  private var referenced: [SkiArea] = []
  private var referencedIDs: Set<String> = []
  private(set) var isFromOpenStreetMap = false
  /// The counts of the positions of the document.
  private(set) var survey = CoordinateSurvey()
  /// The number of runs passed on.
  private var runCount = 0
  /// The runs of the document with a number in place of a grade.
  private var numbered: [NumberedRun] = []
  private var numberedGrades = NumberedGrades()
  /// The grades that numbers mean, by the position of their run among all runs passed on.
  private(set) var laterGrades: [(run: Int, grade: Difficulty)] = []

  /// A run with a number in place of a grade.
  private struct NumberedRun {
    /// The position among all runs passed on.
    var run: Int
    var id: String
    var number: Int
  }

  /// Starts the count of a document's roles, so that an empty file is reported with 0.
  mutating func begin(_ roles: DocumentRoles) {
    isFromOpenStreetMap = false
    survey = CoordinateSurvey()
    for role in roles.all {
      report.readCounts[role.rawValue, default: 0] += 0
      report.usedCounts[role.rawValue, default: 0] += 0
    }
  }

  /// Merges a batch, passing its used features to a closure.
  /// - Complexity: O(*n*) in the features.
  mutating func merge(
    _ batch: DecodedBatch, roles: DocumentRoles, _ body: (SkiFeature) throws -> Void
  ) throws {
    survey.merge(batch.survey)
    for (decoded, fingerprint) in zip(batch.features, batch.fingerprints) {
      isFromOpenStreetMap = isFromOpenStreetMap || decoded.isFromOpenStreetMap
      let role = roles.counting(decoded.kind)
      report.readCounts[role, default: 0] += 1
      if let feature = decoded.feature {
        let key = Self.key(of: feature, id: decoded.id)
        if hashesByID[key] == fingerprint {
          report.count(
            "duplicateFeature", .leftOut, id: decoded.id, detail: "the same feature was read before")
          continue
        }
        if hashesByID.updateValue(fingerprint, forKey: key) != nil {
          report.count(
            "duplicateID", .noted, id: decoded.id, detail: "another feature has this id; both are kept")
        }
      }
      for note in decoded.notes {
        report.count(note.code, note.outcome, id: decoded.id, detail: note.detail)
      }
      guard let feature = decoded.feature else { continue }
      report.usedCounts[role, default: 0] += 1
      if case .area(let area) = feature { areaIDs.insert(area.id.rawValue) }
      if case .run = feature { countRun(decoded) }
      for area in decoded.areas where referencedIDs.insert(area.id.rawValue).inserted {
        referenced.append(area)
      }
      try body(feature)
    }
  }

  private mutating func countRun(_ decoded: DecodedFeature) {
    if let number = decoded.gradeNumber {
      numberedGrades.add(number)
      numbered.append(NumberedRun(run: runCount, id: decoded.id, number: number))
    }
    runCount += 1
  }

  /// Ends a document, all of whose numbers in place of grades are known now.
  mutating func endDocument() {
    for item in numbered {
      if let grade = numberedGrades.grade(of: item.number) {
        laterGrades.append((item.run, grade))
        report.count(
          "difficultyNumber", .mended, id: item.id, detail: "\(item.number) read as \(grade.rawValue)")
      } else {
        report.count("difficultyUnknown", .noted, id: item.id, detail: String(item.number))
      }
    }
    (numbered, numberedGrades) = ([], NumberedGrades())
  }

  /// Passes the ski areas defined only inside runs and lifts to a closure, in the order of their first occurrence.
  mutating func finish(_ body: (SkiFeature) throws -> Void) throws {
    for area in referenced where !areaIDs.contains(area.id.rawValue) {
      report.count("areaFromFeature", .noted, id: area.id.rawValue, detail: "known from a run or lift only")
      try body(.area(area))
    }
  }

  /// Returns the hash of a feature's kind and id.
  private static func key(of feature: SkiFeature, id: String) -> Int {
    var hasher = Hasher()
    switch feature {
    case .run: hasher.combine(0 as UInt8)
    case .lift: hasher.combine(1 as UInt8)
    case .area: hasher.combine(2 as UInt8)
    case .spot: hasher.combine(3 as UInt8)
    case .street: hasher.combine(4 as UInt8)
    }
    hasher.combine(id)
    return hasher.finalize()
  }
}

/// Consecutive features of one document as bytes, parsed independently of others.
struct FeatureBatch: Sendable {
  /// The location of one feature in the batch and in the document.
  struct Extent: Sendable {
    /// The feature's bytes in ``FeatureBatch/bytes``.
    var range: Range<Int>
    /// The feature's offset in the document in bytes.
    var documentOffset: Int64
    /// The reason for which the feature is rejected unread; nil when its bytes are to be parsed.
    var refusal: FeatureRefusal?
  }

  /// The concatenated text of the features.
  var bytes: [UInt8] = []
  /// The features in document order.
  var extents: [Extent] = []
  /// The number of preceding features of the document.
  var firstIndex = 0
}

/// The reason for which a feature is rejected before parsing.
enum FeatureRefusal: Sendable {
  /// It exceeds the size limit; its bytes are not kept.
  case tooLarge
  /// It exceeds the nesting limit.
  case tooDeep
}

/// The metadata of a document outside its features.
struct DocumentHead: Sendable, Hashable {
  /// The licence as written (`license` or `licence`).
  var licence: String?
  /// The attribution (`attribution` or `copyright`).
  var attribution: String?
  /// The program that wrote the document.
  var generator: String?
  /// The name of the coordinate reference system (`crs`, of GeoJSON before RFC 7946).
  var reference: String?
}
