public import SkiModel

/// A recording as it was read: tracks of segments of fixes, and what was left out.
///
/// A value. Nothing is filtered and nothing put in order: fixes stand as the file has them.
public struct TrackFile: Sendable, Hashable {
  /// What the file's content is written in.
  public var format: TrackFormat
  /// The name the file gives itself, else that of its first track with a name.
  public var name: String?
  /// The tracks, routes and waypoints with fixes, in order of the file.
  public var tracks: [RecordedTrack]
  /// How many points there were (`points`), were used, and were left out or mended, by code with the lines of some.
  public var report: ImportReport

  /// The stretches that were recorded without a break: those of tracks; where there are none those of routes, else waypoints.
  public var segments: [[LocationFix]] {
    for kind in RecordedTrack.Kind.allCases {
      let found = tracks.filter { $0.kind == kind }.flatMap(\.segments)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The fixes of ``segments``, one after the other.
  public var fixes: [LocationFix] { segments.flatMap { $0 } }
}

/// One track of a recording.
///
/// A value.
public struct RecordedTrack: Sendable, Hashable {
  /// What a list of points was meant as; tracks come before routes, and routes before waypoints.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Where someone was.
    case track
    /// A plan, or a way somebody drew.
    case route
    /// Places of their own, in the order of the file.
    case waypoints
  }

  /// What the points were meant as.
  public var kind: Kind
  /// Its name; nil where it has none.
  public var name: String?
  /// Stretches without a break, none of them empty.
  public var segments: [[LocationFix]]

  /// Makes a track.
  public init(kind: Kind = .track, name: String? = nil, segments: [[LocationFix]]) {
    self.kind = kind
    self.name = name
    self.segments = segments
  }
}

/// The formats of recordings that are read.
@nonexhaustive
public enum TrackFormat: String, Sendable, Hashable, CaseIterable {
  /// GPS Exchange Format 1.0 and 1.1 (XML).
  case gpx
  /// Sentences of NMEA 0183.
  case nmea
  /// Lines of values below a line of names.
  case csv
}
