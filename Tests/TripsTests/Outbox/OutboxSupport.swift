import SkiBase
import SkiTestSupport

@testable import SkiAPI
@testable import SkiPeople

/// A channel that keeps what it is given, and answers as a test says.
final class RecordingChannel: NotificationChannel {
  typealias Answer = @Sendable (NoticeDelivery) async throws -> DeliveryOutcome

  let name: String
  private let log = Locked<[NoticeDelivery]>([])
  private let answer: Locked<Answer>

  init(_ name: String = "push", _ answer: @escaping Answer = { _ in .delivered }) {
    (self.name, self.answer) = (name, Locked(answer))
  }

  /// All deliveries that were handed over, answered or not, in their order.
  var deliveries: [NoticeDelivery] { log.withLock { $0 } }
  /// The notices handed over, each as its recipient and key, sorted.
  var keys: [String] {
    deliveries.flatMap { delivery in delivery.notices.map { "\(delivery.recipient) \($0.key)" } }.sorted()
  }

  /// Answers otherwise from now on.
  func setAnswer(_ answer: @escaping Answer) { self.answer.withLock { $0 = answer } }

  func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome {
    log.withLock { $0.append(delivery) }
    let answer = answer.withLock { $0 }
    return try await answer(delivery)
  }
}

/// Waits of time limits in tests.
enum TestLimit {
  /// A limit that is never over: it waits until it is cancelled.
  static let never: @Sendable (Int64) async throws -> Void = { _ in
    try await Task.sleep(for: .seconds(86_400))
  }
  /// A limit that is over at once.
  static let atOnce: @Sendable (Int64) async throws -> Void = { _ in }
}

extension TripsWorld {
  var notices: NoticeService { NoticeService(store) }
  var deadLetters: DeadLetters { DeadLetters(store) }

  /// Returns a registered worker for a channel.
  func worker(
    _ channel: any NotificationChannel, _ options: OutboxOptions = OutboxOptions(),
    limit: @escaping @Sendable (Int64) async throws -> Void = TestLimit.never
  ) async throws -> OutboxWorker {
    let worker = try OutboxWorker(store, channel: channel, options: options, sleep: limit)
    try await worker.register()
    return worker
  }

  /// Enqueues a notice for people.
  @discardableResult
  func enqueue(_ draft: NoticeDraft, to people: UserID...) async throws -> Int {
    try await store.write { try $0.enqueue(draft, to: people) }
  }

  /// Returns the keys of a user's notices, the latest first.
  func keys(of user: UserID) async throws -> [String] {
    try await notices.list(count: 100, as: user).notices.map(\.key)
  }

  /// Returns the number of deliveries that are neither done nor set aside.
  func waitingCount() async throws -> Int {
    try await texts("SELECT notice FROM trips_deliveries WHERE dead_ms IS NULL").count
  }

  /// Lets a worker deliver until there is nothing to do.
  @discardableResult
  func drain(_ worker: OutboxWorker) async throws -> OutboxRound {
    var sum = OutboxRound()
    while true {
      let round = try await worker.deliverDue()
      if round.isIdle { return sum }
      sum.deliveredCount += round.deliveredCount
      sum.failedCount += round.failedCount
      sum.movedCount += round.movedCount
    }
  }
}
