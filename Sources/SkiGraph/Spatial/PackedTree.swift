import SkiGeo

/// A box in 1e-7 degrees, as the spatial index stores it.
package struct TreeBox: BitwiseCopyable, Sendable, Hashable {
  var south: Int32
  var west: Int32
  var north: Int32
  var east: Int32

  /// Makes a box of four sides in 1e-7 degrees.
  init(south: Int32, west: Int32, north: Int32, east: Int32) {
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  /// Makes a box around one place.
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

  /// Whether another box lies in it.
  func covers(_ other: TreeBox) -> Bool {
    south <= other.south && other.north <= north && west <= other.west && other.east <= east
  }

  func intersects(_ other: TreeBox) -> Bool {
    south <= other.north && other.south <= north && west <= other.east && other.west <= east
  }
}

/// The boxes around a segment: one, or one on each side of the antimeridian when the short way leads over it.
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

/// The shape of a packed R-tree: which boxes belong to which level, and which are whose children.
///
/// Leaves lie first, near ones together; box *k* of each level above covers 16 neighbours of the level below. No pointers are stored,
/// nor the boxes, which may be of any kind.
/// **Source:** Kamel and Faloutsos 1993.
///
/// Public since generic code of a package type is not specialised in other targets (Swift 6.3); not for apps.
public struct PackedTree: Sendable {
  /// How many boxes lie below one.
  @inlinable public static var nodeSize: Int { 16 }
  /// The position of the first box of each level, leaves first, and the end.
  public let levelStarts: [Int]

  /// Makes the shape for a number of leaves.
  public init(itemCount: Int) {
    var starts = [0]
    var count = itemCount
    while count > 0 {
      starts.append(starts[starts.count - 1] + count)
      if count == 1 { break }
      count = (count + Self.nodeSize - 1) / Self.nodeSize
    }
    levelStarts = starts
  }

  /// How many boxes there are in all.
  var boxCount: Int { levelStarts[levelStarts.count - 1] }
  /// How many levels there are; 0 when empty.
  @inlinable public var levelCount: Int { levelStarts.count - 1 }

  /// Returns the boxes below a box of a level above the leaves.
  @inlinable
  public func children(level: Int, index: Int) -> Range<Int> {
    let first = index * Self.nodeSize
    let count = levelStarts[level] - levelStarts[level - 1]
    return first..<min(count, first + Self.nodeSize)
  }

  /// Returns what is known of all boxes, given what is known of the leaves in order. Complexity: O(*n*).
  public func boxes<Box>(leaves: [Box], join: (inout Box, Box) -> Void) -> [Box] {
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

  /// Hands over the position of each leaf that may interest the caller, in order.
  /// - Parameter isWanted: Whether what lies in a box may; boxes are told by their position among all.
  @inlinable
  public func visit(where isWanted: (Int) -> Bool, leaf: (Int) -> Void) {
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
