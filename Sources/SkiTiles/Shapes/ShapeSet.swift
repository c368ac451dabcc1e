/// The shapes of one layer of one region, ready to be clipped into tiles.
///
/// A value of flat arrays; `Sendable`.
struct ShapeSet: Sendable {
  /// One feature: its parts are those up to the next record's, and so are its attributes.
  struct Record: BitwiseCopyable, Sendable {
    var id: UInt64
    var firstPart: UInt32
    var firstAttribute: UInt32
    /// How many attributes are shown at all zooms; the rest is shown where one looks closely.
    var plainAttributes: UInt8
    /// Where a tile has too much, what stands out least is left out first.
    var prominence: Float
  }

  /// One record more than there are shapes, which tells where the last one ends.
  var records: [Record]
  var partStarts: [UInt32]
  var partBoxes: [WorldBox]
  var points: ShapePoints
  var attributes: [Attribute]
  var tree: ShapeTree

  /// How many shapes there are.
  var count: Int { tree.count }

  /// How many bytes it takes, about.
  var byteCount: Int {
    records.count * MemoryLayout<Record>.stride + partStarts.count * 4
      + partBoxes.count * MemoryLayout<WorldBox>.stride + points.count * 9
      + attributes.count * MemoryLayout<Attribute>.stride + tree.byteCount
  }

  /// The parts of a shape.
  @inline(__always)
  func parts(_ shape: Int) -> Range<Int> {
    Int(records[shape].firstPart)..<Int(records[shape + 1].firstPart)
  }

  /// The points of a part.
  @inline(__always)
  func points(ofPart part: Int) -> Range<Int> { Int(partStarts[part])..<Int(partStarts[part + 1]) }

  /// The attributes of a shape that are shown.
  @inline(__always)
  func attributes(_ shape: Int, isClose: Bool) -> ArraySlice<Attribute> {
    let record = records[shape]
    let first = Int(record.firstAttribute)
    let end = isClose ? Int(records[shape + 1].firstAttribute) : first + Int(record.plainAttributes)
    return attributes[first..<end]
  }
}
