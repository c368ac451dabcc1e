public import SkiGeo
public import SkiModel
public import SkiTracks

/// A day with what is needed to show it: what it is called, the clock it is told by, and whose data it rests on.
///
/// A value. Its forms are described in Data/Formats/day.md; all carry the attribution of the map's sources.
public struct DayDocument: Sendable {
  /// The version of the JSON and GeoJSON forms; members may be added without a new version.
  public static let version = 1

  /// The day.
  public var day: SkiDay
  /// The fixes it was made from, in the same order.
  public var fixes: [LocationFix]
  /// What to call it: the name of the recording; it is escaped where it is written.
  public var title: String?
  /// What was achieved; see ``Achievement``.
  package var achievements: [Achievement]
  /// The clock the text and the picture are written by; JSON, GeoJSON and GPX are in UTC.
  public var offset: UTCOffset
  /// The words to show with the day, each once.
  public var attributions: [String]
  /// The licences of the sources, each once.
  public var licences: [String]

  /// Makes a document.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - track: The matched track it was made from.
  ///   - title: What to call it.
  ///   - offset: The clock of the place.
  ///   - sources: Where the map's data came from.
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
