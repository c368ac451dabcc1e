import SkiBase

extension GraphValidation {
  /// Checks that the spatial index holds each segment of a run or street and each lift station once, in boxes that
  /// contain it.
  /// - Precondition: The links are checked.
  func checkTree() throws(SkiError) {
    let items = s.treeItemLink.count
    try require(
      s.treeItemPoint.count == items, .treeCounts, .treeItemPoint, min(s.treeItemPoint.count, items))
    let shape = PackedTree(itemCount: items)
    try require(
      s.treeBox.count == shape.boxCount, .treeCounts, .treeBox, min(s.treeBox.count, shape.boxCount))
    var leaves = TreeLeafCheck(s)
    for item in 0..<items { try check(item, &leaves) }
    try require(leaves.areComplete, .treeComplete, .treeItemLink, items)
    try checkInnerBoxes(shape)
  }

  @inline(__always)
  private func check(_ item: Int, _ leaves: inout TreeLeafCheck) throws(SkiError) {
    let (link, point, box) = (s.treeItemLink[item], Int(s.treeItemPoint[item]), s.treeBox[item])
    if link == .max {
      try require(
        point < s.nodeLatitude.count && leaves.isStation(point), .treeItem, .treeItemPoint, item)
      try require(
        box == TreeBox(s.nodePlace(point)), .treeLeafBox, .treeBox, item)
      return try require(leaves.takeStation(point), .treeComplete, .treeItemPoint, item)
    }
    try require(
      Int(link) < s.linkTail.count && TreeLeafCheck.holds(s.linkKind[Int(link)])
        && point >= Int(s.linkFirstPoint[Int(link)]) && point + 1 < Int(s.linkFirstPoint[Int(link) + 1]),
      .treeItem, .treeItemLink, item)
    let (a, b) = (s.pointPlace(point), s.pointPlace(point + 1))
    let boxes = SegmentBoxes(a, b)
    try require(box == boxes.first || box == boxes.second, .treeLeafBox, .treeBox, item)
    try require(
      leaves.takeSegment(point, isSecond: box != boxes.first, hasTwo: boxes.second != nil), .treeComplete,
      .treeItemPoint, item)
  }

  /// Checks that each box above the leaves contains its children.
  private func checkInnerBoxes(_ shape: PackedTree) throws(SkiError) {
    guard shape.levelCount > 1 else { return }
    for level in 1..<shape.levelCount {
      for index in 0..<(shape.levelStarts[level + 1] - shape.levelStarts[level]) {
        let position = shape.levelStarts[level] + index
        let box = s.treeBox[position]
        for child in shape.children(level: level, index: index) {
          try require(
            box.covers(s.treeBox[shape.levelStarts[level - 1] + child]), .treeInnerBox, .treeBox, position)
        }
      }
    }
  }
}

/// The leaves of the spatial index not found yet, with a bit for each point and node.
struct TreeLeafCheck {
  private var stations: BitRow
  private var taken: BitRow
  private var segments: BitRow
  /// The segments found on the far side of the antimeridian; empty until the first one.
  private var seconds = BitRow(count: 0)
  private let pointCount: Int
  private var missing = 0
  /// The number of segments over the antimeridian of which only one box was found.
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

  /// Returns whether the segments of links of a kind are leaves.
  static func holds(_ kind: UInt8) -> Bool { kind == LinkKind.run.code || kind == LinkKind.walk.code }

  var areComplete: Bool { missing == 0 && halves == 0 }

  /// Returns whether a lift is boarded or left at a node.
  func isStation(_ node: Int) -> Bool { stations.contains(node) }

  /// Records the leaf of a station; returns false when it was recorded before.
  mutating func takeStation(_ node: Int) -> Bool {
    guard taken.insert(node) else { return false }
    missing -= 1
    return true
  }

  /// Records a leaf of the segment after a point; returns false when it was recorded before.
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

/// A bit set of fixed size.
private struct BitRow {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  var isEmpty: Bool { words.isEmpty }

  func contains(_ position: Int) -> Bool { words[position >> 6] & 1 << UInt64(position & 63) != 0 }

  /// Sets a bit; returns false when it was set before.
  mutating func insert(_ position: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(position & 63)
    defer { words[position >> 6] |= bit }
    return words[position >> 6] & bit == 0
  }
}
