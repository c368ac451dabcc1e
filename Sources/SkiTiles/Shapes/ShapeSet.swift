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
