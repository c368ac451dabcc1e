import Foundation
import SkiBase
import Synchronization
import Testing

@testable import SkiBuild

struct OrderedWorkTests {
  private struct Fault: Error, Equatable { var number: Int }

  /// Returns the square of a number after a delay that depends on it.
  private static func unevenWork(_ number: Int) -> Int {
    usleep(UInt32(number * 7919 % 13) * 100)
    return number * number
  }

  @Test(arguments: [1, 2, 3, 8])
  func `results are consumed in order with any number of threads`(threads: Int) throws {
    var got: [Int] = []
    try OrderedWork.forEach(200, threads: threads, ahead: threads * 2) { number, _ in
      Self.unevenWork(number)
    } consume: { number, made in
      #expect(made == number * number)
      got.append(number)
    }
    #expect(got == Array(0..<200))
  }

  @Test func `a count of zero does no work`() throws {
    try OrderedWork.forEach(0, threads: 4, ahead: 4) { number, _ in
      number
    } consume: { _, _ in
      Issue.record("there is nothing to consume")
    }
  }

  @Test func `the work begun stays within the limit ahead of the consumer`() throws {
    let begun = Mutex(0)
    var consumed = 0
    try OrderedWork.forEach(100, threads: 4, ahead: 6) { number, _ in
      begun.withLock { $0 += 1 }
      return number
    } consume: { _, _ in
      usleep(300)
      #expect(begun.withLock { $0 } <= consumed + 6)
      consumed += 1
    }
    #expect(consumed == 100)
  }

  @Test(arguments: [1, 4])
  func `the error of the lowest number is thrown after all results before it are consumed`(threads: Int) {
    var got: [Int] = []
    #expect(throws: Fault(number: 30)) {
      try OrderedWork.forEach(100, threads: threads, ahead: 16) { number, _ in
        if number == 30 { usleep(3000) }
        if number >= 30 { throw Fault(number: number) }
        return number
      } consume: { number, _ in
        got.append(number)
      }
    }
    #expect(got == Array(0..<30))
  }

  @Test func `no thread continues after an error of the consumer`() {
    let begun = Mutex(0)
    #expect(throws: Fault(number: 3)) {
      try OrderedWork.forEach(10_000, threads: 3, ahead: 5) { number, _ in
        begun.withLock { $0 += 1 }
        return number
      } consume: { number, _ in
        if number == 3 { throw Fault(number: 3) }
      }
    }
    let after = begun.withLock { $0 }
    usleep(5000)
    #expect(begun.withLock { $0 } == after && after <= 9)
  }

  @Test func `a cancelled task ends the work of all threads`() async throws {
    let work = Task {
      try OrderedWork.forEach(4, threads: 2, ahead: 4) { _, stop in
        while true {
          usleep(1000)
          try stop.check()
        }
      } consume: { (_, _: Int) in
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    work.cancel()
    let error = await #expect(throws: SkiError.self) { try await work.value }
    #expect(error?.code == .cancelled)
  }
}
