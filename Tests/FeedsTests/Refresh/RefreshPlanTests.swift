import SkiBase
import SkiTestSupport
import Testing

@testable import SkiPeople

/// The time of the next request.
struct RefreshPlanTests {
  private let even = RefreshPolicy(jitter: 0)

  private func delay(_ history: RefreshHistory, _ policy: RefreshPolicy, now: Double = 0, seed: UInt64 = 1)
    -> Double
  {
    RefreshPlan.next(history, policy, now: time(now), seed: seed).secondsSince1970 - morning.secondsSince1970
  }

  private func failed(_ count: Int, retryAfter: Int64? = nil) -> RefreshHistory {
    RefreshHistory(
      lastFailure: time(0), failureCount: count, hints: RefreshHints(retryAfterSeconds: retryAfter))
  }

  @Test func `a feed that was never asked is asked at once`() {
    #expect(delay(RefreshHistory(), even, now: 7) == 7)
  }

  @Test(arguments: [(nil, 60), (10, 60), (300, 300), (100_000, 3600)] as [(Int64?, Double)])
  func `a fresh document is asked for after its time within the limits`(fresh: Int64?, expected: Double) {
    let history = RefreshHistory(lastSuccess: time(0), hints: RefreshHints(maximumAgeSeconds: fresh))
    #expect(delay(history, even) == expected)
  }

  @Test(
    arguments: [(1, 5), (2, 10), (3, 20), (7, 320), (8, 1800), (1_000_000, 1800), (Int.max, 1800)]
      as [(Int, Double)])
  func `the time doubles with each failure until the feed rests`(count: Int, expected: Double) {
    #expect(delay(failed(count), even) == expected)
  }

  @Test func `the time after a failure has a limit before the rest`() {
    let patient = RefreshPolicy(restAfterFailures: 100, jitter: 0)
    #expect(delay(failed(99), patient) == 600)
  }

  @Test(arguments: [(120, 120), (1, 5), (10_000_000, 86_400)] as [(Int64, Double)])
  func `the server's wish to wait is heeded for a day at most`(seconds: Int64, expected: Double) {
    #expect(delay(failed(1, retryAfter: seconds), even) == expected)
  }

  @Test func `a time of the future counts as now`() {
    let history = RefreshHistory(lastSuccess: time(100_000))
    #expect(delay(history, even) == 60)
  }

  @Test func `what is overdue is due now`() {
    #expect(delay(RefreshHistory(lastSuccess: time(0)), even, now: 5000) == 5000)
  }

  @Test func `random histories lead to times within the limits, the same for the same seed`() {
    let seed: UInt64 = 20_260_201
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let policy = RefreshPolicy(
        intervalSeconds: .random(in: 1...600, using: &random),
        longestSeconds: .random(in: 1...7200, using: &random),
        retrySeconds: .random(in: 1...60, using: &random),
        longestRetrySeconds: .random(in: 1...1200, using: &random),
        restAfterFailures: .random(in: 1...20, using: &random),
        restSeconds: .random(in: 1...4000, using: &random),
        jitter: .random(in: 0...1, using: &random))
      let history = RefreshHistory(
        lastSuccess: Bool.random(using: &random) ? time(.random(in: -9000...9000, using: &random)) : nil,
        lastFailure: Bool.random(using: &random) ? time(.random(in: -9000...9000, using: &random)) : nil,
        failureCount: .random(in: 0...40, using: &random),
        hints: RefreshHints(
          maximumAgeSeconds: Bool.random(using: &random) ? .random(in: 0...10_000, using: &random) : nil,
          retryAfterSeconds: Bool.random(using: &random) ? .random(in: 0...200_000, using: &random) : nil))
      let drawn = random.next()
      let next = RefreshPlan.next(history, policy, now: morning, seed: drawn)
      #expect(next == RefreshPlan.next(history, policy, now: morning, seed: drawn))
      #expect(next >= morning)
      let greatest = max(policy.longestSeconds, policy.restSeconds, policy.longestRetrySeconds, 86_400)
      #expect(next <= morning.advanced(bySeconds: 2 * greatest))
      guard let last = history.failureCount > 0 ? history.lastFailure : history.lastSuccess, last <= morning
      else {
        continue
      }
      let wish = Double(history.hints.retryAfterSeconds ?? 0)
      #expect(next >= last.advanced(bySeconds: min(wish, 86_400)))
      // A further failure never leads to an earlier time, but for the random part.
      var worse = history
      worse.failureCount = max(1, history.failureCount) + 1
      worse.lastFailure = last
      var same = history
      same.failureCount = max(1, history.failureCount)
      same.lastFailure = last
      let steady = RefreshPolicy(
        retrySeconds: policy.retrySeconds, longestRetrySeconds: policy.longestRetrySeconds,
        restAfterFailures: policy.restAfterFailures, restSeconds: policy.restSeconds, jitter: 0)
      #expect(
        RefreshPlan.next(worse, steady, now: morning, seed: drawn)
          >= RefreshPlan.next(same, steady, now: morning, seed: drawn))
    }
  }

  @Test func `different seeds spread the times over the random part`() {
    let policy = RefreshPolicy(intervalSeconds: 100, jitter: 0.2)
    let history = RefreshHistory(lastSuccess: time(0))
    let delays = (0..<10_000).map { delay(history, policy, seed: UInt64($0)) }
    #expect(delays.allSatisfy { (100..<120).contains($0) })
    for slot in 0..<10 {
      let share = delays.filter { Int(($0 - 100) / 2) == slot }.count
      #expect((800...1200).contains(share), "slot \(slot) has \(share)")
    }
  }
}
