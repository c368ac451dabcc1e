import SkiBase
import SkiGraph

/// The features of the input that become part of the graph, in an order independent of the input's.
struct Selection: Sendable {
  let stop = OrderedWork.CancellationSignal()
  /// The runs skied down, across or up, each with a usable shape.
  var runs: [Run] = []
  /// The operating lifts, each with a usable line.
  var lifts: [Lift] = []
  /// The lifts not operating, which can be searched for.
  var closedLifts: [Lift] = []
  var spots: [Spot] = []
  var streets: [Street] = []

  /// The uses of which a run must have one.
  static let uses: RunUses = [.downhill, .connection, .skitour, .hike, .snowPark]
  /// The greatest width and height of a feature's box in degrees; larger ones are errors.
  private static let widestDegrees = 1.0
  /// The greatest length of a feature in metres: 2³² cm, with a margin for geodesics.
  private static let longestMetres = 4e7

  /// Creates the selection of the usable features, and counts those left out.
  /// - Throws: ``SkiError`` with code `.cancelled`.
  /// - Complexity: O(*n* log *n*) in features, O(*v*) in vertices.
  init(_ data: SkiData, report: inout ImportReport, progress: GraphBuild.Progress? = nil) throws {
    progress?("selecting", 0)
    try selectRuns(data.runs, &report)
    progress?("selecting", 0.4)
    try selectLifts(data.lifts, &report)
    progress?("selecting", 0.5)
    for spot in data.spots.sorted(by: Self.spotOrder) where Self.isUseful(spot, &report) {
      spots.append(spot)
    }
    try selectStreets(data.streets, &report)
    progress?("selecting", 0.6)
  }

  private mutating func selectRuns(_ all: [Run], _ report: inout ImportReport) throws {
    var previous: Run?
    for (number, run) in try inOrder(all, Self.cleaned, Self.runOrder).enumerated() {
      if number & 0xFFF == 0 { try stop.check() }
      defer { previous = run }
      if let reason = Self.reasonAgainst(run, previous) {
        report.count(reason, .leftOut, id: run.id.rawValue, detail: run.name ?? "")
      } else {
        report.note(run.id, run.name, run.access, run.openingHours)
        runs.append(run)
      }
    }
  }

  /// Returns the features cleaned and sorted, and checks regularly for cancellation.
  private func inOrder<Feature>(
    _ all: [Feature], _ cleaned: (Feature) -> Feature, _ order: (Feature, Feature) -> Bool
  ) throws -> [Feature] {
    var steps = 0
    func step() throws {
      steps &+= 1
      if steps & 0xFFF == 0 { try stop.check() }
    }
    return try all.map { feature in
      try step()
      return cleaned(feature)
    }.sorted { a, b in
      try step()
      return order(a, b)
    }
  }

  private mutating func selectLifts(_ all: [Lift], _ report: inout ImportReport) throws {
    var previous: Lift?
    for lift in try inOrder(all, Self.cleaned, Self.liftOrder) {
      defer { previous = lift }
      if lift.parts.isEmpty || !Self.isPlausible(lift.parts) {
        report.count("liftShapeUnusable", .leftOut, id: lift.id.rawValue, detail: lift.name ?? "")
      } else if lift == previous {
        report.count("duplicateFeature", .leftOut, id: lift.id.rawValue, detail: lift.name ?? "")
      } else if lift.status != .operating {
        report.count("liftNotOperating", .leftOut, id: lift.id.rawValue, detail: lift.status.rawValue)
        closedLifts.append(lift)
      } else {
        report.note(lift.id, lift.name, lift.access, lift.openingHours)
        lifts.append(lift)
      }
    }
  }

  private mutating func selectStreets(_ all: [Street], _ report: inout ImportReport) throws {
    var previous: Street?
    for street in try inOrder(all, Self.cleaned, Self.streetOrder) {
      defer { previous = street }
      if street.lines.isEmpty || !Self.isPlausible(street.lines) {
        report.count("streetShapeUnusable", .leftOut, id: street.id.rawValue, detail: street.name ?? "")
      } else if street == previous {
        report.count("duplicateFeature", .leftOut, id: street.id.rawValue, detail: street.name ?? "")
      } else if street.status != .operating {
        report.count("streetNotWalked", .leftOut, id: street.id.rawValue, detail: street.status.rawValue)
      } else {
        streets.append(street)
      }
    }
  }

  private static func reasonAgainst(_ run: Run, _ previous: Run?) -> String? {
    if run == previous { return "duplicateFeature" }
    if run.status != .operating { return "runNotOperating" }
    if run.uses.isDisjoint(with: uses) { return "runUseNotSkied" }
    switch run.geometry {
    case .lines(let lines): return lines.isEmpty || !isPlausible(lines) ? "runShapeUnusable" : nil
    case .areas(let areas):
      return areas.isEmpty || !isPlausible(areas.map(\.outer)) ? "runShapeUnusable" : nil
    }
  }

