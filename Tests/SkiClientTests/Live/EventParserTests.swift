import SkiBase
import SkiTestSupport
import Testing

@testable import SkiClient

/// The parser of server-sent events, by the rules of WHATWG HTML.
@Suite struct EventParserTests {
  private func events(_ text: String) throws -> [ServerEvent] {
    var parser = EventParser()
    return try parser.take(Array(text.utf8))
  }

  @Test func `the examples of the standard give its events`() throws {
    // WHATWG HTML, "Server-sent events", the examples of "Interpreting an event stream".
    try #expect(
      events("data: YHOO\ndata: +2\ndata: 10\n\n") == [
        ServerEvent(name: "message", data: "YHOO\n+2\n10", id: "")
      ])
    try #expect(
      events(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n")
        == [
          ServerEvent(name: "message", data: "first event", id: "1"),
          ServerEvent(name: "message", data: "second event", id: ""),
          ServerEvent(name: "message", data: " third event", id: ""),
        ])
    // The last block has no empty line after it.
    try #expect(
      events("data\n\ndata\ndata\n\ndata:") == [
        ServerEvent(name: "message", data: "", id: ""), ServerEvent(name: "message", data: "\n", id: ""),
      ])
    try #expect(
      events("data:test\n\ndata: test\n\n").map(\.data) == ["test", "test"])
  }

  @Test func `names, identifiers and waits are taken from their fields`() throws {
    var parser = EventParser(lastEventID: "3.trip")
    #expect(parser.lastEventID == "3.trip")
    let text =
      "event: person\ndata: {}\n\nid: 4.trip\nevent: cursor\nretry: 2500\nretry: soon\ndata: {}\n\nid: a\u{0}b\ndata: x\n\n"
    let events = try parser.take(Array(text.utf8))
    #expect(
      events == [
        ServerEvent(name: "person", data: "{}", id: "3.trip"),
        ServerEvent(name: "cursor", data: "{}", id: "4.trip"),
        ServerEvent(name: "message", data: "x", id: "4.trip"),
      ])
    #expect(parser.lastEventID == "4.trip")
    #expect(parser.retryMilliseconds == 2500)
  }

  @Test func `an event without data is none, and its name is not kept`() throws {
    try #expect(
      events("event: gone\n\ndata: x\n\n") == [ServerEvent(name: "message", data: "x", id: "")])
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `each end of a line is one, and a mark of the byte order counts once`(end: String) throws {
    let text = ["\u{FEFF}data: ä", "", ": heartbeat", "", "unknown: x", "data: b", "data: c", "", ""]
    try #expect(events(text.joined(separator: end)).map(\.data) == ["ä", "b\nc"])
    try #expect(events("\n\u{FEFF}data: x\n\n").isEmpty)
  }

  @Test func `the bytes give the same events in pieces of any size`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
      let bytes = Self.randomStream(&generator)
      var whole = EventParser()
      let expected = try whole.take(bytes)
      var parts = EventParser()
      var found: [ServerEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = min(rest.count, Int.random(in: 1...7, using: &generator))
        found += try parts.take(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(found == expected, "seed \(seed) round \(round)")
      #expect(parts.lastEventID == whole.lastEventID, "seed \(seed) round \(round)")
    }
  }

  private static func randomStream(_ generator: inout SeededGenerator) -> [UInt8] {
    let words = [
      "data", "event", "id", "retry", ":", ": ", " ", "ä", "🎿", "x", "17", "\n", "\r", "\r\n", "\n\n",
      "\u{FEFF}", "\u{0}",
    ]
    return (0..<Int.random(in: 0...80, using: &generator)).flatMap { _ in
      Array(words[Int.random(in: 0..<words.count, using: &generator)].utf8)
    }
  }

  @Test func `random bytes neither stop the parser nor are kept beyond the limit`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var parser = EventParser()
      let bytes = (0..<2000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      let events = try parser.take(bytes)
      #expect(events.reduce(0) { $0 + $1.data.utf8.count } <= bytes.count * 3, "seed \(seed)")
    }
  }

  @Test func `a line and an event beyond the limit are refused`() async throws {
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: EventParser.greatestByteCount + 1)
    await expectError(.limitExceeded) {
      var parser = EventParser()
      _ = try parser.take(line)
    }
    await expectError(.limitExceeded) {
      var parser = EventParser()
      let block = Array(("data: " + String(repeating: "x", count: 1000) + "\n").utf8)
      for _ in 0...EventParser.greatestByteCount / 1000 { _ = try parser.take(block) }
    }
  }
}
