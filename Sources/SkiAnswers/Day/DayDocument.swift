public import SkiBase
public import SkiGraph
public import SkiTracks

/// A document of a day: the day with its title, time zone and attributions.
///
/// Its formats are described in Data/Formats/day.md; all contain the attribution of the map's sources.
public struct DayDocument: Sendable {
  /// The version of the JSON and GeoJSON formats; members may be added without a new version.
  public static let version = 1

  /// The day, as `TrackMatcher.day(of:filter:options:)` makes it.
  public var day: SkiDay
  /// The fixes of the day's track, one for each of `SkiDay.points` in the same order.
  public var fixes: [LocationFix]
  /// The title, such as the name of the recording, escaped in output; nil for none.
  public var title: String?
  /// The achievements of the day.
  package var achievements: [Achievement]
  /// The offset from UTC of the text and the picture; JSON, GeoJSON and GPX are in UTC.
  public var offset: UTCOffset
  /// The name of the time zone of the text and the picture; nil where only the offset is known.
  public var zone: String?
  /// The attributions to show with the day, in the order of the sources and without duplicates.
  public var attributions: [String]
  /// The licences of the sources, in their order and without duplicates.
  public var licences: [String]

  /// Creates a document of a day, and computes its achievements.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - track: The matched track that the day was made from.
  ///   - title: The title; nil for none.
  ///   - offset: The offset of local time from UTC.
  ///   - zone: The name of the time zone; nil where only the offset is known.
  ///   - sources: The sources of the map's data.
  /// - Complexity: O(*n*) in fixes, and O(*l* log *l*) in laps.
  public init(
    day: SkiDay, track: MatchedTrack, title: String? = nil, offset: UTCOffset = .zero, zone: String? = nil,
    sources: [DataSource]
  ) {
    self.day = day
    fixes = track.fixes.map(\.fix)
    self.title = title
    self.offset = offset
    self.zone = zone
    achievements = Achievement.of([day], offset: offset)
    attributions = sources.attributions()
    licences = sources.licences()
  }
}

extension DayLog {
  /// Returns a document of each day, in order of time.
  /// - Parameter title: The title; nil for the name of the recording.
  /// - Complexity: O(*n*) in fixes, and O(*l* log *l*) in laps.
  public func documents(title: String? = nil) -> [DayDocument] {
    days.map {
      DayDocument(
        day: $0.day, track: $0.track, title: title ?? name, offset: offset(of: $0.day), zone: zone,
        sources: sources)
    }
  }
}
