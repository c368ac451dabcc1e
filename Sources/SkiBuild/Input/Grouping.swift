import Glibc
import SkiGeo
import SkiModel

/// Features near enough to each other to be connected, far from all others.
struct FeatureGroup: Sendable {
  var runs: [Run] = []
  var lifts: [Lift] = []
  var idleLifts: [Lift] = []
  var spots: [Spot] = []
  /// The streets that may matter, as positions in the selection; a street may be near several groups.
  var streets: [Int] = []
  var bounds: TurnedBox

  /// About how much work it is: its features.
  var size: Int { runs.count + lifts.count + idleLifts.count + spots.count + streets.count }
}

extension Selection {
  /// Splits what was selected into groups that can't meet, so that each is built by itself on its own flat map.
  ///
  /// Groups come in the order of their first feature.
  /// - Complexity: O(*n* · *c*) in features and in the cells of 500 m each covers.
  /// - Throws: ``SkiError`` with code `.cancelled`.
  func groups(apart metres: Double) throws -> [FeatureGroup] {
    var cells = CellSets(cellMetres: metres)
    let boxes =
      runs.map(\.bounds) + (lifts + idleLifts).map(\.bounds) + spots.map { TurnedBox($0.coordinate) }
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
    if number < idleLifts.count { return group.idleLifts.append(idleLifts[number]) }
    group.spots.append(spots[number - idleLifts.count])
  }
}

/// Boxes joined into sets when they touch the same cell of a world-wide grid.
private struct CellSets {
  var sets = UnionFind()
  private let cellMetres: Double
  private var firstIn: [Cell: Int] = [:]

  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  init(cellMetres: Double) { self.cellMetres = cellMetres }

  mutating func add(_ box: TurnedBox) {
    let number = sets.add()
    add(box, number)
    // What reaches the antimeridian meets what lies on its other side.
    if box.east > 180 - Self.edgeDegrees { add(box.turned(byDegrees: -360), number) }
    if box.west < -180 + Self.edgeDegrees { add(box.turned(byDegrees: 360), number) }
  }

  /// Wider than a cell anywhere: cells near the poles are a hundred times as wide as at the equator.
  private static let edgeDegrees = 1.0

  private mutating func add(_ box: TurnedBox, _ number: Int) {
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
  /// The box around its shape; the null island when it has none.
  var bounds: TurnedBox {
    switch geometry {
    case .lines(let lines): TurnedBox(around: lines)
    case .areas(let areas): TurnedBox(around: areas.map(\.outer))
    }
  }
}

extension Lift {
  var bounds: TurnedBox { TurnedBox(around: parts) }
}
