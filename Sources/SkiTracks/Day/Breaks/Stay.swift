import SkiBase

/// A time without movement: a stop of the traveller, or a gap in the fixes with the same place at both ends.
struct Stay {
  var start: UniversalTime
  var end: UniversalTime
  /// The mean coordinate of the fixes.
  var centre: Coordinate
  /// The fixes of the stop, as positions in the track; the two around it for a gap.
  var fixes: Range<Int>

  var durationSeconds: Double { end.secondsSince1970 - start.secondsSince1970 }
}
