import SkiGraph

/// The shapes of one layer of one region, ready to be clipped to tiles.
///
/// A value of flat arrays; `Sendable`.
struct ShapeSet: Sendable {
  /// A feature; its parts and attributes end where the next record's begin.
  struct Record: BitwiseCopyable, Sendable {
    var id: UInt64
    var firstPart: UInt32
    var firstAttribute: UInt32
    /// The number of attributes shown at all zooms; the others are shown from the close zoom on.
    var plainAttributes: UInt8
    /// The priority of the feature: in a tile over its size limit those of the least priority are left out first.
    var priority: Float

    /// Returns the record that marks the end of the last shape.
    static func end(parts: Int, attributes: Int) -> Record {
      Record(
        id: 0, firstPart: UInt32(parts), firstAttribute: UInt32(attributes), plainAttributes: 0, priority: 0)
    }
  }

  /// The records of the shapes, then one that marks the end of the last.
  var records: [Record]
  var partStarts: [UInt32]
  var partBoxes: [WorldBox]
  var points: ShapePoints
  var attributes: [Attribute]
  var tree: ShapeTree

  /// The number of shapes.
  var count: Int { tree.count }

  /// The approximate number of bytes in memory.
  var byteCount: Int {
    records.count * MemoryLayout<Record>.stride + partStarts.count * 4
      + partBoxes.count * MemoryLayout<WorldBox>.stride + points.count * 9
      + attributes.count * MemoryLayout<Attribute>.stride + tree.byteCount
  }

  /// Returns the parts of a shape.
  @inline(__always)
  func parts(_ shape: Int) -> Range<Int> {
    Int(records[shape].firstPart)..<Int(records[shape + 1].firstPart)
  }

  /// Returns the points of a part.
  @inline(__always)
  func points(ofPart part: Int) -> Range<Int> { Int(partStarts[part])..<Int(partStarts[part + 1]) }

  /// Returns the attributes of a shape, those of close zooms included if `isClose`.
  @inline(__always)
  func attributes(_ shape: Int, isClose: Bool) -> ArraySlice<Attribute> {
    let record = records[shape]
    let first = Int(record.firstAttribute)
    let end = isClose ? Int(records[shape + 1].firstAttribute) : first + Int(record.plainAttributes)
    return attributes[first..<end]
  }
}

/// The points of all shapes of a layer in flat arrays.
struct ShapePoints: Sendable {
  /// The column of each point in world units; see ``TileWindow``.
  var xs: [Int32] = []
  /// The row of each point in world units.
  var ys: [Int32] = []
  /// The level of each vertex; see ``VertexLevels``.
  var levels: [UInt8] = []

  var count: Int { xs.count }
}

/// The projection of coordinates to Web Mercator in world units; see ``TileWindow``.
enum WorldProjection {
  /// Returns the column of a longitude, clamped to the world. Complexity: O(1).
  static func x(longitudeE7: Int32) -> Int32 {
    step((Double(longitudeE7) + 1_800_000_000) / 3_600_000_000)
  }

  /// Returns the row of a latitude, clamped to ±85.05°. Complexity: O(1).
  static func y(latitudeE7: Int32) -> Int32 {
    // The projection diverges towards the poles.
    let degrees = max(-89.9, min(89.9, Double(latitudeE7) / 1e7))
    return step(TileAddress.share(ofLatitude: degrees))
  }

  private static func step(_ share: Double) -> Int32 {
    // The sum is exact where it matters: next to a whole number, it is below it if the share is.
    let place = max(0, min(4_294_967_295, share * 4_294_967_296)) + 0.5
    return Int32(truncatingIfNeeded: Int(place) &- 2_147_483_648)
  }
}

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
