import SkiAPI
package import SkiBase

/// The task that asks the feeds of a repository again and again, and follows the changes of other servers.
///
/// Of several servers over one store one asks for each document. A value; `Sendable`.
package struct FeedRefresher: Sendable {
  private let repository: LiftStatusRepository
  private let clock: TimeSource
  private let seed: UInt64
  private let report: @Sendable (FeedEvent) -> Void

  /// The greatest wait before a feed's plan is looked at again, in seconds: another server may have asked meanwhile.
  private static let greatestWaitSeconds = 30.0
  /// The wait after a failure of the store, in seconds.
  private static let storeRetrySeconds = 5.0
  /// The time beyond that of an answer until another server may ask, in seconds.
  private static let claimReserveSeconds = 30.0

  /// Creates a task that does not run yet.
  /// - Parameters:
  ///   - repository: The repository with its feeds.
  ///   - clock: The clocks.
  ///   - seed: The seed of the random parts of waits, another one on each server.
  ///   - report: Receives what happens; it must return soon.
  package init(
    _ repository: LiftStatusRepository, clock: TimeSource, seed: UInt64,
    report: @escaping @Sendable (FeedEvent) -> Void = { _ in }
  ) {
    (self.repository, self.clock, self.seed, self.report) = (repository, clock, seed, report)
  }

  /// Asks and follows until the task is cancelled; requests on their way end then.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await follow() }
      for source in repository.sources {
        group.addTask {
          while !Task.isCancelled {
            let seconds = await step(source)
            guard seconds > 0 else { continue }
            try? await clock.sleep(Int64((seconds * 1000).rounded(.up)))
          }
        }
      }
    }
  }

  /// Reads the changes of other servers each second.
  private func follow() async {
    var hasFailed = false
    while !Task.isCancelled {
      do {
        try await clock.sleep(1000)
        try await repository.reload()
        hasFailed = false
      } catch {
        if !hasFailed { tell(error) }
        hasFailed = true
      }
    }
  }

  /// Asks a feed when it is due.
  /// - Returns: The seconds until it is to be looked at again.
  func step(_ source: any LiftStatusDataSource) async -> Double {
    guard let snapshot = repository.snapshot(of: source.feed) else { return Self.greatestWaitSeconds }
    let now = clock.now()
    let next = RefreshPlan.next(
      snapshot.state.history, source.policy, now: now, seed: seed ^ FNVHash(source.feed.text.utf8).value)
    let wait = next.secondsSince1970 - now.secondsSince1970
    guard wait <= 0 else { return min(wait, Self.greatestWaitSeconds) }
    do {
      return try await ask(source, snapshot) ? 0 : 1
    } catch {
      tell(error)
      return Self.storeRetrySeconds
    }
  }

  /// Asks a feed unless another server does; returns whether it was asked.
  private func ask(_ source: any LiftStatusDataSource, _ snapshot: FeedSnapshot) async throws -> Bool {
    let seconds = source.answerSeconds + Self.claimReserveSeconds
    guard try await repository.claim(source.feed, attempts: snapshot.attempts, seconds: seconds) else {
      try await repository.reload()
      return false
    }
    let answer = Self.checked(await source.fetch(knowing: snapshot.state.version), against: snapshot)
    guard !Task.isCancelled else { return false }
    try await repository.record(answer, of: source.feed)
    switch answer.content {
    case .success(.document(let document)):
      report(.renewed(source.feed, leftOut: document.reading.problems.count))
    case .success(.unchanged): report(.unchanged(source.feed))
    case .failure(let error): report(.failed(source.feed, error))
    }
    return true
  }

  /// Returns the answer, or a failure in place of a document from before the known one.
  private static func checked(_ answer: FeedAnswer, against snapshot: FeedSnapshot) -> FeedAnswer {
    guard case .success(.document(let document)) = answer.content, let known = snapshot.reading,
      let readAt = snapshot.state.readAt,
      document.reading.isOlder(
        than: known, upTo: readAt.advanced(bySeconds: StatusMerge.toleranceSeconds))
    else { return answer }
    let error = SkiError(
      .conflict, "document is older than the one received before; the feed's server must not go back",
      subject: snapshot.state.feed.text)
    return FeedAnswer(.failure(error), hints: answer.hints)
  }

  private func tell(_ error: any Error) {
    guard !Task.isCancelled else { return }
    let fault = SkiError(.internalInconsistency, "fault of the type \(type(of: error))")
    report(.storeFailed(error as? SkiError ?? fault))
  }
}

/// A report of a ``FeedRefresher``, for logs and metrics; it contains neither addresses nor what feeds say.
@nonexhaustive
package enum FeedEvent: Sendable {
  /// A document was received and stored, with some number of entries left out.
  case renewed(FeedName, leftOut: Int)
  /// The known document is still the current one.
  case unchanged(FeedName)
  /// A request failed; the last good document stays.
  case failed(FeedName, SkiError)
  /// The store failed; it is tried again.
  case storeFailed(SkiError)
}
