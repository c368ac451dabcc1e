package import SkiAPI

/// Decides on the changes of a traveller's coarse position: on a fixed beat, and after a random delay.
///
/// The delay makes the time of a crossing of a cell's border uncertain by more than a minute, and the beat is the same
/// whether the traveller moves or not. One instance serves all viewers of the traveller in a trip, whatever the size of
/// their cells: larger cells are ancestors of the one decided on here, so that two viewers together learn no more than
/// the one with the smaller cells.
package struct CoarsePublisher: Hashable, Sendable, Codable {
  /// The time between beats in milliseconds.
  package static let beatMilliseconds: Int64 = 60_000
  /// The delay of a change in milliseconds.
  package static let delayMilliseconds: ClosedRange<Int64> = 30_000...120_000

  /// The position shown now; nil before the first.
  package private(set) var shown: CoarsePosition?
  /// The next beat in milliseconds since 1970; nil before the first fix.
  private var nextBeat: Int64?
  private var current: Place?
  /// The change that is shown next; nil while the shown place is the last one entered.
  private var next: Change?
  /// The last change after ``next``; ones between the two are never shown.
  private var last: Change?

  /// A place that was entered, with the time from which it may be shown in milliseconds since 1970.
  private struct Change: Hashable, Sendable, Codable {
    var place: Place
    var dueAt: Int64
  }

  /// A position before the delay.
  package struct Place: Hashable, Sendable, Codable {
    /// The smallest cell with the fix.
    package var cell: GridCell
    /// The ski area of the fix.
    package var area: SharedArea?
    /// Indicates whether the fix is in a ski area.
    package var isInSkiArea: Bool
    /// The time of the fix in milliseconds since 1970.
    package var fixMilliseconds: Int64

    package init(cell: GridCell, area: SharedArea?, isInSkiArea: Bool, fixMilliseconds: Int64) {
      (self.cell, self.area) = (cell, area)
      (self.isInSkiArea, self.fixMilliseconds) = (isInSkiArea, fixMilliseconds)
    }
  }

  package init() {}

  /// Takes the position of a new fix.
  /// - Parameters:
  ///   - place: The position.
  ///   - now: The current time in milliseconds since 1970.
  ///   - random: The source of the phase of the beat and of the delays.
  package mutating func observe(_ place: Place, now: Int64, random: inout some RandomNumberGenerator) {
    current = place
    if nextBeat == nil { nextBeat = now + .random(in: 1...Self.beatMilliseconds, using: &random) }
    // Each change waits for its own delay: one that waits already must not take a later crossing with it.
    guard !isLast(place) else { return }
    let change = Change(place: place, dueAt: now + .random(in: Self.delayMilliseconds, using: &random))
    if next == nil { next = change } else { last = change }
  }

  /// Returns whether a place is the one entered last.
  private func isLast(_ place: Place) -> Bool {
    if let known = (last ?? next)?.place {
      return known.cell == place.cell && known.area == place.area && known.isInSkiArea == place.isInSkiArea
    }
    return shown?.cell == place.cell && shown?.area == place.area && shown?.isInSkiArea == place.isInSkiArea
  }

  /// Performs the beat that is due.
  /// - Returns: `true` if there was a beat with a position, which is then to be stored and sent.
  /// - Complexity: O(1).
  package mutating func performBeat(now: Int64) -> Bool {
    guard let beatAt = nextBeat, beatAt <= now else { return false }
    nextBeat = beatAt + ((now - beatAt) / Self.beatMilliseconds + 1) * Self.beatMilliseconds
    guard let current else { return false }
    while let change = next, change.dueAt <= beatAt {
      shown = CoarsePosition(
        cell: change.place.cell, area: change.place.area, isInSkiArea: change.place.isInSkiArea,
        minuteMilliseconds: 0)
      (next, last) = (last, nil)
    }
    guard shown != nil else { return false }
    shown?.minuteMilliseconds = current.fixMilliseconds / Self.beatMilliseconds * Self.beatMilliseconds
    return true
  }
}

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

/// The latest position of one traveller in one trip, as stores keep it: one row, without a history.
package struct LiveRow: Hashable, Sendable {
  /// The trip.
  package var trip: TripID
  /// The traveller.
  package var user: UserID
  /// The order of the row among those of the traveller: later ones replace earlier ones.
  package var order: Order
  /// The time from which the row is not shown to anybody, in milliseconds since 1970.
  package var expiresMilliseconds: Int64
  /// The position; nil in a row that says that the traveller is gone.
  package var position: Position?

  /// The order of rows: by time of the fix, its number, and the number of the row among those of the traveller.
  package struct Order: Hashable, Sendable, Comparable {
    package var observedMilliseconds: Int64
    package var sequence: Int64
    package var revision: Int64

    package init(observedMilliseconds: Int64, sequence: Int64 = 0, revision: Int64 = 0) {
      (self.observedMilliseconds, self.sequence, self.revision) = (observedMilliseconds, sequence, revision)
    }

    package static func < (a: Self, b: Self) -> Bool {
      (a.observedMilliseconds, a.sequence, a.revision) < (b.observedMilliseconds, b.sequence, b.revision)
    }
  }

  /// The exact position with the coarse one that is shown beside it.
  package struct Position: Hashable, Sendable, Codable {
    package var exact: ExactLocation
    /// The coarse position, with its next changes.
    package var coarse: CoarsePublisher
    /// Indicates whether the traveller is in a ski area.
    package var isInSkiArea: Bool

    package init(exact: ExactLocation, coarse: CoarsePublisher, isInSkiArea: Bool) {
      (self.exact, self.coarse, self.isInSkiArea) = (exact, coarse, isInSkiArea)
    }
  }

  package init(
    trip: TripID, user: UserID, order: Order, expiresMilliseconds: Int64, position: Position?
  ) {
    (self.trip, self.user, self.order) = (trip, user, order)
    (self.expiresMilliseconds, self.position) = (expiresMilliseconds, position)
  }
}
