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
