import SkiGeo
public import SkiTracks

/// A simulated skier as a source of fixes, at any speed of time, by a clock the caller gives.
///
/// Nothing runs beside the reader and nothing is buffered: the skier goes on when the next fix is asked for. A slow reader
/// loses no fix and gets those that became due without waiting. Each sequence is the same day from its start.
///
/// A value.
public struct SimulatedSource<SimulationClock: Clock>: LocationSource
where SimulationClock.Duration == Duration {
  private let skier: SimulatedSkier
  private let clock: SimulationClock
  private let rate: Double

  /// Makes a source.
  /// - Parameters:
  ///   - skier: Who is out; a copy starts with each sequence.
  ///   - clock: What is waited by.
  ///   - rate: Simulated seconds in one of the clock's; infinite for no waiting at all.
  /// - Precondition: `rate` is positive.
  public init(_ skier: SimulatedSkier, clock: SimulationClock, rate: Double = 1) {
    precondition(rate > 0, "rate must be positive, got \(rate)")
    self.skier = skier
    self.clock = clock
    self.rate = rate
  }

  /// Begins the day; its first fix is due at once.
  public func fixes() -> Fixes { Fixes(source: self) }

  /// The fixes as they become due.
  public struct Fixes: AsyncSequence, Sendable {
    fileprivate let source: SimulatedSource

    /// Begins the day.
    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Skis the day once.
    public struct Iterator: AsyncIteratorProtocol {
      private let clock: SimulationClock
      private let rate: Double
      private var skier: SimulatedSkier
      private var last: (time: UniversalTime, due: SimulationClock.Instant)?

      fileprivate init(source: SimulatedSource) {
        (clock, rate, skier) = (source.clock, source.rate, source.skier)
      }

      /// Waits until the next fix is due; nil when the day is over.
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
