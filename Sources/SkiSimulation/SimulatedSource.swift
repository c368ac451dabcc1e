import SkiGeo
public import SkiTracks

/// A source of a simulated skier's fixes, in real time or at any rate by a given clock.
///
/// Fixes are computed on demand, without buffering or background tasks. A slow reader loses no fix and receives those
/// already due without waiting. Each sequence is the same day from its start.
public struct SimulatedSource<SimulationClock: Clock>: LocationSource
where SimulationClock.Duration == Duration {
  private let skier: SimulatedSkier
  private let clock: SimulationClock
  private let rate: Double

  /// Creates a source.
  /// - Parameters:
  ///   - skier: The skier; a copy starts with each sequence.
  ///   - clock: The clock for waiting.
  ///   - rate: The number of simulated seconds in a second of the clock; infinite for no waiting.
  /// - Precondition: `rate` is positive.
  public init(_ skier: SimulatedSkier, clock: SimulationClock, rate: Double = 1) {
    precondition(rate > 0, "rate must be positive, got \(rate)")
    self.skier = skier
    self.clock = clock
    self.rate = rate
  }

  /// Returns the fixes of the day; the first one is due at once.
  public func fixes() -> Fixes { Fixes(source: self) }

  /// The sequence of fixes as they become due.
  public struct Fixes: AsyncSequence, Sendable {
    fileprivate let source: SimulatedSource

    /// Returns an iterator at the start of the day.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// An iterator over one day.
    public struct Iterator: AsyncIteratorProtocol {
      private let clock: SimulationClock
      private let rate: Double
      private var skier: SimulatedSkier
      private var last: (time: UniversalTime, due: SimulationClock.Instant)?

      fileprivate init(source: SimulatedSource) {
        (clock, rate, skier) = (source.clock, source.rate, source.skier)
      }

      /// Returns the next fix when it is due; nil when the day is over.
      /// - Throws: `CancellationError` when the task is cancelled.
      public mutating func next() async throws -> LocationFix? {
        try Task.checkCancellation()
        while let step = skier.next() {
          guard let fix = step.fix else { continue }
          let due = last.map { $0.due.advanced(by: wait(from: $0.time, to: fix.time)) } ?? clock.now
          if due > clock.now { try await clock.sleep(until: due, tolerance: nil) }
          last = (fix.time, due)
          return fix
        }
        return nil
      }

      private func wait(from start: UniversalTime, to end: UniversalTime) -> Duration {
        .seconds(Swift.max(0, end.secondsSince1970 - start.secondsSince1970) / rate)
      }
    }
  }
}
