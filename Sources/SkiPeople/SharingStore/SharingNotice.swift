import Foundation
import SkiAPI
import SkiBase

/// The notices by which servers tell each other of commits: `s` for grants, `t` with a JSON array for trips.
///
/// Notices of other parts of the store are no change of live sharing.
enum SharingNotice {
  static let sharing = "s"
  /// The greatest length of a notice in bytes; PostgreSQL takes 8,000.
  private static let greatestByteCount = 7900

  /// Returns the notices for positions of trips, each of bounded length.
  static func notices(of trips: [TripID]) -> [String] {
    var notices: [String] = []
    var part: [TripID] = []
    var count = 3
    for trip in trips {
      // Escaping makes each byte at most six.
      let length = 6 * trip.rawValue.utf8.count + 3
      if count + length > greatestByteCount {
        notices.append(text(part))
        (part, count) = ([], 3)
      }
      part.append(trip)
      count += length
    }
    return part.isEmpty ? notices : notices + [text(part)]
  }

  private static func text(_ trips: [TripID]) -> String {
    "t" + ((try? StoredJSON.text(trips)) ?? "[]")
  }

  /// Returns the change that a notice tells; after an interruption it may be any.
  static func change(of notice: StoreNotice) -> StoreChange {
    guard case .committed(let text) = notice else { return .unknown }
    if text == sharing { return .sharing }
    guard text.hasPrefix("t[") else { return .trips([]) }
    guard
      let trips = try? JSONDecoder().decode([TripID].self, from: Data(text.utf8.dropFirst()))
    else { return .unknown }
    return .trips(trips)
  }
}

extension SQLConnection {
  /// Tells other servers of new positions in trips.
  func notify(trips: [TripID]) throws {
    for notice in SharingNotice.notices(of: trips) { try notify(notice) }
  }
}
