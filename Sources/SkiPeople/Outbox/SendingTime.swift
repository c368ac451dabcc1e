package import SkiAPI
package import SkiBase

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
