import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTracks

extension DayLap {
  /// Creates the lap of a matched one; nil for one that was recorded by less than half, or that the source does not name.
  ///
  /// An id by the position in a file names nothing in another file.
  init?(_ lap: Lap) {
    guard lap.start < lap.end, !lap.isMostlyBridged, lap.id.isLasting else { return nil }
    let isDescent = lap.kind == .run || lap.isDownward
    self.init(
      lap.kind == .lift ? .lift : .run, source: lap.id, start: lap.start, end: lap.end,
      lengthMetres: max(0, lap.lengthMetres),
      descentMetres: isDescent ? max(0, lap.recordedDescentMetres ?? 0) : 0,
      topSpeedMetresPerSecond: lap.topSpeedMetresPerSecond)
  }
}

extension SourceID {
  /// The greatest length of the id of a lap, in bytes of UTF-8.
  private static let greatestByteCount = 128

  /// Indicates whether the source itself gives the id, at a length that is stored.
  fileprivate var isLasting: Bool {
    guard (1...Self.greatestByteCount).contains(rawValue.utf8.count) else { return false }
    guard let mark = rawValue.lastIndex(of: "#") else { return true }
    let digits = rawValue[rawValue.index(after: mark)...].utf8
    return digits.isEmpty || !digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
