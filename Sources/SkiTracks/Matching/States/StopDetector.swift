/// Detects from filtered speeds whether a traveller stands, with hysteresis.
struct StopDetector: Sendable {
  private var slowSince: Double?
  private var isStopped = false

  private static let slow: Float = 0.5
  private static let moving: Float = 1.2
  private static let stopSeconds = 10.0

  /// Records the next decided fix.
  mutating func note(speed: Float, at seconds: Double) {
    isStopped = isStanding(speed: speed, at: seconds)
    if speed >= Self.slow {
      slowSince = nil
    } else if slowSince == nil {
      slowSince = seconds
    }
  }

  /// Returns whether the traveller stands at a fix that follows those recorded.
  func isStanding(speed: Float, at seconds: Double) -> Bool {
    if isStopped { return speed < Self.moving }
    guard speed < Self.slow, let slowSince else { return false }
    return seconds - slowSince >= Self.stopSeconds
  }
}
