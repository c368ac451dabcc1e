import SkiBase
import Testing

@testable import SkiClient

/// A transfer on its way to its reader: in order, bounded, and with its end.
@Suite struct PieceMailboxTests {
  @Test func `the head and the pieces are read in their order, and then the end`() async throws {
    let mailbox = PieceMailbox()
    mailbox.put(PieceMailbox.Head(status: 200, fields: ["a": "b"]))
    #expect(mailbox.put([1, 2]))
    #expect(mailbox.put([3]))
    mailbox.finish()
    try await #expect(mailbox.head().status == 200)
    try await #expect(mailbox.next() == [1, 2])
    try await #expect(mailbox.next() == [3])
    try await #expect(mailbox.next() == nil)
    #expect(!mailbox.put([4]))
  }

  @Test func `a reader waits for what comes later`() async throws {
    let mailbox = PieceMailbox()
    let reading = Task {
      var bytes: [UInt8] = try await [UInt8(clamping: mailbox.head().status)]
      while let piece = try await mailbox.next() { bytes += piece }
      return bytes
    }
    await Task.yield()
    mailbox.put(PieceMailbox.Head(status: 204, fields: [:]))
    for byte in UInt8(0)..<100 {
      #expect(mailbox.put([byte]))
      await Task.yield()
    }
    mailbox.finish()
    try await #expect(reading.value == [204] + Array(0..<100))
  }

  @Test func `the first failure counts, after what came before it`() async throws {
    let mailbox = PieceMailbox()
    #expect(mailbox.put([1]))
    mailbox.finish(SkiError(.timedOut, "it takes too long; try again"))
    mailbox.finish(SkiError(.cancelled, "it is cancelled; try again"))
    try await #expect(mailbox.next() == [1])
    await expectError(.timedOut) { _ = try await mailbox.next() }
    await expectError(.timedOut) { _ = try await mailbox.head() }
  }

  @Test func `an end without a head is unavailable`() async {
    let mailbox = PieceMailbox()
    mailbox.finish()
    await expectError(.unavailable) { _ = try await mailbox.head() }
  }

  @Test func `more than the limit ends the transfer, and reading makes room`() async throws {
    let mailbox = PieceMailbox(limit: 4)
    #expect(mailbox.put([1, 2, 3]))
    try await #expect(mailbox.next() == [1, 2, 3])
    #expect(mailbox.put([4, 5, 6, 7]))
    #expect(!mailbox.put([8]))
    try await #expect(mailbox.next() == [4, 5, 6, 7])
    await expectError(.limitExceeded) { _ = try await mailbox.next() }
  }
}
