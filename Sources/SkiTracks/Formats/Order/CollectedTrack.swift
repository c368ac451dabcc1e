import SkiBase
import SkiGraph

/// A fix with its position in the file.
struct CollectedFix {
  var fix: LocationFix
  /// The line or byte of its start.
  let position: Int

  /// The time in seconds since 1970.
  var seconds: Double { fix.time.secondsSince1970 }

  /// Returns whether both are the same fix, to a millisecond, 1e-7 degrees and a centimetre.
  func isDuplicate(of other: CollectedFix) -> Bool {
    let (a, b) = (fix.coordinate, other.fix.coordinate)
    return Self.same(seconds, other.seconds, 1e3) && Self.same(a.latitude, b.latitude, 1e7)
      && Self.same(a.longitude, b.longitude, 1e7)
      && Self.same(fix.elevationMetres ?? .infinity, other.fix.elevationMetres ?? .infinity, 1e2)
  }

  private static func same(_ a: Double, _ b: Double, _ scale: Double) -> Bool {
    (a * scale).rounded() == (b * scale).rounded()
  }
}

/// A track while a file is read.
struct CollectedTrack {
  var kind: RecordedTrack.Kind
  var name: String?
  var segments: [[CollectedFix]] = []

  /// The track without positions in the file and without empty segments; nil where nothing is left.
  var track: RecordedTrack? {
    let kept = segments.filter { !$0.isEmpty }.map { $0.map(\.fix) }
    return kept.isEmpty ? nil : RecordedTrack(kind: kind, name: name, segments: kept)
  }
}
