import SkiGeo

/// The order of the parts of one run or lift that follow each other, told by the direction they are drawn.
///
/// Where heights are unknown this is all that says which part is the uppermost. The end of a part goes on in the nearest
/// start of another, nearest pairs first; the longest chain that makes counts.
package enum DrawnChain {
  /// A part, in the direction it is skied or ridden.
  package struct Part {
    package var start: Coordinate
    package var end: Coordinate

    package init(start: Coordinate, end: Coordinate) {
      (self.start, self.end) = (start, end)
    }
  }

  /// Returns the positions of the first and the last part of the longest chain; nil without parts.
  /// - Parameters:
  ///   - parts: The parts, in any order.
  ///   - reachMetres: How wide a gap between two parts may be.
  /// - Complexity: O(*p*² log *p*).
  package static func ends(of parts: [Part], reachMetres: Double) -> (first: Int, last: Int)? {
    guard !parts.isEmpty else { return nil }
    var next = [Int?](repeating: nil, count: parts.count)
    var hasBefore = [Bool](repeating: false, count: parts.count)
    for joint in joints(parts, reachMetres) where next[joint.from] == nil && !hasBefore[joint.to] {
      guard last(from: joint.to, next) != joint.from else { continue }  // no ring
      next[joint.from] = joint.to
      hasBefore[joint.to] = true
    }
    var best: (metres: Double, first: Int)?
    for first in parts.indices where !hasBefore[first] {
      let metres = length(from: first, next, parts)
      if metres > best?.metres ?? -1 { best = (metres, first) }
    }
    return best.map { ($0.first, last(from: $0.first, next)) }
  }

  private static func joints(
    _ parts: [Part], _ reachMetres: Double
  ) -> [(metres: Double, from: Int, to: Int)] {
    var joints: [(metres: Double, from: Int, to: Int)] = []
    for from in parts.indices {
      for to in parts.indices where to != from {
        let metres = parts[from].end.distanceMetres(to: parts[to].start)
        if metres <= reachMetres { joints.append((metres, from, to)) }
      }
    }
    return joints.sorted { ($0.metres, $0.from, $0.to) < ($1.metres, $1.from, $1.to) }
  }

  private static func last(from first: Int, _ next: [Int?]) -> Int {
    var at = first
    while let after = next[at] { at = after }
    return at
  }

  /// Metres from start to end of each part of a chain, as the crow flies.
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
