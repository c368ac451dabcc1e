import SkiGeo
import SkiRouting

/// The time and place of lunch on a tour.
package struct LunchTerms: Sendable, Hashable {
  /// The place; nil without lunch.
  package var place: String?
  /// The earliest start.
  package var earliest = "12:00"
  /// The latest start; an hour later when nil.
  package var latest: String?
  /// The duration in minutes.
  package var minutes = 60

  /// Creates terms without lunch.
  package init() {}

  /// Returns the lunch stop at a place.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a time or the duration is invalid.
  func stop(at place: NamedEndpoint) throws -> TourLunch {
    try SkiError.require(
      (0...1440).contains(minutes), "lunch must take 0...1440 minutes, got \(minutes)")
    let earliest = try DayTime(earliest)
    return TourLunch(
      place: place.endpoint, earliest: earliest,
      latest: try latest.map { try DayTime($0) } ?? earliest.advanced(byMilliseconds: 3_600_000),
      milliseconds: minutes * 60_000)
  }

  /// The keys of lunch.
  package static let keys: [QuestionKey<Self>] = [
    QuestionKey("lunch", \.place, KeyText.lunch), QuestionKey("lunchAt", \.earliest, KeyText.lunchAt),
    QuestionKey("lunchBy", \.latest, KeyText.lunchBy),
    QuestionKey("lunchMinutes", \.minutes, KeyText.lunchMinutes),
  ]
}
