import SkiTestSupport

@testable import SkiAPI
@testable import SkiPeople

/// A person who moves at a constant speed on straight legs, with a new direction after each.
struct Wanderer {
  var spot: Spot
  private let metresPerSecond: Double
  private var direction: Double
  private var metresLeft: Double

  init(metresPerSecond: Double, using random: inout SeededGenerator) {
    self.metresPerSecond = metresPerSecond
    spot = Spot(east: .random(in: 0...8000, using: &random), north: .random(in: 0...8000, using: &random))
    direction = .random(in: 0...6.283, using: &random)
    metresLeft = .random(in: 0...2000, using: &random)
  }

  /// Moves for one second.
  mutating func move(using random: inout SeededGenerator) {
    spot = spot.advanced(metresPerSecond, along: direction)
    metresLeft -= metresPerSecond
    guard metresLeft <= 0 else { return }
    direction = .random(in: 0...6.283, using: &random)
    metresLeft = .random(in: 500...2000, using: &random)
  }

  /// The smallest cell of a flat grid.
  var cell: GridCell {
    GridCell(
      sideMetres: 125, row: Int32((spot.north / 125).rounded(.down)),
      column: Int32((spot.east / 125).rounded(.down)))
  }
}
