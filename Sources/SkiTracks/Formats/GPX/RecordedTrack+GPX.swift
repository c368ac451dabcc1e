import SkiBase
import SkiGraph

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
