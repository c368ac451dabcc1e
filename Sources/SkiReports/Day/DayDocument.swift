public import SkiGeo
public import SkiModel
public import SkiTracks

/// A document of a day: the day with its title, time zone and attributions.
///
/// Its formats are described in Data/Formats/day.md; all contain the attribution of the map's sources.
public struct DayDocument: Sendable {
  /// The version of the JSON and GeoJSON formats; members may be added without a new version.
  public static let version = 1

  /// The day.
  public var day: SkiDay
  /// The fixes of the day's track, in the same order.
  public var fixes: [LocationFix]
  /// The title, such as the name of the recording; it is escaped in output.
  public var title: String?
  /// The achievements of the day.
  package var achievements: [Achievement]
  /// The offset from UTC of the text and the picture; JSON, GeoJSON and GPX are in UTC.
  public var offset: UTCOffset
  /// The attributions to show with the day, without duplicates.
  public var attributions: [String]
  /// The licences of the sources, without duplicates.
  public var licences: [String]

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - track: The matched track of the day.
  ///   - title: The title; nil for none.
  ///   - offset: The offset of local time from UTC.
  ///   - sources: The sources of the map's data.
  /// - Complexity: O(*n*) in fixes.
  public init(
    day: SkiDay, track: MatchedTrack, title: String? = nil, offset: UTCOffset = .zero, sources: [DataSource]
  ) {
    self.day = day
    fixes = track.fixes.map(\.fix)
    self.title = title
    self.offset = offset
    achievements = Achievement.of([day], offset: offset)
    attributions = sources.attributions()
    licences = sources.licences()
  }
}
