/// Where a contour passes between two neighbouring samples; 16 bytes, since there are millions.
struct ContourPoint: BitwiseCopyable, Sendable, Hashable {
  /// Twice the column of the western or northern sample; one more when the other one lies south of it.
  var edge: Int32
  /// The row of that sample.
  var row: Int32
  /// How far it is to the other sample, 0...1.
  var fraction: Float
  /// How far the point may move towards either sample before half-way to the next level is reached, as a fraction.
  var slack: Float

  /// Whether the two samples lie in one column.
  var isVertical: Bool { edge & 1 == 1 }
  /// Position in columns.
  var x: Double { Double(edge >> 1) + (isVertical ? 0 : Double(fraction)) }
  /// Position in rows.
  var y: Double { Double(row) + (isVertical ? Double(fraction) : 0) }
  /// Orders points as a reader's eye does, from the north-west by rows; one value for all levels of an edge.
  var key: UInt64 { UInt64(UInt32(bitPattern: row)) << 32 | UInt64(UInt32(bitPattern: edge)) }
}

/// A point in a band while lines are put together.
struct ContourCrossing: BitwiseCopyable {
  var point: ContourPoint
  /// The point after it along the line, −1 for none.
  var next: Int32
  /// Twice the number of the level; one more when there is a point before it.
  var mark: Int32
}
