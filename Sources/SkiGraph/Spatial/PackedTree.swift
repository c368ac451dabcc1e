import SkiBase

/// A bounding box in 1e-7 degrees, as the spatial index stores it.
package struct TreeBox: BitwiseCopyable, Sendable, Hashable {
  var south: Int32
  var west: Int32
  var north: Int32
  var east: Int32

  /// Creates a box from four sides in 1e-7 degrees.
  init(south: Int32, west: Int32, north: Int32, east: Int32) {
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  /// Creates a box that contains one coordinate.
  init(_ place: FixedCoordinate) {
    self.init(
      south: place.latitudeE7, west: place.longitudeE7, north: place.latitudeE7, east: place.longitudeE7)
  }

  mutating func formUnion(_ other: TreeBox) {
    south = min(south, other.south)
    west = min(west, other.west)
    north = max(north, other.north)
    east = max(east, other.east)
  }

  /// Returns whether another box lies inside this one.
  func covers(_ other: TreeBox) -> Bool {
    south <= other.south && other.north <= north && west <= other.west && other.east <= east
  }

  func intersects(_ other: TreeBox) -> Bool {
    south <= other.north && other.south <= north && west <= other.east && other.west <= east
  }
}

/// The bounding boxes of a segment: one, or one on each side of the antimeridian for a segment that crosses it.
struct SegmentBoxes {
  let first: TreeBox
  let second: TreeBox?

  init(_ a: FixedCoordinate, _ b: FixedCoordinate) {
    var box = TreeBox(a)
    box.formUnion(TreeBox(b))
    guard Int64(box.east) - Int64(box.west) > 1_800_000_000 else {
      (first, second) = (box, nil)
      return
    }
    var (west, east) = (box, box)
    (west.west, west.east) = (-1_800_000_000, box.west)
    (east.west, east.east) = (box.east, 1_800_000_000)
    (first, second) = (west, east)
  }
}

/// The layout of a packed R-tree: the range of boxes of each level, and the children of each box.
///
/// Leaves come first, near ones together; box *k* of each level above covers 16 neighbours of the level below. Neither
/// pointers nor boxes are stored; the boxes may be of any type.
///
/// **Source:** Kamel and Faloutsos 1993, "On packing R-trees".
///
/// Public since generic code of a package type is not specialised in other targets (Swift 6.3); not for apps.
@usableFromInline
package struct PackedTree: Sendable {
  /// The number of children of a box, 16; the last box of a level may have fewer.
  @inlinable package static var nodeSize: Int { 16 }
  /// The position of the first box of each level, leaves first, followed by the number of all boxes.
  @usableFromInline package let levelStarts: [Int]

  /// Creates the layout for a number of leaves.
  /// - Complexity: O(log *n*) in leaves.
  package init(itemCount: Int) {
    var starts = [0]
    var count = itemCount
    while count > 0 {
      starts.append(starts[starts.count - 1] + count)
      if count == 1 { break }
      count = (count + Self.nodeSize - 1) / Self.nodeSize
    }
    levelStarts = starts
  }

  /// The number of boxes of all levels.
  var boxCount: Int { levelStarts[levelStarts.count - 1] }
  /// The number of levels; 0 when the tree is empty.
  @inlinable package var levelCount: Int { levelStarts.count - 1 }

  /// Returns the indices of the children of a box, within the level below.
  /// - Parameters:
  ///   - level: The level of the box, from 1; the leaves are level 0.
  ///   - index: The index of the box within its level.
  @inlinable
  package func children(level: Int, index: Int) -> Range<Int> {
    let first = index * Self.nodeSize
    let count = levelStarts[level] - levelStarts[level - 1]
    return first..<min(count, first + Self.nodeSize)
  }

  /// Returns the boxes of all levels, leaves first, each above the leaves the union of its children.
  /// - Parameters:
  ///   - leaves: The boxes of the leaves, as many as the tree has.
  ///   - join: Extends the first box to include the second.
  /// - Complexity: O(*n*) in leaves.
  package func boxes<Box>(leaves: [Box], join: (inout Box, Box) -> Void) -> [Box] {
    var boxes = leaves
    boxes.reserveCapacity(boxCount)
    guard levelCount > 1 else { return boxes }
    for level in 1..<levelCount {
      for index in 0..<(levelStarts[level + 1] - levelStarts[level]) {
        let below = children(level: level, index: index)
        var box = boxes[levelStarts[level - 1] + below.lowerBound]
        for child in below.dropFirst() { join(&box, boxes[levelStarts[level - 1] + child]) }
        boxes.append(box)
      }
    }
    return boxes
  }

  /// Calls a closure with the index of each leaf that passes a filter, in order.
  /// - Parameters:
  ///   - isWanted: Returns whether a box, given by its position among all boxes, may hold results; the boxes below are
  ///     skipped otherwise.
  ///   - leaf: Receives the index of a leaf.
  /// - Complexity: O(16 · *k*) in the boxes *k* that pass the filter.
  @inlinable
  package func visit(where isWanted: (Int) -> Bool, leaf: (Int) -> Void) {
    guard levelCount > 0 else { return }
    var stack = [(level: levelCount - 1, index: 0)]
    while let (level, index) = stack.popLast() {
      guard isWanted(levelStarts[level] + index) else { continue }
      if level == 0 {
        leaf(index)
      } else {
        for child in children(level: level, index: index).reversed() { stack.append((level - 1, child)) }
      }
    }
  }
}

/// The leaves of the spatial index, in storage order once sorted.
struct TreeItems {
  private(set) var boxes: [TreeBox] = []
  private(set) var links: [UInt32] = []
  private(set) var points: [UInt32] = []

  /// Adds a leaf for each segment of a run or street; a segment over the antimeridian takes two.
  ///
  /// - Parameters:
  ///   - shape: The link's points.
  ///   - link: The final position of the link.
  ///   - firstPoint: The position of its first point.
  mutating func addSegments(_ shape: [GraphPoint], link: UInt32, firstPoint: UInt32) {
    for index in shape.indices.dropLast() {
      let around = SegmentBoxes(shape[index].position, shape[index + 1].position)
      for box in [around.first] + [around.second].compactMap(\.self) {
        boxes.append(box)
        links.append(link)
        points.append(firstPoint + UInt32(index))
      }
    }
  }

  /// Adds a leaf for a lift's station.
  mutating func addStation(_ position: FixedCoordinate, node: UInt32) {
    boxes.append(TreeBox(position))
    links.append(.max)
    points.append(node)
  }

  /// Sorts the leaves along the Hilbert curve by the centres of their boxes.
  /// - Complexity: O(*n* log *n*).
  mutating func sort() {
    let keys = boxes.map { box in
      hilbertKey(
        FixedCoordinate(
          latitudeE7: Int32((Int64(box.south) + Int64(box.north)) / 2),
          longitudeE7: Int32((Int64(box.west) + Int64(box.east)) / 2)))
    }
    let order = boxes.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    boxes = order.map { boxes[$0] }
    links = order.map { links[$0] }
    points = order.map { points[$0] }
  }
}
