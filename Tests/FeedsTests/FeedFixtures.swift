import SkiAPI
import SkiBase
import SkiGraph
import SkiStoreTestSupport
import SkiTestSupport
import Testing

@testable import SkiPeople

/// The time of the news in tests.
let morning = ManualClock.morning

/// A time some seconds after ``morning``.
func time(_ seconds: Double) -> UniversalTime { morning.advanced(bySeconds: seconds) }

func feed(_ name: String) -> FeedName { try! FeedName(name) }
/// The scope of what appointed people say of a ski area, which counts for everyone.
let everyone = LiftReportScope.area(SourceID("area-1"))

func user(_ name: String) -> UserID { try! UserID(name) }

/// A status of one lift or run.
func status(
  _ id: String, _ state: OperatingState = .open, wait minutes: Int? = nil, seen: Double? = 0,
  source: String? = nil
) -> FeatureStatus {
  FeatureStatus(
    key: .id(SourceID(id)), state: state, waitMilliseconds: minutes.map { $0 * 60_000 },
    observedAt: seen.map { time($0) }, source: source)
}

/// A report of some lifts and runs.
func report(_ features: FeatureStatus...) -> StatusReport { StatusReport(features: features) }

/// A status in JSON with one lift.
func document(_ id: String = "way/1", _ state: String = "open", seen: Double = 0) -> [UInt8] {
  let text = time(seen).iso8601() ?? ""
  return Array(
    #"{"version": 1, "features": [{"id": "\#(id)", "state": "\#(state)", "observedAt": "\#(text)"}]}"#.utf8)
}

/// A feed whose answers a test decides.
final class TestSource: LiftStatusDataSource {
  let feed: FeedName
  let format: any FeedFormat = StatusFeedFormat()
  let maximumAgeSeconds: Double
  let policy: RefreshPolicy
  let answerSeconds = 10.0
  private let answers = Locked<[FeedAnswer]>([])
  private let asked = Locked<[FeedVersion?]>([])
  private let gate: Gate?

  init(
    _ name: String, maximumAgeSeconds: Double = 1800, policy: RefreshPolicy = RefreshPolicy(jitter: 0),
    gate: Gate? = nil
  ) {
    (feed, self.maximumAgeSeconds, self.policy, self.gate) = (
      FeedsTests.feed(name), maximumAgeSeconds, policy, gate
    )
  }

  /// The versions that were known at each request.
  var requests: [FeedVersion?] { asked.withLock { $0 } }

  /// Gives these answers from now on, the last one again and again.
  func answer(_ given: FeedAnswer...) { answers.withLock { $0 = given } }

  func fetch(knowing known: FeedVersion?) async -> FeedAnswer {
    asked.withLock { $0.append(known) }
    await gate?.pass()
    return answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
      ?? FeedAnswer(.failure(SkiError(.unavailable, "no answer is decided")))
  }

  /// The answer with a document in JSON.
  func document(_ bytes: [UInt8], tag: String? = nil, hints: RefreshHints = RefreshHints()) -> FeedAnswer {
    do {
      let reading = try format.read(bytes, from: feed, now: morning)
      return FeedAnswer(
        .success(
          .document(FeedDocument(bytes: bytes, version: FeedVersion(entityTag: tag), reading: reading))),
        hints: hints)
    } catch {
      return FeedAnswer(.failure(error as! SkiError), hints: hints)
    }
  }
}

/// A gate at which tasks wait until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  /// The number of tasks that wait.
  var count: Int { state.withLock { $0.waiting.count } }

  /// Waits until the gate is open.
  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Lets all pass from now on.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until so many tasks wait.
  func whenWaiting(_ number: Int) async {
    while count < number { await Task.yield() }
  }
}

/// Records a failure unless work throws a `SkiError` of a code; returns it.
@discardableResult
func expectError(
  _ code: SkiError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> Void
) async -> SkiError? {
  let error = await #expect(throws: SkiError.self, sourceLocation: sourceLocation) { try await work() }
  #expect(error?.code == code, "\(error?.description ?? "")", sourceLocation: sourceLocation)
  return error
}
