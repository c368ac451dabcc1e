import SkiAPI
import SkiBase

/// The decisions which laps count once: of equal laps of two people, and of a person's recordings of the same time.
///
/// The recording that was received first counts. The caller has locked the laps.
extension TripsTransaction {
  /// Marks laps that two people have, on the side of the recording that was received later.
  ///
  /// A lap is the same with the same lift or run, times, descent and speed: recordings of two skiers side by side differ. When
  /// half of the laps of one recording have the lifts or runs and the times of another's, at least two, or the bytes of both
  /// are the same, all laps of the later one are marked.
  /// - Returns: The users whose laps may be marked now, the owner among them.
  /// - Complexity: O(*n* log *m*) in the laps of the day and all laps.
  func judgeCopies(of held: HeldDay) throws -> Set<UserID> {
    let earlier = try connection.rows(
      """
      SELECT id FROM trips_days WHERE digest = $1 AND person <> $2 AND (received_ms, id) < ($3, $4) LIMIT 1
      """, [.text(held.digest), .id(held.owner), .time(held.received), .id(held.day)])
    guard earlier.isEmpty else {
      try mark(held.day, nil)
      return [held.owner]
    }
    var (pairs, isLater): ([DayID: [LapPair]], [DayID: Bool]) = ([:], [:])
    var users: Set<UserID> = [held.owner]
    for row in try connection.lapPairs(of: held.day) {
      let other: DayID = try row.id(0)
      let received = try row.time(1)
      isLater[other] = (received, other) > (held.received, held.day)
      pairs[other, default: []].append(
        LapPair(own: try row.integer(2), other: try row.integer(3), isExact: try row.boolean(4)))
      users.insert(try row.id(5))
    }
    for (other, found) in pairs.sorted(by: { $0.key < $1.key }) {
      let lesser = min(try connection.lapCount(of: held.day), try connection.lapCount(of: other))
      let isWhole = found.count >= 2 && 2 * found.count >= lesser
      let copy = isLater[other] == true ? other : held.day
      let exact = found.filter(\.isExact).map { copy == other ? $0.other : $0.own }
      if isWhole { try mark(copy, nil) } else { try mark(copy, exact) }
    }
    return users
  }

  /// Marks the laps of a user that cover a time which an earlier recording of the user covers, and lets others count.
  /// - Complexity: O(*n*²) in the user's laps at worst, O(*n* log *n*) for those in order of time; one query and one statement
  ///   for each lap that changes.
  func judgeOverlaps(of user: UserID) throws {
    let rows = try connection.rows(
      """
      SELECT l.day, l.place, l.start_ms, l.end_ms, l.fault FROM trips_laps l JOIN trips_days d ON d.id = l.day
      WHERE l.person = $1 AND (l.fault IS NULL OR l.fault = 'overlap') ORDER BY d.received_ms, d.id, l.place
      """, [.id(user)])
    var (covered, ofDay) = (TimeSpans(), [ClosedRange<Int64>]())
    var day: DayID?
    for row in rows {
      let (next, place): (DayID, Int64) = (try row.id(0), try row.integer(1))
      if next != day {
        for span in ofDay { covered.insert(span.lowerBound, span.upperBound) }
        (day, ofDay) = (next, [])
      }
      let (start, end) = (try row.integer(2), try row.integer(3))
      let overlaps = covered.intersects(start, end)
      if !overlaps { ofDay.append(start...end) }
      guard overlaps != (try row.optionalText(4) != nil) else { continue }
      try connection.change(
        "UPDATE trips_laps SET fault = $1 WHERE day = $2 AND place = $3",
        [.optional(overlaps ? LapFault.overlap.rawValue : nil), .id(next), .integer(place)])
    }
  }

  /// Marks laps of a day as copied, all of them for nil; other faults stay.
  private func mark(_ day: DayID, _ places: [Int64]?) throws {
    guard let places else {
      try connection.change(
        "UPDATE trips_laps SET fault = 'copied' WHERE day = $1 AND (fault IS NULL OR fault = 'overlap')",
        [.id(day)])
      return
    }
    for place in places {
      try connection.change(
        """
        UPDATE trips_laps SET fault = 'copied' WHERE day = $1 AND place = $2 AND (fault IS NULL OR fault = 'overlap')
        """, [.id(day), .integer(place)])
    }
  }
}

/// Two laps of different people on the same lift or run at the same time.
private struct LapPair {
  let own: Int64
  let other: Int64
  /// Indicates whether descent and speed are equal too.
  let isExact: Bool
}

extension SQLConnection {
  /// Returns the laps of other people that have the lift or run and the times of a lap of a day.
  fileprivate func lapPairs(of day: DayID) throws -> [SQLRow] {
    try rows(
      """
      SELECT o.day, d.received_ms, l.place, o.place,
        CASE WHEN o.descent_mm = l.descent_mm AND COALESCE(o.speed_mm, -1) = COALESCE(l.speed_mm, -1) THEN 1 ELSE 0 END,
        o.person
      FROM trips_laps l JOIN trips_laps o ON o.source = l.source AND o.start_ms = l.start_ms AND o.end_ms = l.end_ms
        AND o.person <> l.person
      JOIN trips_days d ON d.id = o.day WHERE l.day = $1 ORDER BY o.day, l.place
      """, [.id(day)])
  }

  fileprivate func lapCount(of day: DayID) throws -> Int {
    try Int(row("SELECT COUNT(*) FROM trips_laps WHERE day = $1", [.id(day)])?.integer(0) ?? 0)
  }
}

/// Spans of time that don't overlap, in order.
struct TimeSpans: Sendable {
  private var spans: [(from: Int64, until: Int64)] = []

  /// Returns whether a span shares more than an end with those of the set. Complexity: O(log *n*).
  func intersects(_ from: Int64, _ until: Int64) -> Bool {
    let index = firstIndex(endingAfter: from)
    return index < spans.count && spans[index].from < until
  }

  /// Adds a span, which joins those that it overlaps. Complexity: O(*n*); O(log *n*) at the end.
  mutating func insert(_ from: Int64, _ until: Int64) {
    let first = firstIndex(endingAfter: from)
    var (end, joined) = (first, (from: from, until: until))
    while end < spans.count, spans[end].from < until {
      joined = (min(joined.from, spans[end].from), max(joined.until, spans[end].until))
      end += 1
    }
    spans.replaceSubrange(first..<end, with: [joined])
  }

  /// Returns the first span that ends after a time.
  private func firstIndex(endingAfter time: Int64) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].until <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