  private static func isUseful(_ spot: Spot, _ report: inout ImportReport) -> Bool {
    guard spot.coordinate.isValid, spot.kind == .liftStation || spot.kind == .hut else {
      report.count("spotNotUsed", .leftOut, id: spot.id.rawValue, detail: spot.kind.rawValue)
      return false
    }
    return true
  }

  private static func isPlausible(_ lines: [Polyline]) -> Bool {
    guard let box = UnwrappedBox(lines.lazy.flatMap(\.coordinates)) else { return false }
    return box.height <= widestDegrees && box.width <= widestDegrees && isMeasurable(lines, in: box)
  }

  /// Returns whether all lines together are at most ``longestMetres`` long, since lengths are stored as 32-bit
  /// centimetres.
  private static func isMeasurable(_ lines: [Polyline], in box: UnwrappedBox) -> Bool {
    // A segment is at most as long as the edges of the box, which spares most features the sum.
    let longestSegment = (box.height + box.width) * 112_000
    guard Double(lines.reduce(0) { $0 + $1.count }) * longestSegment > longestMetres else { return true }
    var metres = 0.0
    for line in lines {
      for (a, b) in zip(line.coordinates, line.coordinates.dropFirst()) { metres += a.distanceMetres(to: b) }
    }
    return metres <= longestMetres
  }
}

extension Selection {
  /// Returns a run without invalid vertices and without parts that are too short.
  fileprivate static func cleaned(_ run: Run) -> Run {
    var run = run
    switch run.geometry {
    case .lines(let lines): run.geometry = .lines(lines.compactMap { $0.cleaned(leastCount: 2) })
    case .areas(let areas):
      run.geometry = .areas(
        areas.compactMap { area in
          area.outer.cleaned(leastCount: 4).map { outer in
            PolygonRings(outer: outer, holes: area.holes.compactMap { $0.cleaned(leastCount: 4) })
          }
        })
    }
    return run
  }

  fileprivate static func cleaned(_ lift: Lift) -> Lift {
    var lift = lift
    lift.parts = lift.parts.compactMap { $0.cleaned(leastCount: 2) }
    return lift
  }

  fileprivate static func cleaned(_ street: Street) -> Street {
    var street = street
    street.lines = street.lines.compactMap { $0.cleaned(leastCount: 2) }
    return street
  }

  fileprivate static func streetOrder(_ a: Street, _ b: Street) -> Bool {
    if a.id != b.id { return a.id.rawValue < b.id.rawValue }
    return inOrder(a.lines.flatMap(\.coordinates), b.lines.flatMap(\.coordinates))
      ?? (a.name ?? "" < b.name ?? "")
  }

  fileprivate static func runOrder(_ a: Run, _ b: Run) -> Bool {
    if a.id != b.id { return a.id.rawValue < b.id.rawValue }
    return inOrder(vertices(of: a), vertices(of: b)) ?? (a.name ?? "" < b.name ?? "")
  }

  fileprivate static func liftOrder(_ a: Lift, _ b: Lift) -> Bool {
    if a.id != b.id { return a.id.rawValue < b.id.rawValue }
    return inOrder(a.parts.flatMap(\.coordinates), b.parts.flatMap(\.coordinates))
      ?? (a.name ?? "" < b.name ?? "")
  }

  fileprivate static func spotOrder(_ a: Spot, _ b: Spot) -> Bool {
    if a.id != b.id { return a.id.rawValue < b.id.rawValue }
    return inOrder([a.coordinate], [b.coordinate]) ?? (a.name ?? "" < b.name ?? "")
  }

  private static func vertices(of run: Run) -> [Coordinate] {
    switch run.geometry {
    case .lines(let lines): lines.flatMap(\.coordinates)
    case .areas(let areas): areas.flatMap(\.outer.coordinates)
    }
  }

  /// Compares two lists of coordinates; returns nil when they are equal.
  private static func inOrder(_ a: [Coordinate], _ b: [Coordinate]) -> Bool? {
    for (p, q) in zip(a, b) where p != q { return (p.latitude, p.longitude) < (q.latitude, q.longitude) }
    return a.count == b.count ? nil : a.count < b.count
  }
}

extension Polyline {
  /// Returns the line without invalid and repeated vertices; nil when fewer than `leastCount` remain.
  fileprivate func cleaned(leastCount: Int) -> Polyline? {
    if isClean() { return count >= leastCount ? self : nil }
    var kept: [Int] = []
    var last: FixedCoordinate?
    for index in 0..<count where coordinates[index].isValid {
      let place = FixedCoordinate(coordinates[index])
      if place != last { kept.append(index) }
      last = place
    }
    guard kept.count >= leastCount else { return nil }
    return Polyline(kept.map { coordinates[$0] }, elevations: kept.map { elevationMetres(at: $0) })
  }

  /// Returns whether there is nothing to clean, as in nearly all lines, which spares a copy.
  private func isClean() -> Bool {
    var last: FixedCoordinate?
    for place in coordinates {
      guard place.isValid else { return false }
      let fixed = FixedCoordinate(place)
      if fixed == last { return false }
      last = fixed
    }
    return true
  }
}
