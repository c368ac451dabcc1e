public import SkiBase
public import SkiGraph

/// A recording as read: tracks with segments of fixes, and a report of the points left out.
///
/// Fixes are not filtered. The fixes of a segment are in order of time; the repairs this took are in the report.
public struct TrackFile: Sendable, Hashable {
  /// The format of the file, detected from its content.
  public var format: TrackFormat
  /// The title in the file, else the name of its first track with a name; nil when there is none.
  public var name: String?
  /// The tracks and routes with fixes in the order of the file, then the waypoints.
  public var tracks: [RecordedTrack]
  /// The numbers of points read and used (`points`), and those left out or repaired, by code with example lines.
  public var report: ImportReport
  /// The offset of local time that its times state, such as `+01:00`; nil where all are in Universal Time.
  public var localOffset: UTCOffset?

  /// The segments of all tracks in order of time; those of routes where there are no tracks, else the waypoints.
  /// - Complexity: O(*s* log *s*) in segments.
  public var segments: [[LocationFix]] {
    for kind in RecordedTrack.Kind.allCases {
      let found = tracks.filter { $0.kind == kind }.flatMap(\.segments)
      guard found.isEmpty else {
        let order = found.indices.sorted { (found[$0][0].time, $0) < (found[$1][0].time, $1) }
        return order.map { found[$0] }
      }
    }
    return []
  }

  /// The fixes of ``segments``, concatenated.
  /// - Complexity: O(*n*) in fixes.
  public var fixes: [LocationFix] { segments.flatMap { $0 } }
}

/// A track, route or list of waypoints of a recording.
public struct RecordedTrack: Sendable, Hashable {
  /// The kind of a list of points, in order of preference.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A recorded track.
    case track
    /// A planned or drawn route.
    case route
    /// The waypoints, in the order of the file.
    case waypoints
  }

  /// The kind of the list of points.
  public var kind: Kind
  /// The name; nil where it has none.
  public var name: String?
  /// The segments recorded without interruption, in order of time; none is empty.
  public var segments: [[LocationFix]]

  /// Creates a track from its members.
  public init(kind: Kind = .track, name: String? = nil, segments: [[LocationFix]]) {
    self.kind = kind
    self.name = name
    self.segments = segments
  }
}

/// A format of recordings that can be read.
@nonexhaustive
public enum TrackFormat: String, Sendable, Hashable, CaseIterable {
  /// The GPS Exchange Format 1.0 and 1.1 (XML).
  case gpx
  /// The sentences of NMEA 0183.
  case nmea
  /// The comma-separated values (CSV) below a header line that names the columns.
  case csv
  /// The Flexible and Interoperable Data Transfer protocol of Garmin (FIT, binary).
  case fit
  /// The Training Center XML of Garmin.
  case tcx
  /// The Keyhole Markup Language (XML), also packed as KMZ.
  case kml
  /// GeoJSON with times.
  case geojson
  /// The flight recordings of the International Gliding Commission.
  case igc
}

extension RecordedTrack {
  /// Returns tracks as a GPX document. Complexity: O(fixes).
  package static func gpx(_ tracks: [RecordedTrack], name: String? = nil) -> [UInt8] {
    var writer = GPXWriter(name: name)
    for track in tracks {
      writer.beginTrack(name: track.name)
      for segment in track.segments {
        writer.beginSegment()
        for fix in segment { writer.add(fix.gpx) }
      }
    }
    writer.finish()
    return writer.takeBytes()
  }
}

extension LocationFix {
  /// The fix as a GPX point.
  fileprivate var gpx: GPXWriter.Point {
    var point = GPXWriter.Point(coordinate, elevationMetres: elevationMetres, time: time)
    point.speedMetresPerSecond = speedMetresPerSecond
    point.courseDegrees = courseDegrees
    point.horizontalAccuracyMetres = horizontalAccuracyMetres
    point.verticalAccuracyMetres = verticalAccuracyMetres
    return point
  }
}
