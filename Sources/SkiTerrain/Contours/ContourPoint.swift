/// The crossing of a contour with the edge between two neighbouring samples; 16 bytes, since there are millions.
struct ContourPoint: BitwiseCopyable, Sendable, Hashable {
  /// The edge: twice the column of the western or northern sample, plus one for a vertical edge.
  var edge: Int32
  /// The row of that sample.
  var row: Int32
  /// The fraction of the edge from that sample to the crossing, 0...1.
  var fraction: Float
  /// The fraction of the edge from the crossing to half the distance to the next level.
  var slack: Float

  /// Indicates whether the edge is vertical: both samples are in one column.
  var isVertical: Bool { edge & 1 == 1 }
  /// The position in columns.
  var x: Double { Double(edge >> 1) + (isVertical ? 0 : Double(fraction)) }
  /// The position in rows.
  var y: Double { Double(row) + (isVertical ? Double(fraction) : 0) }
  /// The sort key of the edge, by rows from the north-west; the same for all levels.
  var key: UInt64 { UInt64(UInt32(bitPattern: row)) << 32 | UInt64(UInt32(bitPattern: edge)) }
}

/// A crossing of a band while lines are linked.
struct ContourCrossing: BitwiseCopyable {
  var point: ContourPoint
  /// The next crossing of the line; −1 for none.
  var next: Int32
  /// The mark: twice the number of the level, plus one when another crossing precedes this one.
  var mark: Int32
}
