import SkiBase

/// A parser of server-sent events, which takes bytes in pieces of any size.
///
/// **Source:** WHATWG HTML, "Server-sent events", "Interpreting an event stream".
package struct EventParser: Sendable {
  /// The greatest size of a line, and of an event's data, in bytes.
  package static let greatestByteCount = 1 << 20

  private var line: [UInt8] = []
  private var isFirstLine = true
  private var endsWithReturn = false
  private var name = ""
  private var data = ""
  private var id = ""

  /// The last identifier that the stream gave; empty for none.
  package private(set) var lastEventID = ""
  /// The time before a new connection that the server asks for, in milliseconds; nil when it asked for none.
  package private(set) var retryMilliseconds: Int?

  /// Creates a parser at the beginning of a stream.
  /// - Parameter lastEventID: The last identifier of the connection before.
  package init(lastEventID: String = "") { (self.lastEventID, id) = (lastEventID, lastEventID) }

  /// Takes bytes and returns the events that they complete.
  /// - Throws: `SkiError` with code `.limitExceeded` for a line or an event beyond ``greatestByteCount``; the parser is of no
  ///   use then.
  /// - Complexity: O(*n*) in the bytes.
  package mutating func take(_ bytes: some Sequence<UInt8>) throws -> [ServerEvent] {
    var events: [ServerEvent] = []
    for byte in bytes {
      if endsWithReturn {
        endsWithReturn = false
        if byte == UInt8(ascii: "\n") { continue }
      }
      switch byte {
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        endsWithReturn = byte == UInt8(ascii: "\r")
        if let event = try endLine() { events.append(event) }
      default:
        guard line.count < Self.greatestByteCount else { throw Self.tooLong("a line") }
        line.append(byte)
      }
    }
    return events
  }

  private static func tooLong(_ thing: String) -> SkiError {
    SkiError(
      .limitExceeded,
      "\(thing) of the stream has more than \(greatestByteCount) bytes; check the server's address")
  }

  /// Takes a whole line; returns the event that an empty one completes.
  private mutating func endLine() throws -> ServerEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    if isFirstLine {
      isFirstLine = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    guard !line.isEmpty else { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
    guard colon > 0 else { return nil }
    var value = line.dropFirst(colon + 1)
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    try takeField(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    return nil
  }

  private mutating func takeField(_ field: String, _ value: String) throws {
    switch field {
    case "event": name = value
    case "data":
      guard data.utf8.count + value.utf8.count < Self.greatestByteCount else {
        throw Self.tooLong("an event")
      }
      data += value
      data += "\n"
    case "id":
      if !value.utf8.contains(0) { id = value }
    case "retry":
      let isNumber = value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if isNumber, let milliseconds = Int(value) { retryMilliseconds = milliseconds }
    default: break
    }
  }

  private mutating func dispatch() -> ServerEvent? {
    lastEventID = id
    defer { (name, data) = ("", "") }
    guard !data.isEmpty else { return nil }
    return ServerEvent(name: name.isEmpty ? "message" : name, data: String(data.dropLast()), id: id)
  }
}

/// An event of a stream of server-sent events.
package struct ServerEvent: Sendable, Hashable {
  /// The name; `message` for an event without one.
  package var name: String
  /// The data, lines separated by a line feed.
  package var data: String
  /// The last identifier that the stream gave, of this event or of one before; empty for none.
  package var id: String

  /// Creates an event from its parts.
  package init(name: String, data: String, id: String) {
    (self.name, self.data, self.id) = (name, data, id)
  }
}
