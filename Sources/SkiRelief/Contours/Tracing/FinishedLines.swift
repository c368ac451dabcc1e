/// Lines that are whole, in order, with their points as pieces that are still to be put together.
struct FinishedLines: Sendable {
  struct Line: Sendable {
    let level: Int32
    let isClosed: Bool
    let key: UInt64
    let points: Points
  }

  enum Points: Sendable {
    /// A range of ``FinishedLines/points``.
    case range(Range<Int>)
    /// Pieces, each beginning with the last point of the one before; of a closed line the last one ends where the
    /// first one begins.
    case pieces([[ContourPoint]])
  }

  /// The points of the lines that lie within one band.
  let points: [ContourPoint]
  let lines: [Line]

  /// Puts the points of a line in a row; a closed line begins with its least key, without coming back to it.
  /// - Complexity: O(*n*).
  func collect(_ line: Line, into target: inout [ContourPoint]) {
    target.removeAll(keepingCapacity: true)
    switch line.points {
    case .range(let range): target.append(contentsOf: points[range])
    case .pieces(let pieces):
      for piece in pieces {
        if !target.isEmpty { target.removeLast() }
        target.append(contentsOf: piece)
      }
      if line.isClosed { target.removeLast() }
    }
    if line.isClosed { Self.turn(&target) }
  }

  /// Turns a ring so that it begins with its least key, whatever band it was found in.
  private static func turn(_ ring: inout [ContourPoint]) {
    var least = 0
    for index in 1..<max(1, ring.count) where ring[index].key < ring[least].key { least = index }
    guard least > 0 else { return }
    let head = Array(ring[..<least])
    ring.removeSubrange(..<least)
    ring.append(contentsOf: head)
  }
}

extension FinishedLines.Line {
  /// How many points there are, before neighbouring equal ones are dropped.
  var pointCount: Int {
    switch points {
    case .range(let range): range.count
    case .pieces(let pieces): pieces.reduce(0) { $0 + $1.count }
    }
  }
}
