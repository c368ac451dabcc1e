import SkiGeo
import SkiModel

/// What came out of one batch of features.
struct BatchResult: Sendable {
  var runs: [Run] = []
  var lifts: [Lift] = []
  var areas: [SkiArea] = []
  var spots: [Spot] = []
  /// Ski areas that runs and lifts mention, each once.
  var mentionedAreas: [SkiArea] = []
  var report = ImportReport()
  var isFromOpenStreetMap = false
}

/// Reads the features of a batch into the model. A value for one task; nothing is shared.
struct BatchReader {
  /// A feature that isn't used, and why.
  struct LeftOut: Error {
    var code: String
    var detail: String

    init(_ code: String, _ detail: String = "") {
      self.code = code
      self.detail = detail
    }
  }

  let batch: FeatureBatch
  let role: Role
  /// Stands before the position in ids made for features that have none.
  let idPrefix: String
  var result = BatchResult()
  var mentioned: Set<String> = []
  /// Things to note about the feature at hand, counted only if it is used.
  var notes: [(code: String, outcome: ImportReport.Outcome, detail: String)] = []

  init(_ batch: FeatureBatch, role: Role, idPrefix: String) {
    self.batch = batch
    self.role = role
    self.idPrefix = idPrefix
  }

  /// Reads all features; the first that isn't JSON ends it.
  static func read(
    _ batch: FeatureBatch, role: Role, idPrefix: String
  ) -> Result<BatchResult, FileFault> {
    var reader = BatchReader(batch, role: role, idPrefix: idPrefix)
    for item in batch.items {
      do throws(JSONFault) {
        try reader.read(item)
      } catch {
        let offset = item.fileOffset + Int64(error.offset - item.range.lowerBound)
        return .failure(FileFault(code: .malformedData, offset: offset, what: error.what))
      }
    }
    return .success(reader.result)
  }

  private mutating func read(_ item: FeatureBatch.Item) throws(JSONFault) {
    let fallbackID = "\(idPrefix)feature \(item.ordinal)"
    result.report.readCounts[role.rawValue, default: 0] += 1
    guard let feature = try SourceFeature.read(batch, item, fallbackID: fallbackID) else {
      result.report.count("notAFeature", .leftOut, id: fallbackID, detail: "not a GeoJSON feature")
      return
    }
    if feature.isFromOpenStreetMap { result.isFromOpenStreetMap = true }
    notes = []
    do throws(LeftOut) {
      try use(feature)
      noteGeometry(feature.geometry)
      for note in notes { result.report.count(note.code, note.outcome, id: feature.id, detail: note.detail) }
      result.report.usedCounts[role.rawValue, default: 0] += 1
    } catch {
      result.report.count(error.code, .leftOut, id: feature.id, detail: error.detail)
    }
  }

  private mutating func use(_ feature: SourceFeature) throws(LeftOut) {
    switch role {
    case .runs: result.runs.append(try run(feature))
    case .lifts:
      if let station = try station(feature) {
        result.spots.append(station)
      } else {
        result.lifts.append(try lift(feature))
      }
    case .areas: result.areas.append(try area(feature))
    case .spots: result.spots.append(try spot(feature))
    }
  }

  /// Remembers something about the feature at hand.
  mutating func note(_ code: String, _ outcome: ImportReport.Outcome, _ detail: String) {
    if !notes.contains(where: { $0.code == code && $0.outcome == outcome }) {
      notes.append((code, outcome, detail))
    }
  }

  private mutating func noteGeometry(_ geometry: ParsedGeometry) {
    if geometry.invalidPositions > 0 {
      note("coordinateInvalid", .mended, "\(geometry.invalidPositions) positions left out")
    }
    if geometry.implausibleElevations > 0 {
      note("elevationImplausible", .mended, "\(geometry.implausibleElevations) elevations dropped")
    }
    if geometry.closedRings > 0 { note("ringClosed", .mended, "\(geometry.closedRings) rings closed") }
  }

  /// Returns the shape of a feature, or leaves it out with the reason.
  func shape(_ feature: SourceFeature) throws(LeftOut) -> ParsedGeometry.Shape {
    switch feature.geometry.shape {
    case .success(let shape): return shape
    case .failure(let defect): throw LeftOut(defect.code, defect.detail)
    }
  }
}
