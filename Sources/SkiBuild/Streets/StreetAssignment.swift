import SkiBase
import SkiGraph
import SkiSystem

extension Selection {
  /// Assigns to each group the streets nearby: those in or next to a grid cell with a lift's station, a run's end or a
  /// hut, with cells as wide as the walking distance.
  ///
  /// A street never merges groups: near several, it belongs to each of them, so that an address between two ski areas
  /// is connected with both, but not one area with the other. Groups without lifts get none.
  /// - Complexity: O(*a* + *v*) expected in those places and the streets' vertices.
  /// - Throws: ``SkiError`` with code `.cancelled`.
  func assignStreets(to groups: inout [FeatureGroup], within metres: Double) throws {
    guard !streets.isEmpty else { return }
    var cells = WalkingCells(cellMetres: metres)
    for (number, group) in groups.enumerated() where !group.lifts.isEmpty {
      try stop.check()
      for place in group.placesToWalkTo { cells.add(number, around: place) }
    }
    for (number, street) in streets.enumerated() {
      if number & 0xFF == 0 { try stop.check() }
      for group in cells.groups(along: street) { groups[group].streets.append(number) }
    }
  }
}

extension FeatureGroup {
  /// The destinations on foot: stations of lifts, ends of runs, huts.
  fileprivate var placesToWalkTo: [Coordinate] {
    var places = spots.map(\.coordinate)
    for lift in lifts {
      places += lift.stations.map(\.coordinate)
      for part in lift.parts { places += [part.coordinates.first, part.coordinates.last].compactMap(\.self) }
    }
    for run in runs {
      guard case .lines(let lines) = run.geometry else { continue }
      for line in lines { places += [line.coordinates.first, line.coordinates.last].compactMap(\.self) }
    }
    return places.filter(\.isValid)
  }
}

/// The cells of a world-wide grid with the groups that have a destination there or in an adjacent cell.
private struct WalkingCells {
  private let cellMetres: Double
  private var groups: [Cell: [Int]] = [:]

  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  init(cellMetres: Double) { self.cellMetres = max(1, cellMetres) }

  private var height: Double { cellMetres / 111_320 }

  private func width(_ row: Int) -> Double {
    height / max(0.01, cos(Double(row) * height * Double.pi / 180))
  }

  private func cell(_ place: Coordinate) -> Cell {
    let row = Int((place.latitude / height).rounded(.down))
    return Cell(row: row, column: Int((place.longitude / width(row)).rounded(.down)))
  }

  /// Adds a group to the cell of a place and those around it; groups come in ascending order.
  mutating func add(_ group: Int, around place: Coordinate) {
    mark(group, around: place)
    // A cell is narrower than a degree wherever streets are; the adjacent one may be across the antimeridian.
    guard abs(place.longitude) > 179 else { return }
    let turn = place.longitude > 0 ? -360.0 : 360
    mark(group, around: Coordinate(latitude: place.latitude, longitude: place.longitude + turn))
  }

  private mutating func mark(_ group: Int, around place: Coordinate) {
    let middle = cell(place).row
    for row in middle - 1...middle + 1 {
      let column = Int((place.longitude / width(row)).rounded(.down))
      for cell in (column - 1...column + 1).map({ Cell(row: row, column: $0) })
      where groups[cell]?.last != group { groups[cell, default: []].append(group) }
    }
  }

  /// Returns the groups with a destination near any part of a street, in order.
  func groups(along street: Street) -> [Int] {
    var found: Set<Int> = []
    var last: Cell?
    func look(_ place: Coordinate) {
      let cell = cell(place)
      guard cell != last else { return }
      last = cell
      found.formUnion(groups[cell] ?? [])
    }
    for line in street.lines {
      for (a, b) in zip(line.coordinates, line.coordinates.dropFirst()) {
        let pieces = max(1, min(1000, (a.distanceMetres(to: b) / cellMetres * 2).rounded(.up)))
        for piece in stride(from: 0, through: pieces, by: 1) {
          look(a.towards(b, piece / pieces))
        }
      }
    }
    return found.sorted()
  }
}
