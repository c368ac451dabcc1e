/// Which shapes may have something in a box at a zoom: a packed R-tree over their boxes, without pointers.
///
/// Leaves lie in the order they are given, which should be along a curve that keeps near ones together; box *k* of each
/// level above covers 16 neighbours below and knows the first zoom at which one of them is shown.
/// **Source:** Kamel and Faloutsos 1993.
struct ShapeTree: Sendable {
  private static let nodeSize = 16

  private var boxes: [WorldBox]
  private var firstZooms: [UInt8]
  /// The position of the first box of each level, leaves first, and the end.
  private var levelStarts = [0]

  /// Makes the tree of some leaves. Complexity: O(*n*).
  init(boxes: [WorldBox], firstZooms: [UInt8]) {
    self.boxes = boxes
    self.firstZooms = firstZooms
    levelStarts.append(boxes.count)
    while levelStarts[levelStarts.count - 1] - levelStarts[levelStarts.count - 2] > 1 { addLevel() }
  }

  private mutating func addLevel() {
    let below = levelStarts[levelStarts.count - 2]..<levelStarts[levelStarts.count - 1]
    for first in stride(from: below.lowerBound, to: below.upperBound, by: Self.nodeSize) {
      var box = WorldBox.empty
      var zoom = UInt8.max
      for child in first..<min(below.upperBound, first + Self.nodeSize) {
        box.formUnion(boxes[child])
        zoom = min(zoom, firstZooms[child])
      }
      boxes.append(box)
      firstZooms.append(zoom)
    }
    levelStarts.append(boxes.count)
  }

  /// How many leaves there are.
  var count: Int { levelStarts[1] }
  /// How many bytes it takes.
  var byteCount: Int { boxes.count * (MemoryLayout<WorldBox>.stride + 1) }
  /// The box around all leaves; nil when there are none.
  var bounds: WorldBox? { boxes.last }

  /// Returns a leaf's box.
  @inline(__always)
  func box(_ leaf: Int) -> WorldBox { boxes[leaf] }

  /// Returns the first zoom a leaf is shown at.
  @inline(__always)
  func firstZoom(_ leaf: Int) -> Int { Int(firstZooms[leaf]) }

  /// Adds the leaves whose boxes touch a box and that are shown at a zoom, in order.
  /// - Complexity: O(log *n* + *k*) expected in leaves and those found.
  func find(_ wanted: WorldBox, zoom: UInt8, into found: inout [UInt32]) {
    guard count > 0 else { return }
    visit(level: levelStarts.count - 2, index: 0, wanted, zoom, &found)
  }

  private func visit(
    level: Int, index: Int, _ wanted: WorldBox, _ zoom: UInt8, _ found: inout [UInt32]
  ) {
    let position = levelStarts[level] + index
    guard firstZooms[position] <= zoom, boxes[position].intersects(wanted) else { return }
    guard level > 0 else {
      found.append(UInt32(truncatingIfNeeded: index))
      return
    }
    let below = levelStarts[level] - levelStarts[level - 1]
    for child in (index * Self.nodeSize)..<min(below, (index + 1) * Self.nodeSize) {
      visit(level: level - 1, index: child, wanted, zoom, &found)
    }
  }
}
