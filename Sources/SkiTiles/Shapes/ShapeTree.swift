import SkiGraph

/// Which shapes may have something in a box at a zoom: a ``PackedTree`` over their boxes, each with the first zoom at which
/// something below it is shown.
struct ShapeTree: Sendable {
  private let shape: PackedTree
  private let boxes: [WorldBox]
  private let firstZooms: [UInt8]
  /// How many leaves there are.
  let count: Int

  /// Makes the tree of some leaves, which should lie along a curve that keeps near ones together. Complexity: O(*n*).
  init(boxes: [WorldBox], firstZooms: [UInt8]) {
    count = boxes.count
    shape = PackedTree(itemCount: count)
    self.boxes = shape.boxes(leaves: boxes) { $0.formUnion($1) }
    self.firstZooms = shape.boxes(leaves: firstZooms) { $0 = min($0, $1) }
  }

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
    shape.visit {
      firstZooms[$0] <= zoom && boxes[$0].intersects(wanted)
    } leaf: {
      found.append(UInt32(truncatingIfNeeded: $0))
    }
  }
}
