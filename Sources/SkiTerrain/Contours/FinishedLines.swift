/// The complete lines in order, with their points as pieces still to be concatenated.
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
    /// The pieces, which each begin with the last point of the one before; the last piece of a closed line ends with
    /// the first point.
    case pieces([[ContourPoint]])
  }

  /// The points of the lines that lie within one band.
  let points: [ContourPoint]
  let lines: [Line]

  /// Concatenates the points of a line; a closed line starts at its least key and doesn't repeat the first point.
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

  /// Rotates a ring to start at its least key, whichever band it was found in.
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
  /// The number of points, including neighbouring repeats.
  var pointCount: Int {
    switch points {
    case .range(let range): range.count
    case .pieces(let pieces): pieces.reduce(0) { $0 + $1.count }
    }
  }
}
