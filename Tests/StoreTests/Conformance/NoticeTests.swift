import SkiBase
import SkiPeople
import Testing

/// Notices report commits, in every database.
struct NoticeTests {
  @Test(arguments: StoreBackend.usable)
  func `notices are reported once, after their commit and in order, those of undone transactions never`(
    backend: StoreBackend
  ) async throws {
    try await backend.withDriver { driver in
      try await driver.write { try $0.change("CREATE TABLE marks (number BIGINT PRIMARY KEY)") }
      let log = NoticeLog()
      let token = try await driver.listen { log.add($0) }
      try? await driver.write { connection in
        try connection.notify("undone")
        throw SkiError(.cancelled, "undo")
      }
      try await driver.write { connection in
        try connection.notify("one ⛷")
        try connection.notify("one ⛷")
        try connection.notify("two")
      }
      try await driver.write { try $0.notify("one ⛷") }
      try await driver.write { try $0.notify(String(repeating: "x", count: 7_999)) }
      try await driver.write { try $0.notify("end") }
      let expected: [StoreNotice] = [
        .committed("one ⛷"), .committed("two"), .committed("one ⛷"),
        .committed(String(repeating: "x", count: 7_999)),
        .committed("end"),
      ]
      try await #expect(log.waiting(for: .committed("end")) == expected)
      token.cancel()
      token.cancel()
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `what a notice announces can be read when it is reported`(backend: StoreBackend) async throws {
    try await backend.withDriver { driver in
      try await driver.write { try $0.change("CREATE TABLE marks (number BIGINT PRIMARY KEY)") }
      let (stream, continuation) = AsyncStream.makeStream(of: Int64.self)
      let token = try await driver.listen { notice in
        if case .committed(let payload) = notice, let number = Int64(payload) { continuation.yield(number) }
      }
      let writing = Task {
        for number in Int64(1)...50 {
          try await driver.write { connection in
            try connection.change("INSERT INTO marks VALUES ($1)", [.integer(number)])
            try connection.notify("\(number)")
          }
        }
      }
      var seen: [Int64] = []
      for await number in stream {
        let rows = try await driver.read {
          try $0.rows("SELECT 1 FROM marks WHERE number = $1", [.integer(number)])
        }
        #expect(rows.count == 1)
        seen.append(number)
        if number == 50 { break }
      }
      #expect(seen == Array(1...50))
      try await writing.value
      token.cancel()
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a cancelled listener receives nothing while another does`(backend: StoreBackend) async throws {
    try await backend.withDriver { driver in
      let (gone, kept) = (NoticeLog(), NoticeLog())
      let token = try await driver.listen { gone.add($0) }
      _ = try await driver.listen { kept.add($0) }
      token.cancel()
      try await driver.write { try $0.notify("late") }
      try await #expect(kept.waiting(for: .committed("late")) == [.committed("late")])
      #expect(gone.all.isEmpty)
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `an empty notice, one with U+0000 and a long one are refused`(backend: StoreBackend) async throws {
    try await backend.withDriver { driver in
      await expectError(.invalidArgument) { try await driver.write { try $0.notify("") } }
      await expectError(.invalidArgument) { try await driver.write { try $0.notify("a\u{0}") } }
      await expectError(.limitExceeded) {
        try await driver.write { try $0.notify(String(repeating: "x", count: 8_000)) }
      }
    }
  }
}
