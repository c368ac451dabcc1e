import SkiBase
import SkiGraph

/// Groups the laps of a day into descents.
struct DescentGrouping {
  let day: SkiDay
  let stays: [Stay]

  /// The least duration of a stop, in seconds.
  private static let stopSeconds = 60.0

  /// Returns the descents in order. Complexity: O(*n* + *l* · *s*) in points, and in laps and stays.
  func descents() -> [Descent] {
    let afterGaps = day.lapsAfterGaps()
    var descents: [Descent] = []
    var isOpen = false
    for (index, lap) in day.laps.enumerated() {
      let isAfterGap = afterGaps.contains(index)
      if isAfterGap, isOpen { descents[descents.count - 1].endsBeforeGap = true }
      if isAfterGap || lap.kind == .lift { isOpen = false }
      guard lap.kind == .run else { continue }
      if !isOpen {
        descents.append(
          Descent(
            laps: index..<index, start: lap.start, end: lap.end, descentMetres: 0, startsAfterGap: isAfterGap)
        )
      }
      add(lap, at: index, to: &descents[descents.count - 1])
      isOpen = true
    }
    for index in descents.indices { addStretchesAndStops(to: &descents[index]) }
    return descents
  }

  private func add(_ lap: Lap, at index: Int, to descent: inout Descent) {
    descent.laps = descent.laps.lowerBound..<index + 1
    descent.end = lap.end
    descent.descentMetres = descent.descentMetres.flatMap { sum in lap.descentMetres.map { sum + $0 } }
    descent.lengthMetres += lap.lengthMetres
    descent.bridgedMetres += lap.bridgedMetres
  }

  private func addStretchesAndStops(to descent: inout Descent) {
    let before = descent.laps.lowerBound > 0 ? day.laps[descent.laps.lowerBound - 1].end : nil
    let after = descent.laps.upperBound < day.laps.count ? day.laps[descent.laps.upperBound].start : nil
    for stretch in day.unmatched where stretch.reason == .offMap {
      let isBefore =
        !descent.startsAfterGap && stretch.end <= descent.start && before.map { stretch.start >= $0 } ?? false
      let isAfter =
        !descent.endsBeforeGap && stretch.start >= descent.end && after.map { stretch.end <= $0 } ?? false
      let isInside = stretch.start >= descent.start && stretch.end <= descent.end
      let isDown = (stretch.descentMetres ?? 0) > (stretch.ascentMetres ?? 0)
      guard isInside || isDown && (isBefore || isAfter) else { continue }
      descent.offMapMetres += stretch.mapLengthMetres
      descent.offMapDescentMetres += stretch.descentMetres ?? 0
      descent.start = min(descent.start, stretch.start)
      descent.end = max(descent.end, stretch.end)
    }
    for stay in stays where stay.start >= descent.start && stay.end <= descent.end {
      guard stay.durationSeconds >= Self.stopSeconds else { continue }
      descent.stopCount += 1
      descent.stoppedSeconds += stay.durationSeconds
    }
  }
}
