public import SkiBase

/// The hook by which an app hears of failures that no call throws: those of work in the background, which is tried again.
///
/// ```swift
/// ErrorReporter.receive { error, work in log.warning("\(work): \(error)") }
/// ```
///
/// A failure that lasts is reported at each try, several times a second; the app thins them out.
public enum ErrorReporter {
  private static let receiver = Locked<(@Sendable (SkiError, String) -> Void)?>(nil)

  /// Sets the function that receives failures, in place of the one before it.
  /// - Parameter receive: Called on any thread with the error and a few words on the work that failed; nil for none.
  public static func receive(_ receive: (@Sendable (_ error: SkiError, _ work: String) -> Void)?) {
    receiver.withLock { $0 = receive }
  }

  /// Reports a failure, unless it is a cancellation.
  package static func report(_ error: any Error, in work: String) {
    guard !(error is CancellationError), let receive = receiver.withLock({ $0 }) else { return }
    receive(error as? SkiError ?? SkiError(.internalInconsistency, "fault: \(error)"), work)
  }

  /// Returns the value of work in the background; nil after a failure, which is reported.
  @discardableResult
  package static func attempt<Value>(
    _ work: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async -> Value? {
    do {
      return try await body()
    } catch {
      report(error, in: work)
      return nil
    }
  }
}
