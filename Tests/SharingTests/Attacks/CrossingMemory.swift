@testable import SkiAPI
@testable import SkiPeople

/// The facts from which an attacker estimates a moving person's position.
struct CrossingKey: Hashable {
  /// The last change of cell in columns and rows, turned to the first octant.
  var last: [Int32]
  /// The change before, in the same frame.
  var previous: [Int32]
  /// The time since the last change, in tens of seconds.
  var age: Int
  /// The time between the last two changes, in minutes.
  var dwell: Int
  /// The time since the larger cell of a second viewer changed, in minutes; 0 without one.
  var coarserAge: Int

  /// The key without the parts that many samples differ in.
  var plain: CrossingKey { CrossingKey(last: last, previous: [], age: age, dwell: 0, coarserAge: 0) }
}

/// The changes of cell that an attacker has seen so far.
struct CrossingMemory {
  private var cell: GridCell?
  private var last: [Int32] = [0, 0]
  private var previous: [Int32] = [0, 0]
  private var changedAt = 0
  private var dwell = 0
  private var changes = 0
  private var coarserChangedAt = 0

  mutating func take(_ shown: GridCell, second: Int) {
    defer { cell = shown }
    guard let cell, cell != shown else { return }
    previous = last
    last = [shown.column - cell.column, shown.row - cell.row]
    dwell = (second - changedAt) / 60
    changedAt = second
    changes += 1
    let side = 2 * cell.sideMetres
    if cell.ancestor(sideMetres: side) != shown.ancestor(sideMetres: side) { coarserChangedAt = second }
  }

  func age(_ second: Int) -> Int { second - changedAt }

  /// Returns the facts; nil before the second change.
  func key(_ attackers: Attackers, second: Int) -> CrossingKey? {
    guard changes >= 2 else { return nil }
    return CrossingKey(
      last: turned(last), previous: turned(previous).map { max(-2, min(2, $0)) },
      age: min(60, age(second) / 10), dwell: min(4, dwell),
      coarserAge: attackers == .one ? 0 : min(6, (second - coarserChangedAt) / 60 + 1))
  }

  /// Returns a position relative to the centre of the cell shown, in the frame of the last change.
  func inFrame(_ spot: Spot) -> Spot {
    guard let cell else { return spot }
    let side = Double(cell.sideMetres)
    let (x, y) = (
      spot.east - (Double(cell.column) + 0.5) * side, spot.north - (Double(cell.row) + 0.5) * side
    )
    let (east, north) = (x * Double(signs.east), y * Double(signs.north))
    return isSwapped ? Spot(east: north, north: east) : Spot(east: east, north: north)
  }

  private var isSwapped: Bool { abs(last[1]) > abs(last[0]) }

  private var signs: (east: Int32, north: Int32) {
    func sign(_ one: Int32, _ other: Int32) -> Int32 { one != 0 ? one.signum() : other < 0 ? -1 : 1 }
    return (sign(last[0], previous[0]), sign(last[1], previous[1]))
  }

  private func turned(_ change: [Int32]) -> [Int32] {
    let flipped = [change[0] * signs.east, change[1] * signs.north]
    return isSwapped ? flipped.reversed() : flipped
  }
}
