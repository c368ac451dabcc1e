import SkiGraph

/// An index of shapes by box and first zoom: a ``PackedTree`` with the union of boxes and the least zoom of each
/// subtree.
struct ShapeTree: Sendable {
  private let shape: PackedTree
  private let boxes: [WorldBox]
  private let firstZooms: [UInt8]
  /// The number of leaves.
  let count: Int

  /// Creates the tree of leaves, which should be in the order of a space-filling curve. Complexity: O(*n*).
  init(boxes: [WorldBox], firstZooms: [UInt8]) {
    count = boxes.count
    shape = PackedTree(itemCount: count)
    self.boxes = shape.boxes(leaves: boxes) { $0.formUnion($1) }
    self.firstZooms = shape.boxes(leaves: firstZooms) { $0 = min($0, $1) }
  }

  /// The number of bytes in memory.
  var byteCount: Int { boxes.count * (MemoryLayout<WorldBox>.stride + 1) }
  /// The box around all leaves; nil when there are none.
  var bounds: WorldBox? { boxes.last }

  /// Returns a leaf's box.
  @inline(__always)
  func box(_ leaf: Int) -> WorldBox { boxes[leaf] }

  /// Returns the first zoom of a leaf.
  @inline(__always)
  func firstZoom(_ leaf: Int) -> Int { Int(firstZooms[leaf]) }

  /// Appends the leaves shown at a zoom whose boxes intersect a box, in order.
  /// - Complexity: O(log *n* + *k*) expected in leaves and those found.
  func find(_ wanted: WorldBox, zoom: UInt8, into found: inout [UInt32]) {
    shape.visit {
      firstZooms[$0] <= zoom && boxes[$0].intersects(wanted)
    } leaf: {
      found.append(UInt32(truncatingIfNeeded: $0))
    }
  }
}
