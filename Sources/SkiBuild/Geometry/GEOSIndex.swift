import CGEOS
import SkiGeo

/// A packed tree of boxes that finds what may lie near a place (GEOS's STR tree).
///
/// Items are numbers; answers come sorted, so that nothing depends on the shape of the tree.
final class GEOSIndex {
  private let tree: OpaquePointer
  private let context: GEOSContext
  private let numbers: UnsafeMutablePointer<Int>

  /// Makes the index of some boxes; the number of a box is its position.
  /// - Complexity: O(*n* log *n*).
  init(_ boxes: [PlaneBox], _ context: GEOSContext) throws {
    guard let tree = GEOSSTRtree_create_r(context.handle, 10) else { throw context.failure("index") }
    self.tree = tree
    self.context = context
    numbers = .allocate(capacity: max(1, boxes.count))
    for (position, box) in boxes.enumerated() {
      numbers.advanced(by: position).initialize(to: position)
      let shape = try Self.rectangle(box, context)
      GEOSSTRtree_insert_r(context.handle, tree, shape.raw, numbers + position)
    }
  }

  deinit {
    GEOSSTRtree_destroy_r(context.handle, tree)
    numbers.deallocate()
  }

  /// Returns the numbers of the boxes that meet a box, in order.
  /// - Complexity: O(log *n* + *k* log *k*) expected in *k* results.
  func query(_ box: PlaneBox) throws -> [Int] {
    final class Found { var numbers: [Int] = [] }
    let found = Found()
    let shape = try Self.rectangle(box, context)
    GEOSSTRtree_query_r(
      context.handle, tree, shape.raw,
      { item, found in
        guard let item, let found else { return }
        Unmanaged<Found>.fromOpaque(found).takeUnretainedValue().numbers
          .append(item.assumingMemoryBound(to: Int.self).pointee)
      }, Unmanaged.passUnretained(found).toOpaque())
    return found.numbers.sorted()
  }

  private static func rectangle(_ box: PlaneBox, _ context: GEOSContext) throws -> GEOSGeometry {
    try context.take(
      GEOSGeom_createRectangle_r(context.handle, box.minX, box.minY, box.maxX, box.maxY), "box")
  }
}
