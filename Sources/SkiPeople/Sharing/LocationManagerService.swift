public import SkiAPI
public import SkiBase
public import SkiGraph
import SkiTracks

/// Reports the fixes of one's own receiver to a ``MapRepository``, with a bounded queue for times without a connection.
///
/// Fixes are sent in batches. While the repository is unavailable the newest are kept, up to a limit; afterwards those
/// that are too old for a live position are handed to `onLate` for the day's log, and never sent.
public actor LocationManagerService {
  /// The sending of fixes: to a repository in this process, or over a network.
  public typealias Send = @Sendable (_ fixes: [LocationFix]) async throws -> [UpdateOutcome]

  /// The limits of a service.
  public struct Options: Sendable {
    /// The greatest number of fixes kept without a connection; the oldest are dropped beyond.
    public var queueLimit = 1000
    /// The greatest number of fixes sent at once.
    public var batchLimit = MapRepository.greatestFixCount
    /// The age in seconds from which a fix is not sent.
    public var liveSeconds = 45.0
    /// The time in milliseconds before another attempt, doubled after each failure up to ``greatestRetryMilliseconds``.
    public var retryMilliseconds: Int64 = 1000
    /// The greatest time in milliseconds between attempts.
    public var greatestRetryMilliseconds: Int64 = 30_000

    /// Creates options with the default values.
    public init() {}
  }

  private let send: Send
  private let onLate: @Sendable ([LocationFix]) -> Void
  private let clock: TimeSource
  private let options: Options
  private var queue: [LocationFix] = []
  private var isSending = false

  /// The number of fixes dropped because the queue was full.
  public private(set) var droppedCount = 0
  /// The outcome of the fix reported last; nil before the first.
  public private(set) var lastOutcome: UpdateOutcome?

  /// Creates a service.
  /// - Parameters:
  ///   - clock: The clocks.
  ///   - options: The limits.
  ///   - onLate: A function that receives fixes too old to be sent, for the log of the day.
  ///   - send: A function that reports fixes, as ``MapRepository/updateCurrentUserLocation(_:of:in:)``.
  public init(
    clock: TimeSource = .system, options: Options = Options(),
    onLate: @escaping @Sendable ([LocationFix]) -> Void = { _ in }, send: @escaping Send
  ) {
    (self.clock, self.options, self.onLate, self.send) = (clock, options, onLate, send)
  }

  /// The number of fixes that wait to be sent.
  public var pendingCount: Int { queue.count }

  /// Reports all fixes of a source until it ends or the task is cancelled; then tries to send the rest once.
  /// - Throws: The error of the source.
  public func run(_ fixes: some AsyncSequence<LocationFix, any Error> & Sendable) async throws {
    for try await fix in fixes { await take(fix) }
    await sendOnce()
  }

  /// Adds a fix to the queue, and sends the queue unless an earlier sending is under way.
  public func take(_ fix: LocationFix) async {
    queue.append(fix)
    if queue.count > options.queueLimit {
      let excess = queue.count - options.queueLimit
      onLate(Array(queue.prefix(excess)))
      queue.removeFirst(excess)
      droppedCount += excess
    }
    if !isSending { await sendOnce() }
  }

  /// Sends the queue; where that fails with `.unavailable`, tries again with increasing pauses until it succeeds or the
  /// task is cancelled.
  public func sendAll() async throws {
    var pause = options.retryMilliseconds
    while !queue.isEmpty {
      await sendOnce()
      guard !queue.isEmpty else { return }
      try await clock.sleep(pause)
      pause = min(2 * pause, options.greatestRetryMilliseconds)
    }
  }

  private func sendOnce() async {
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while !queue.isEmpty {
      setAsideLate()
      let batch = Array(queue.prefix(options.batchLimit))
      guard !batch.isEmpty else { return }
      do {
        lastOutcome = try await send(batch).last
      } catch let error as SkiError where error.code == .unavailable || error.code == .rateLimited {
        return
      } catch {
        // A batch that is refused as a whole is refused the next time, too.
        onLate(batch)
      }
      queue.removeFirst(min(batch.count, queue.count))
    }
  }

  /// Removes fixes that are too old to be shown live.
  private func setAsideLate() {
    let oldest = clock.now().advanced(bySeconds: -options.liveSeconds)
    let late = queue.prefix { $0.time < oldest }
    guard !late.isEmpty else { return }
    onLate(Array(late))
    queue.removeFirst(late.count)
  }
}
