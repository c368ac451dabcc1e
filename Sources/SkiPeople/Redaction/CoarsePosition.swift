package import SkiAPI

/// The position of a traveller for viewers with a coarse grant: a cell, a ski area and a minute.
package struct CoarsePosition: Hashable, Sendable, Codable {
  /// The smallest cell of the grid.
  package var cell: GridCell
  /// The ski area; nil outside of areas, and in one that is not mapped.
  package var area: SharedArea?
  /// Indicates whether the cell was entered in a ski area.
  package var isInSkiArea: Bool
  /// The time of the last fix before the beat, rounded down to the minute, in milliseconds since 1970.
  package var minuteMilliseconds: Int64

  package init(cell: GridCell, area: SharedArea?, isInSkiArea: Bool, minuteMilliseconds: Int64) {
    (self.cell, self.area) = (cell, area)
    (self.isInSkiArea, self.minuteMilliseconds) = (isInSkiArea, minuteMilliseconds)
  }
}
