package import SkiAPI
package import SkiBase

/// The taking of deliveries by lease.
///
/// The row of the channel is locked first, so that the workers of one channel take one after the other, and share its rate.
/// Times are those of the store's clock, which all servers share.
extension TripsTransaction {
  /// Makes a channel known: notices that are enqueued from now on are delivered through it.
  func register(_ channel: String, tokens: Double) throws {
    try connection.change(
      """
      INSERT INTO trips_channels (name, tokens, filled_ms, paused_ms) VALUES ($1, $2, $3, 0)
      ON CONFLICT (name) DO NOTHING
      """, [.text(channel), .real(tokens), .integer(connection.nowMilliseconds())])
  }

  /// Takes deliveries of a channel that are due, as many as its rate and the options allow.
  ///
  /// Those in quiet hours or before their digest are postponed; those of muted kinds are dropped, and those that tell a place
  /// which the reader may not see any more.
  /// - Complexity: O(*n* log *m*) in the deliveries looked at, at most 200, and all deliveries.
  func takeDeliveries(_ channel: String, _ options: OutboxOptions) throws -> TakenDeliveries {
    var taken = TakenDeliveries(lease: try newID(NoticeID.self).rawValue)
    try register(channel, tokens: options.burst)
    let now = UniversalTime(milliseconds: try connection.nowMilliseconds())
    let tokens = try availableTokens(channel, options, now)
    let room = min(options.parallelCount, Int(tokens))
    guard room > 0 else { return taken }
    var groups = DeliveryGroups(greatestCount: room, digestCount: options.digestCount)
    var places = PlaceNotices(connection)
    for due in try connection.dueDeliveries(channel, at: now) {
      guard try places.mayRead(due.notice, as: due.recipient) else {
        taken.movedCount += try drop(channel, due)
        continue
      }
      let decision = SendingTime(
        due.notice.kind, since: due.notice.since, preferences: due.preferences, now: now)
      switch decision {
      case .now: groups.add(due)
      case .later(let time): taken.movedCount += try postpone(channel, due, until: time)
      case .never: taken.movedCount += try drop(channel, due)
      }
    }
    for group in groups.all {
      if let held = try lease(
        channel, group, until: now.advanced(bySeconds: options.leaseSeconds), taken.lease)
      {
        taken.deliveries.append(held)
      }
    }
    try connection.change(
      "UPDATE trips_channels SET tokens = $1, filled_ms = $2 WHERE name = $3",
      [.real(tokens - Double(taken.deliveries.count)), .time(now), .text(channel)])
    return taken
  }

  /// Locks a channel and returns the number of deliveries that its rate allows now; 0 while it rests.
  private func availableTokens(_ channel: String, _ options: OutboxOptions, _ now: UniversalTime) throws
    -> Double
  {
    guard
      let row = try connection.row(
        "SELECT tokens, filled_ms, paused_ms FROM trips_channels WHERE name = $1 {lock}", [.text(channel)]),
      try row.time(2) <= now
    else { return 0 }
    let elapsed = max(0, now.secondsSince1970 - (try row.time(1)).secondsSince1970)
    return min(options.burst, try row.real(0) + elapsed * options.perMinute / 60)
  }

  private func postpone(_ channel: String, _ due: DueDelivery, until time: UniversalTime) throws -> Int {
    try connection.change(
      "UPDATE trips_deliveries SET due_ms = $4, lease = NULL WHERE channel = $1 AND notice = $2 AND recipient = $3",
      [.text(channel), .id(due.notice.id), .id(due.recipient), .time(time)])
  }

  private func drop(_ channel: String, _ due: DueDelivery) throws -> Int {
    try connection.change(
      "DELETE FROM trips_deliveries WHERE channel = $1 AND notice = $2 AND recipient = $3",
      [.text(channel), .id(due.notice.id), .id(due.recipient)])
  }

  /// Takes the notices of a delivery; nil when none is left.
  private func lease(
    _ channel: String, _ group: [DueDelivery], until end: UniversalTime, _ lease: String
  ) throws -> TakenDelivery? {
    let held = try group.filter { due in
      try connection.change(
        "UPDATE trips_deliveries SET due_ms = $4, lease = $5 WHERE channel = $1 AND notice = $2 AND recipient = $3",
        [.text(channel), .id(due.notice.id), .id(due.recipient), .time(end), .text(lease)]) == 1
    }
    guard let first = held.first else { return nil }
    return TakenDelivery(
      delivery: NoticeDelivery(recipient: first.recipient, notices: held.map(\.notice)),
      failureCounts: held.map(\.failureCount))
  }
}

