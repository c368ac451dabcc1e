/// The bounding range of the existing tiles of a layer.
///
/// If tiles lie on both sides of the antimeridian, columns may continue beyond the last one of a turn.
struct TileBounds: Sendable, Hashable {
  var columns: ClosedRange<Int>
  var rows: ClosedRange<Int>

  /// Creates the bounds of tiles given by key, along the shorter way around the Earth; nil without tiles.
  /// - Complexity: O(*n* log *n*).
  init?(_ keys: some Collection<UInt64>, tilesAcross: Int) {
    let columns = Set(keys.map { Int($0 >> 28) }).sorted()
    let rows = keys.map { Int($0 & 0xFFF_FFFF) }
    guard let first = columns.first, let last = columns.last, let top = rows.min(), let bottom = rows.max()
    else { return nil }
    self.rows = top...bottom
    self.columns = first...last
    // The widest gap between columns is outside the bounds.
    var widest = first + tilesAcross - last
    for (west, east) in zip(columns, columns.dropFirst()) where east - west > widest {
      widest = east - west
      self.columns = east...west + tilesAcross
    }
  }

  init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.columns = columns
    self.rows = rows
  }
}
