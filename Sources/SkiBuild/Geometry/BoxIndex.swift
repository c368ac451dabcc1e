import SkiGraph
import SkiSystem

/// A ``PackedTree`` of boxes for queries by box.
///
/// Items are numbers; results are sorted, so that nothing depends on the shape of the tree. A value of flat arrays;
/// `Sendable`. **Source:** sort-tile-recursive packing, Leutenegger, López and Edgington 1997.
struct BoxIndex: Sendable {
  private let shape: PackedTree
  /// The boxes of the items in packed order, then those of their parents.
  private let boxes: [PlaneBox]
  /// The number of each item in packed order.
  private let numbers: [Int32]
  private let stop: OrderedWork.CancellationSignal

  /// Creates the index of boxes, numbered by position.
  /// - Complexity: O(*n* log *n*).
  init(_ items: [PlaneBox], stop: OrderedWork.CancellationSignal = OrderedWork.CancellationSignal()) {
    self.stop = stop
    numbers = Self.packed(items)
    shape = PackedTree(itemCount: items.count)
    boxes = shape.boxes(leaves: numbers.map { items[Int($0)] }) { $0.formUnion($1) }
  }

  /// Returns the numbers of the boxes in packed order: strips along x, each sorted along y.
  private static func packed(_ items: [PlaneBox]) -> [Int32] {
    func isBefore(_ a: Double, _ b: Double, _ first: Int, _ second: Int) -> Bool {
      a < b || a == b && first < second
    }
    var order = items.indices.sorted {
      isBefore(items[$0].minX + items[$0].maxX, items[$1].minX + items[$1].maxX, $0, $1)
    }
    let nodeSize = PackedTree.nodeSize
    let strip = nodeSize * max(1, Int((Double(items.count) / Double(nodeSize)).squareRoot().rounded(.up)))
    for start in stride(from: 0, to: order.count, by: strip) {
      order[start..<min(order.count, start + strip)].sort {
        isBefore(items[$0].minY + items[$0].maxY, items[$1].minY + items[$1].maxY, $0, $1)
      }
    }
    return order.map { Int32(truncatingIfNeeded: $0) }
  }

  /// Returns the numbers of the boxes that intersect a box, in order.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see `WorkLimit`.
  /// - Complexity: O(log *n* + *k* log *k*) expected in *k* results.
  func query(_ box: PlaneBox) throws -> [Int] {
    try stop.check()
    var found: [Int] = []
    if shape.levelCount > 0, boxes[boxes.count - 1].meets(box) {
      collect(box, below: shape.levelCount - 1, 0, &found)
    }
    if found.count > 1 { found.sort() }
    return found
  }

  /// Appends the numbers of the items below a box that intersect another; at level 0 the box is that of an item.
  private func collect(_ box: PlaneBox, below level: Int, _ index: Int, _ found: inout [Int]) {
    guard level > 0 else {
      if found.isEmpty { found.reserveCapacity(PackedTree.nodeSize) }
      return found.append(Int(numbers[index]))
    }
    let start = shape.levelStarts[level - 1]
    for child in shape.children(level: level, index: index) where boxes[start + child].meets(box) {
      collect(box, below: level - 1, child, &found)
    }
  }
}

extension PlaneBox {
  /// Grows the box around another.
  mutating func formUnion(_ other: PlaneBox) {
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
  }

  /// Returns whether two boxes have a point in common.
  func meets(_ other: PlaneBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}

/// A point in a group's projection, in metres east and north of its centre.
package struct PlanePoint: Hashable, Sendable {
  var x: Double
  var y: Double

  /// Returns the distance to another point, in metres.
  func distanceMetres(to other: PlanePoint) -> Double { hypot(other.x - x, other.y - y) }

  /// Returns the squared distance to another point, in square metres.
  func squareMetres(to other: PlanePoint) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return dx * dx + dy * dy
  }

  /// Returns the point at a fraction of the segment to another.
  func towards(_ other: PlanePoint, _ fraction: Double) -> PlanePoint {
    PlanePoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }

  /// Returns the fraction 0...1 of the segment from `a` to `b` that is nearest.
  func nearestFraction(from a: PlanePoint, to b: PlanePoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    guard square > 0 else { return 0 }
    return min(1, max(0, ((x - a.x) * dx + (y - a.y) * dy) / square))
  }
}

/// A box in a group's projection, in metres.
struct PlaneBox: Hashable, Sendable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  /// Creates the box around points, grown on all sides; the centre of the projection when there are none.
  init(_ points: some Collection<PlanePoint>, grownBy metres: Double = 0) {
    let first = points.first ?? PlanePoint(x: 0, y: 0)
    self.init(first, grownBy: metres)
    for point in points.dropFirst() {
      minX = min(minX, point.x - metres)
      minY = min(minY, point.y - metres)
      maxX = max(maxX, point.x + metres)
      maxY = max(maxY, point.y + metres)
    }
  }

  /// Creates the box around a point, grown on all sides.
  init(_ point: PlanePoint, grownBy metres: Double = 0) {
    (minX, minY) = (point.x - metres, point.y - metres)
    (maxX, maxY) = (point.x + metres, point.y + metres)
  }
}

extension PlaneBox {
  /// Returns the box grown on all sides.
  func grown(by metres: Double) -> PlaneBox {
    var box = self
    box.minX -= metres
    box.minY -= metres
    box.maxX += metres
    box.maxY += metres
    return box
  }
}
