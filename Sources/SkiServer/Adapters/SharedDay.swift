import SkiAPI
import SkiAnswers
import SkiBase
import SkiNavigation
import SkiPeople
import SkiTracks

/// The part of a recorded day that others may see.
enum SharedDay {
  /// Returns a day from its first to its last lap that counts, with the positions on laps and in ski areas alone; nil
  /// without laps.
  ///
  /// The ways from and to the ski area are left out with their times, as are ways through villages between laps, the title,
  /// which the recorder chose, breaks and stretches that are not on the map.
  /// - Throws: ``SkiError`` as ``MapKindIndex/mapKind(at:accuracyMetres:)``.
  /// - Complexity: O(*n*) in the positions.
  static func document(of whole: DayDocument, _ kinds: MapKindIndex) throws -> DayDocument? {
    let day = whole.day
    let counted = day.laps.indices.filter { DayLap(day.laps[$0]) != nil }
    guard let first = counted.first, let last = counted.last else { return nil }
    let laps = day.laps[first...last]
    let (start, end) = (laps[first].start, laps[last].end)
    var (kept, numbers): ([Int], [Int]) = ([], [])
    for (index, point) in day.points.enumerated() {
      numbers.append(kept.count)
      guard start <= point.time, point.time <= end else { continue }
      let isOnLap = point.lap.map { (first...last).contains($0) } ?? false
      if try isOnLap || isInside(point, kinds) { kept.append(index) }
    }
    numbers.append(kept.count)
    var shared = whole
    shared.title = nil
    shared.fixes = kept.map { whole.fixes[$0] }
    shared.day.points = kept.map { index in
      var point = day.points[index]
      point.lap = point.lap.flatMap { (first...last).contains($0) ? $0 - first : nil }
      return point
    }
    (shared.day.unmatched, shared.day.breaks, shared.day.descents) = ([], [], [])
    shared.day.laps = laps.map { lap in
      var lap = lap
      lap.fixes = numbers[lap.fixes.lowerBound]..<numbers[lap.fixes.upperBound]
      lap.waitSeconds = 0
      return lap
    }
    return shared
  }

  private static func isInside(_ point: DayPoint, _ kinds: MapKindIndex) throws -> Bool {
    try point.coordinate.isValid && kinds.mapKind(at: point.coordinate).kind == .mountain
  }
}
