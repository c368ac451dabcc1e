import SkiBase
public import SkiGraph
public import SkiTracks

/// A source of a simulated skier's fixes, in real time or at another rate of a given clock.
///
/// Fixes are computed on demand, without buffering or background tasks. A slow reader loses no fix and receives those
/// already due without waiting. Each sequence is the same day from its start.
public struct SimulatedSource<SimulationClock: Clock>: LocationSource
where SimulationClock.Duration == Duration {
  private let skier: SimulatedSkier
  private let pacing: FixPacing<SimulationClock>

  /// Creates a source of the fixes of a skier.
  /// - Parameters:
  ///   - skier: The skier; a copy starts with each sequence.
  ///   - clock: The clock for waiting.
  ///   - rate: The number of simulated seconds in a second of the clock; infinite for no waiting.
  /// - Precondition: `rate` is positive.
  public init(_ skier: SimulatedSkier, clock: SimulationClock, rate: Double = 1) {
    self.skier = skier
    pacing = FixPacing(clock: clock, rate: rate)
  }

  /// Returns the fixes of the day; the first one is due at once.
  public func fixes() -> some AsyncSequence<LocationFix, any Error> & Sendable { FixSequence(source: self) }

  /// The sequence of fixes as they become due.
  struct FixSequence: AsyncSequence, Sendable {
    fileprivate let source: SimulatedSource

    /// Returns an iterator at the start of the day, independent of other iterators.
    func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// An iterator over one day.
    struct Iterator: AsyncIteratorProtocol {
      private var skier: SimulatedSkier
      private var pacing: FixPacing<SimulationClock>

      fileprivate init(source: SimulatedSource) { (skier, pacing) = (source.skier, source.pacing) }

      /// Returns the next fix when it is due; nil when the day is over.
      /// - Throws: `CancellationError` when the task is cancelled.
      /// - Complexity: O(log *n*) in the points of the current leg for each step of the day, and a search of the graph
      ///   when a new leg is planned.
      mutating func next() async throws -> LocationFix? {
        try Task.checkCancellation()
        while let step = skier.next() {
          guard let fix = step.fix else { continue }
          try await pacing.wait(for: fix)
          return fix
        }
        return nil
      }
    }
  }
}
