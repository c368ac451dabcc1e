package import SkiBase
import SkiSystem

/// The longest chain of consecutive parts of one run or lift, from the direction they are drawn.
///
/// It finds the uppermost part where elevations are unknown. The end of each part is joined with the nearest start of
/// another, shortest gaps first.
package enum LongestChain {
  /// A part, in the direction of travel.
  package struct Part {
    package var start: Coordinate
    package var end: Coordinate

    package init(start: Coordinate, end: Coordinate) {
      (self.start, self.end) = (start, end)
    }
  }

  /// The maximum number of gaps considered after one part, shortest first.
  private static let gapLimit = 16

  /// Returns the positions of the first and the last part of the longest chain; nil without parts.
  /// - Parameters:
  ///   - parts: The parts, in any order.
  ///   - reachMetres: The maximum gap between two parts in metres; positive.
  /// - Complexity: O(*p* (log *p* + *k*)) in parts *p* and those *k* that start within reach of one end.
  package static func ends(of parts: [Part], reachMetres: Double) -> (first: Int, last: Int)? {
    guard !parts.isEmpty else { return nil }
    var next = [Int?](repeating: nil, count: parts.count)
    // The last part of the chain that starts with a part, and the first part of the chain that ends with one.
    var chainFirst = Array(parts.indices)
    var chainLast = chainFirst
    var hasBefore = [Bool](repeating: false, count: parts.count)
    for joint in gaps(parts, reachMetres) where next[joint.from] == nil && !hasBefore[joint.to] {
      let (first, last) = (chainFirst[joint.from], chainLast[joint.to])
      guard first != joint.to else { continue }  // no ring
      next[joint.from] = joint.to
      hasBefore[joint.to] = true
      (chainLast[first], chainFirst[last]) = (last, first)
    }
    var best: (metres: Double, first: Int)?
    for first in parts.indices where !hasBefore[first] {
      let metres = length(from: first, next, parts)
      if metres > best?.metres ?? -1 { best = (metres, first) }
    }
    return best.map { ($0.first, chainLast[$0.first]) }
  }

  private typealias Gap = (metres: Double, from: Int, to: Int)

  /// Returns the gaps between ends and starts of parts, shortest first.
  private static func gaps(_ parts: [Part], _ reachMetres: Double) -> [Gap] {
    let grid = StartGrid(parts, reachMetres)
    var gaps: [Gap] = []
    for from in parts.indices {
      var behind: [Gap] = []
      grid.forEachStart(around: parts[from].end) { to in
        let metres = parts[from].end.distanceMetres(to: parts[to].start)
        if to != from, metres <= reachMetres { behind.append((metres, from, to)) }
      }
      if behind.count > gapLimit {
        behind.sort { ($0.metres, $0.to) < ($1.metres, $1.to) }
        behind.removeSubrange(gapLimit...)
      }
      gaps += behind
    }
    return gaps.sorted { ($0.metres, $0.from, $0.to) < ($1.metres, $1.from, $1.to) }
  }

  /// A grid of the starts of parts with cells as wide as the reach, so that nine cells hold those near a coordinate.
  private struct StartGrid {
    private struct Square: Hashable {
      var column: Int
      var row: Int
    }

    private let middle: Coordinate
    private let rowDegrees: Double
    private let columnDegrees: Double
    private var starts: [Square: [Int]] = [:]

    init(_ parts: [Part], _ reachMetres: Double) {
      middle = parts[0].start
      let greatest = parts.reduce(0) { max($0, abs($1.start.latitude), abs($1.end.latitude)) }
      rowDegrees = 1.01 * reachMetres / 111_000
      // Scaled at the highest latitude, where meridians are closest; near a pole one column holds all.
      columnDegrees = min(360, rowDegrees / max(1e-6, cos(min(90, greatest + 0.01) * .pi / 180)))
      for (number, part) in parts.enumerated() { starts[square(part.start), default: []].append(number) }
    }

    func forEachStart(around place: Coordinate, _ body: (Int) -> Void) {
      let at = square(place)
      for row in at.row - 1...at.row + 1 {
        for column in at.column - 1...at.column + 1 {
          starts[Square(column: column, row: row)]?.forEach(body)
        }
      }
    }

    private func square(_ place: Coordinate) -> Square {
      let east = (place.longitude - middle.longitude).remainder(dividingBy: 360)
      return Square(
        column: Int((east / columnDegrees).rounded(.down)),
        row: Int(((place.latitude - middle.latitude) / rowDegrees).rounded(.down)))
    }
  }

  /// Returns the sum of the straight distances from start to end of each part of a chain, in metres.
  private static func length(from first: Int, _ next: [Int?], _ parts: [Part]) -> Double {
    var metres = 0.0
    var at: Int? = first
    while let part = at {
      metres += parts[part].start.distanceMetres(to: parts[part].end)
      at = next[part]
    }
    return metres
  }
}