extension OutboxOptions {
  /// The greatest number of deliveries at once after a rest.
  var burst: Double { min(Double(parallelCount), max(1, perMinute)) }
}

/// Due deliveries by what is sent together: the digest of a person, or a single notice.
private struct DeliveryGroups {
  let greatestCount: Int
  let digestCount: Int
  private(set) var all: [[DueDelivery]] = []
  private var digests: [UserID: Int] = [:]

  init(greatestCount: Int, digestCount: Int) {
    (self.greatestCount, self.digestCount) = (greatestCount, digestCount)
  }

  /// Adds a delivery where there is room.
  mutating func add(_ due: DueDelivery) {
    let isCollected = due.preferences.collects(due.notice.kind)
    if isCollected, let index = digests[due.recipient] {
      if all[index].count < digestCount { all[index].append(due) }
      return
    }
    guard all.count < greatestCount else { return }
    if isCollected { digests[due.recipient] = all.count }
    all.append([due])
  }
}

extension SQLConnection {
  /// Returns whether a channel is known and has no delivery that is due.
  func isIdle(_ channel: String) throws -> Bool {
    guard try row("SELECT 1 FROM trips_channels WHERE name = $1", [.text(channel)]) != nil else {
      return false
    }
    return try row(
      "SELECT 1 FROM trips_deliveries WHERE channel = $1 AND due_ms <= $2 LIMIT 1",
      [.text(channel), .integer(nowMilliseconds())]) == nil
  }

  /// Returns the deliveries of a channel that are due, the longest due first; at most 200.
  fileprivate func dueDeliveries(_ channel: String, at now: UniversalTime) throws -> [DueDelivery] {
    try rows(
      """
      SELECT \(Notice.columns), d.recipient, d.attempts, \(NoticePreferences.columns) FROM trips_deliveries d
      JOIN trips_notices n ON n.id = d.notice AND n.recipient = d.recipient
      LEFT JOIN trips_notice_preferences p ON p.person = d.recipient
      WHERE d.channel = $1 AND d.due_ms <= $2 AND d.dead_ms IS NULL
      ORDER BY d.due_ms, d.notice, d.recipient LIMIT 200
      """, [.text(channel), .time(now)]
    ).map { row in
      let hasPreferences = try row.optionalText(10) != nil
      return DueDelivery(
        recipient: try row.id(8), notice: try row.notice(), failureCount: Int(try row.integer(9)),
        preferences: hasPreferences ? try row.preferences(from: 10) : .standard)
    }
  }
}

/// The decision about a notice that is due by its time: to send it now, later, or not at all.
///
/// A pure function of the notice, its recipient's preferences and the time; asked again at a later time, it decides anew.
package enum SendingTime: Sendable, Hashable {
  /// It is sent now.
  case now
  /// It waits for the end of quiet hours or the next digest.
  case later(UniversalTime)
  /// Its recipient muted the kind.
  case never

  /// Decides about a notice.
  /// - Parameters:
  ///   - kind: The kind.
  ///   - since: The time from which it may be sent.
  ///   - preferences: The recipient's preferences.
  ///   - now: The current time.
  package init(
    _ kind: NoticeKind, since: UniversalTime, preferences: NoticePreferences, now: UniversalTime
  ) {
    guard !preferences.muted.contains(kind) else {
      self = .never
      return
    }
    let due = preferences.collects(kind) ? preferences.digest(notBefore: since) : since
    if due > now {
      self = .later(due)
    } else if let end = preferences.quiet?.end(after: now, zone: preferences.zone) {
      self = .later(end)
    } else {
      self = .now
    }
  }
}

extension NoticePreferences {
  /// Returns whether notices of a kind are sent together with others.
  package func collects(_ kind: NoticeKind) -> Bool { digestMinutes != nil && !kind.isMomentary }

  /// Returns the first digest that is not before a moment: digests are at whole multiples of the interval since midnight of
  /// the user's clock, and at midnight.
  package func digest(notBefore time: UniversalTime) -> UniversalTime {
    guard let digestMinutes else { return time }
    let seconds = LocalClock(zone).local(time).secondsOfDay
    let interval = Double(digestMinutes) * 60
    let next = min((seconds / interval).rounded(.up) * interval, 86_400)
    // Offsets and intervals are whole seconds.
    return UniversalTime(secondsSince1970: (time.secondsSince1970 + next - seconds).rounded())
  }
}
