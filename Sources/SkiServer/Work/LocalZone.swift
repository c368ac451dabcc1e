import Foundation
package import SkiGeo

/// The offset of the machine's time zone from UTC, asked of the system once a minute.
///
/// A shared object; `Sendable`.
package final class LocalZone: Sendable {
  private struct Reading {
    var minute: Int
    var offset: UTCOffset
  }

  private let reading = Locked<Reading?>(nil)

  /// Creates a zone of which nothing is known.
  package init() {}

  /// Returns the offset at a time.
  /// - Complexity: O(1).
  package func offset(at time: UniversalTime) -> UTCOffset {
    let minute = Int((time.secondsSince1970 / 60).rounded(.down))
    return reading.withLock { reading in
      if let reading, reading.minute == minute { return reading.offset }
      let date = Date(timeIntervalSince1970: time.secondsSince1970)
      let offset = (try? UTCOffset(minutes: TimeZone.current.secondsFromGMT(for: date) / 60)) ?? .zero
      reading = Reading(minute: minute, offset: offset)
      return offset
    }
  }
}
