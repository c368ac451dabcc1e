/// A bound on the time and the memory of a piece of work.
///
/// Work takes the limit of its task, as it takes its cancellation: whatever is called within ``run(_:)`` obeys it, child tasks
/// and threads of its own included, and without one only cancellation ends it. Searches look at it every 4,096 steps or more often, which
/// is less than a millisecond of work. What ends by it throws ``SkiError`` with code `.timedOut`, `.limitExceeded` or `.cancelled`, but for
/// answers that say themselves how far they got (`Tour`).
///
/// ```swift
/// let result = try WorkLimit(timeout: .seconds(2)).run { try session.paretoChoices(request, departing: departure) }
/// ```
public struct WorkLimit: Sendable {
  /// The limit of the current task.
  @TaskLocal public static var current = WorkLimit()

  /// The most labels (partial paths) that a search over several criteria may keep; 64 bytes each.
  public var labelCount: Int
  /// Tells whether the process has no memory left to work with; nil where nothing bounds it. It is asked as often as the clock.
  public var isMemoryExhausted: (@Sendable () -> Bool)?
  private let timeout: Duration?
  private let hasTimedOut: (@Sendable () -> Bool)?

  /// Makes a limit without a deadline; the default is two million labels, 128 MB.
  public init(labelCount: Int = 2_000_000) {
    (self.labelCount, timeout, hasTimedOut) = (labelCount, nil, nil)
  }

  /// Makes a limit whose time runs from now.
  /// - Parameters:
  ///   - timeout: How long the work may take by the clock.
  ///   - clock: The clock; any, so that tests move their own.
  ///   - labelCount: See ``labelCount``.
  public init(
    timeout: Duration, clock: some Clock<Duration> = ContinuousClock(), labelCount: Int = 2_000_000
  ) {
    let deadline = clock.now.advanced(by: timeout)
    self.labelCount = labelCount
    self.timeout = timeout
    hasTimedOut = { clock.now >= deadline }
  }

  /// Whether the work must end: the time is over, memory is short, or the task was cancelled. Complexity: O(1), some 50 ns.
  public var isReached: Bool { Task.isCancelled || isTimedOut || isMemoryExhausted?() ?? false }

  private var isTimedOut: Bool { hasTimedOut?() ?? false }

  /// Throws when the work must end.
  /// - Parameters:
  ///   - work: What is being done, to begin the message with.
  ///   - subject: What it is done with, see ``SkiError/subject``.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`.
  public func check(
    _ work: @autoclosure () -> String = "the work", subject: String? = nil
  ) throws(SkiError) {
    if Task.isCancelled {
      throw SkiError(.cancelled, "\(work()) was cancelled by its caller; start it again", subject: subject)
    }
    if isMemoryExhausted?() ?? false {
      throw SkiError(
        .limitExceeded,
        "\(work()) needs more memory than the process may take; ask for less, or allow more (ulimit -v)",
        subject: subject)
    }
    guard let timeout, isTimedOut else { return }
    throw SkiError(
      .timedOut, "\(work()) was not done within \(Self.words(timeout)); ask for less, or allow more time",
      subject: subject)
  }

  /// Throws when the work of the current task must end; see ``check(_:subject:)``.
  public static func check(
    _ work: @autoclosure () -> String = "the work", subject: String? = nil
  ) throws(SkiError) {
    try current.check(work(), subject: subject)
  }

  /// Calls a body under the limit.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Calls a body under the limit.
  public func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }

  private static func words(_ timeout: Duration) -> String {
    timeout < .seconds(1) ? "\(timeout / .milliseconds(1)) ms" : "\(timeout / .seconds(1)) s"
  }
}
