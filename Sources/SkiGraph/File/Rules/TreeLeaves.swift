/// Which leaves of the spatial index are still missing: a bit for each point and node.
struct TreeLeaves {
  private var stations: BitRow
  private var taken: BitRow
  private var segments: BitRow
  /// Segments of which the box on the other side of the antimeridian was seen; empty until there is one.
  private var seconds = BitRow(count: 0)
  private let pointCount: Int
  private var missing = 0
  /// Segments over the antimeridian of which the box on one side alone was seen.
  private var halves = 0

  init(_ s: GraphStorage) {
    stations = BitRow(count: s.nodeLatitude.count)
    taken = stations
    segments = BitRow(count: s.pointLatitude.count)
    pointCount = s.pointLatitude.count
    let through = LinkFlags([.staysOn, .goesOn]).rawValue
    for link in 0..<s.linkTail.count {
      if s.linkKind[link] == LinkKind.lift.code, s.linkFlags[link] & through == 0 {
        if stations.insert(Int(s.linkTail[link])) { missing += 1 }
        if stations.insert(Int(s.linkHead[link])) { missing += 1 }
      } else if Self.holds(s.linkKind[link]) {
        missing += Int(s.linkFirstPoint[link + 1] - s.linkFirstPoint[link]) - 1
      }
    }
  }

  /// Whether the segments of links of a kind are leaves.
  static func holds(_ kind: UInt8) -> Bool { kind == LinkKind.run.code || kind == LinkKind.walk.code }

  var areComplete: Bool { missing == 0 && halves == 0 }

  /// Whether a lift is boarded or left at a node.
  func isStation(_ node: Int) -> Bool { stations.contains(node) }

  /// Takes note of the leaf of a boarding place; returns false for the second one.
  mutating func takeStation(_ node: Int) -> Bool {
    guard taken.insert(node) else { return false }
    missing -= 1
    return true
  }

  /// Takes note of a leaf of the segment behind a point; returns false where it was seen before.
  mutating func takeSegment(_ point: Int, isSecond: Bool, hasTwo: Bool) -> Bool {
    if isSecond {
      if seconds.isEmpty { seconds = BitRow(count: pointCount) }
      guard seconds.insert(point) else { return false }
      halves += segments.contains(point) ? -1 : 1
      return true
    }
    guard segments.insert(point) else { return false }
    missing -= 1
    if hasTwo { halves += !seconds.isEmpty && seconds.contains(point) ? -1 : 1 }
    return true
  }
}

/// A bit for each of some positions.
private struct BitRow {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  var isEmpty: Bool { words.isEmpty }

  func contains(_ position: Int) -> Bool { words[position >> 6] & 1 << UInt64(position & 63) != 0 }

  /// Sets a bit; returns false when it was set already.
  mutating func insert(_ position: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(position & 63)
    defer { words[position >> 6] |= bit }
    return words[position >> 6] & bit == 0
  }
}
