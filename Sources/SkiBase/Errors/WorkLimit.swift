/// A limit on the time and the memory of an operation.
///
/// The limit is task-local, as cancellation is: it applies to everything called within ``run(_:)``, child tasks and the
/// operation's own threads included. Outside it only cancellation stops an operation. Searches check it at least every
/// 4,096 steps, in less than a millisecond. An operation that reaches it throws ``SkiError`` with code `.timedOut`,
/// `.limitExceeded` or `.cancelled`, except for results that state their progress (`Tour`), which are the best so far.
///
/// ```swift
/// let result = try WorkLimit(timeout: .seconds(2)).run { try router.route(request, departing: departure) }
/// ```
public struct WorkLimit: Sendable {
  /// The limit of the current task; outside ``run(_:)`` one without a deadline.
  @TaskLocal public static var current = WorkLimit()

  /// The greatest number of bytes of the labels (partial paths) and tables of one search; routes by one criterion take a
  /// fixed number for each node instead, see `SearchScratch`.
  public var searchBytes: Int
  /// A closure that returns whether the process has no memory left; nil for no such check.
  ///
  /// It is called as often as the clock is read.
  public var isMemoryExhausted: (@Sendable () -> Bool)?
  /// A closure that returns whether the work was cancelled, for threads that have no task; nil for no such check.
  ///
  /// It is called as often as the clock is read.
  package var isCancelled: (@Sendable () -> Bool)?
  private let timeout: Duration?
  private let hasTimedOut: (@Sendable () -> Bool)?

  /// The default of ``searchBytes``: two million labels.
  public static let defaultSearchBytes = 128_000_000

  /// Creates a limit without a deadline.
  /// - Parameter searchBytes: See ``searchBytes``.
  public init(searchBytes: Int = defaultSearchBytes) {
    (self.searchBytes, timeout, hasTimedOut) = (searchBytes, nil, nil)
  }

  /// Creates a limit whose time starts now.
  /// - Parameters:
  ///   - timeout: The time the operation may take.
  ///   - clock: The clock that measures it; tests pass their own.
  ///   - searchBytes: See ``searchBytes``.
  public init(
    timeout: Duration, clock: some Clock<Duration> = ContinuousClock(), searchBytes: Int = defaultSearchBytes
  ) {
    let deadline = clock.now.advanced(by: timeout)
    self.searchBytes = searchBytes
    self.timeout = timeout
    hasTimedOut = { clock.now >= deadline }
  }

  /// Indicates whether the operation must end: its time is over, memory is exhausted, or the task was cancelled.
  public var isReached: Bool { hasBeenCancelled || isTimedOut || isMemoryExhausted?() ?? false }

  private var hasBeenCancelled: Bool { Task.isCancelled || isCancelled?() ?? false }

  private var isTimedOut: Bool { hasTimedOut?() ?? false }

  /// Throws when the operation must end.
  /// - Parameters:
  ///   - work: A noun for the operation, the start of the message.
  ///   - subject: The subject of the error, see ``SkiError/subject``.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.limitExceeded` when memory is exhausted, or `.timedOut`.
  public func check(
    _ work: @autoclosure () -> String = "the work", subject: String? = nil
  ) throws(SkiError) {
    if hasBeenCancelled {
      throw SkiError(.cancelled, "\(work()) was cancelled by its caller; start it again", subject: subject)
    }
    if isMemoryExhausted?() ?? false {
      throw SkiError(
        .limitExceeded,
        "\(work()) needs more memory than the process may use; request less, or allow more (ulimit -v)",
        subject: subject)
    }
    guard let timeout, isTimedOut else { return }
    throw SkiError(
      .timedOut, "\(work()) was not finished within \(Self.words(timeout)); request less, or allow more time",
      subject: subject)
  }

  /// Throws when the operation of the current task must end; see ``check(_:subject:)``.
  /// - Parameters:
  ///   - work: A noun for the operation, the start of the message.
  ///   - subject: The subject of the error, see ``SkiError/subject``.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.limitExceeded` when memory is exhausted, or `.timedOut`.
  public static func check(
    _ work: @autoclosure () -> String = "the work", subject: String? = nil
  ) throws(SkiError) {
    try current.check(work(), subject: subject)
  }

  /// Calls a closure under the limit and returns its result.
  /// - Throws: The errors of `body`.
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Calls an asynchronous closure under the limit and returns its result.
  /// - Throws: The errors of `body`.
  public func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }

  private static func words(_ timeout: Duration) -> String {
    timeout < .seconds(1) ? "\(timeout / .milliseconds(1)) ms" : "\(timeout / .seconds(1)) s"
  }
}
