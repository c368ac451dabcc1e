import SkiBase
import SkiGraph
import SkiSystem

/// The features near enough to each other to be connected, far from all others.
struct FeatureGroup: Sendable {
  var runs: [Run] = []
  var lifts: [Lift] = []
  var closedLifts: [Lift] = []
  var spots: [Spot] = []
  /// The streets nearby, as indices into the selection; a street may be near several groups.
  var streets: [Int] = []
  var bounds: UnwrappedBox

  /// An estimate of the work: the number of features.
  var size: Int { runs.count + lifts.count + closedLifts.count + spots.count + streets.count }
}

extension Selection {
  /// Partitions the selected features into groups too far apart to be connected, each with its own projection.
  ///
  /// Groups are in the order of their first feature.
  /// - Complexity: O(*n* · *c*) in features and in the cells each covers.
  /// - Throws: ``SkiError`` with code `.cancelled`.
  func groups(apart metres: Double) throws -> [FeatureGroup] {
    var cells = CellSets(cellMetres: metres)
    let boxes =
      runs.map(\.bounds) + (lifts + closedLifts).map(\.bounds) + spots.map { UnwrappedBox($0.coordinate) }
    for (number, box) in boxes.enumerated() {
      if number & 0xFF == 0 { try stop.check() }
      cells.add(box)
    }
    var groups: [FeatureGroup] = []
    var groupOf: [Int: Int] = [:]
    for (number, box) in boxes.enumerated() {
      if number & 0xFFFF == 0 { try stop.check() }
      let set = cells.sets.find(number)
      let group = groupOf[set] ?? groups.count
      if group == groups.count {
        groups.append(FeatureGroup(bounds: box))
        groupOf[set] = group
      }
      groups[group].bounds.formUnion(box)
      place(number, in: &groups[group])
    }
    return groups
  }

  private func place(_ number: Int, in group: inout FeatureGroup) {
    var number = number
    if number < runs.count { return group.runs.append(runs[number]) }
    number -= runs.count
    if number < lifts.count { return group.lifts.append(lifts[number]) }
    number -= lifts.count
    if number < closedLifts.count { return group.closedLifts.append(closedLifts[number]) }
    group.spots.append(spots[number - closedLifts.count])
  }
}

/// The disjoint sets of boxes that touch a common cell of a world-wide grid.
private struct CellSets {
  var sets = UnionFind()
  private let cellMetres: Double
  private var firstIn: [Cell: Int] = [:]

  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  init(cellMetres: Double) { self.cellMetres = cellMetres }

  mutating func add(_ box: UnwrappedBox) {
    let number = sets.add()
    add(box, number)
    // A box at the antimeridian is added on the other side too.
    if box.east > 180 - Self.edgeDegrees { add(box.turned(byDegrees: -360), number) }
    if box.west < -180 + Self.edgeDegrees { add(box.turned(byDegrees: 360), number) }
  }

  /// The greatest width of a cell in degrees, near the poles, rounded up.
  private static let edgeDegrees = 1.0

  private mutating func add(_ box: UnwrappedBox, _ number: Int) {
    let degrees = cellMetres / 111_320
    let rows =
      Int(
        ((box.south - degrees / 2) / degrees).rounded(.down))...Int(
        ((box.north + degrees / 2) / degrees).rounded(.down))
    for row in rows {
      let width = degrees / max(0.01, cos(Double(row) * degrees * Double.pi / 180))
      let first = Int(((box.west - width / 2) / width).rounded(.down))
      let last = Int(((box.east + width / 2) / width).rounded(.down))
      for column in first...last {
        let cell = Cell(row: row, column: column)
        if let other = firstIn[cell] { sets.union(other, number) } else { firstIn[cell] = number }
      }
    }
  }
}

extension Run {
  /// The box around its shape; that of 0° N 0° E without a shape.
  var bounds: UnwrappedBox {
    switch geometry {
    case .lines(let lines): UnwrappedBox(around: lines)
    case .areas(let areas): UnwrappedBox(around: areas.map(\.outer))
    }
  }
}

extension Lift {
  var bounds: UnwrappedBox { UnwrappedBox(around: parts) }
}

extension [FeatureGroup] {
  /// Returns the groups along a Hilbert curve; groups of one place keep their order.
  /// - Complexity: O(*n* log *n*).
  func alongTheHilbertCurve() -> [FeatureGroup] {
    let keys = map { hilbertKey(FixedCoordinate($0.bounds.centre)) }
    return indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { self[$0] }
  }
}

extension Run {
  /// The convention of its colours: the tagged one, else that of its location.
  var colourConvention: DifficultyConvention { convention ?? DifficultyConvention(at: bounds.centre) }

  /// Indicates whether the run is used both ways, by its tags.
  var isTwoWay: Bool {
    if oneway == .twoWay { return true }
    if oneway != nil { return false }
    return uses.contains(.connection) || isClimbed
  }

  /// Indicates whether the run is a ski tour or hike only, which needs opting in.
  var isClimbed: Bool {
    !uses.isDisjoint(with: [.skitour, .hike]) && uses.isDisjoint(with: [.downhill, .connection, .snowPark])
  }

  /// Indicates whether the run is an ungroomed itinerary, marked but not prepared, which needs opting in.
  ///
  /// An ungroomed run with a grade on the scale is an ordinary run, unless its name or sign calls it an itinerary. One
  /// without a grade is an itinerary. Grades off the scale have their own opt-in.
  var isItinerary: Bool {
    guard terrain.grooming == .backcountry || terrain.grooming == .ungroomed, uses.contains(.downhill) else {
      return false
    }
    guard difficulty != nil else { return true }
    let words = [name, ref].compactMap { $0?.lowercased() }.joined(separator: " ")
    return Self.itineraryWords.contains { words.contains($0) }
  }

  /// The words for itineraries in English, Italian, French, Spanish, Catalan, German and Scandinavian languages.
  private static let itineraryWords = [
    "itiner", "itinér", "skiroute", "ski route", "skitour", "variante", "freeride", "off-piste", "off piste",
    "offpist",
    "hors-piste", "hors piste", "fuera de pista", "fora pista", "fuoripista", "fuori pista",
  ]
}
