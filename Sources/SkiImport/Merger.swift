import SkiGeo
import SkiModel

/// Puts the results of batches together in file order, and finds features that occur twice.
struct Merger: Sendable {
  private var data = SkiData()
  private(set) var report = ImportReport()
  private var mentionedAreas: [SkiArea] = []
  private var role = Role.runs
  private var isFromOpenStreetMap = false
  private var fileName = ""
  private var runPositions = Positions()
  private var liftPositions = Positions()
  private var areaPositions = Positions()
  private var spotPositions = Positions()

  /// Begins a file.
  mutating func beginFile(_ source: ByteSource, role: Role) {
    self.role = role
    fileName = source.lastComponent
    isFromOpenStreetMap = false
  }

  /// Ends a file; its own texts may name a licence.
  mutating func endFile(texts: [String: String]) {
    let licence = texts["license"] ?? texts["licence"] ?? (isFromOpenStreetMap ? "ODbL 1.0" : nil)
    let attribution =
      texts["attribution"] ?? texts["copyright"]
      ?? (isFromOpenStreetMap ? "© OpenStreetMap contributors" : nil)
    data.sources.append(DataSource(name: fileName, licence: licence, attribution: attribution))
  }

  /// Adds the result of the next batch.
  mutating func add(_ batch: BatchResult) {
    report.merge(batch.report)
    isFromOpenStreetMap = isFromOpenStreetMap || batch.isFromOpenStreetMap
    for run in batch.runs {
      let verdict = runPositions.admit(run.id, data.runs) { $0.isSame(as: run) }
      if keeps(run.id, verdict) { data.runs.append(run) }
    }
    for lift in batch.lifts {
      let verdict = liftPositions.admit(lift.id, data.lifts) { $0.isSame(as: lift) }
      if keeps(lift.id, verdict) { data.lifts.append(lift) }
    }
    for area in batch.areas {
      let verdict = areaPositions.admit(area.id, data.areas) { $0.isSame(as: area) }
      if keeps(area.id, verdict) { data.areas.append(area) }
    }
    for spot in batch.spots {
      let verdict = spotPositions.admit(spot.id, data.spots) { $0 == spot }
      if keeps(spot.id, verdict) { data.spots.append(spot) }
    }
    mentionedAreas.append(contentsOf: batch.mentionedAreas)
    if mentionedAreas.count > 10_000 { keepFirstMentions() }
  }

  /// Counts a feature that isn't new and returns whether it is kept.
  private mutating func keeps(_ id: SourceID, _ verdict: Positions.Verdict) -> Bool {
    switch verdict {
    case .new: return true
    case .differs:
      report.count("duplicateID", .noted, id: id.rawValue, detail: "differs from an earlier one")
      return true
    case .same:
      report.count("duplicateFeature", .leftOut, id: id.rawValue, detail: "the same as an earlier one")
      report.usedCounts[role.rawValue, default: 0] -= 1
      return false
    }
  }

  private mutating func keepFirstMentions() {
    var seen: Set<SourceID> = []
    mentionedAreas.removeAll { !seen.insert($0.id).inserted }
  }

  /// Ends everything: areas only runs and lifts speak of follow the areas read.
  mutating func finish() -> (data: SkiData, report: ImportReport) {
    keepFirstMentions()
    data.areas.append(contentsOf: mentionedAreas.filter { !areaPositions.contains($0.id) })
    return (data, report)
  }
}

/// Where features of one kind are, by their ids.
private struct Positions: Sendable {
  /// What a feature is to those before it with the same id.
  enum Verdict { case new, same, differs }

  /// How many features of one id are compared with the next, so that hostile files don't cost squares.
  private static let comparisonLimit = 16
  private var first: [SourceID: Int] = [:]
  private var later: [SourceID: [Int]] = [:]

  func contains(_ id: SourceID) -> Bool { first[id] != nil }

  /// Compares the next feature with those before it, and remembers its position unless it is the same as one.
  mutating func admit<Feature>(
    _ id: SourceID, _ features: [Feature], _ isSame: (Feature) -> Bool
  ) -> Verdict {
    guard let earliest = first.updateValue(features.count, forKey: id) else { return .new }
    first[id] = earliest
    if isSame(features[earliest]) { return .same }
    let others = later[id] ?? []
    if others.contains(where: { isSame(features[$0]) }) { return .same }
    if others.count < Self.comparisonLimit { later[id, default: []].append(features.count) }
    return .differs
  }
}

extension Run {
  /// Whether two runs say the same; unknown elevations are the same.
  fileprivate func isSame(as other: Run) -> Bool {
    guard geometry.isSame(as: other.geometry) else { return false }
    var (mine, theirs) = (self, other)
    mine.geometry = .lines([])
    theirs.geometry = .lines([])
    return mine == theirs
  }
}

extension Lift {
  fileprivate func isSame(as other: Lift) -> Bool {
    guard parts.isSame(as: other.parts) else { return false }
    var (mine, theirs) = (self, other)
    mine.parts = []
    theirs.parts = []
    return mine == theirs
  }
}

extension SkiArea {
  fileprivate func isSame(as other: SkiArea) -> Bool {
    guard RunGeometry.areas(outlines).isSame(as: .areas(other.outlines)) else { return false }
    var (mine, theirs) = (self, other)
    mine.outlines = []
    theirs.outlines = []
    return mine == theirs
  }
}

extension [Polyline] {
  fileprivate func isSame(as other: [Polyline]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
  }
}

extension RunGeometry {
  fileprivate func isSame(as other: RunGeometry) -> Bool {
    switch (self, other) {
    case (.lines(let mine), .lines(let theirs)): mine.isSame(as: theirs)
    case (.areas(let mine), .areas(let theirs)):
      mine.count == theirs.count
        && zip(mine, theirs).allSatisfy {
          $0.outer.isSame(as: $1.outer) && $0.holes.isSame(as: $1.holes)
        }
    default: false
    }
  }
}
