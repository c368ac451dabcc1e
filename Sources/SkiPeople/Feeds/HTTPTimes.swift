package import SkiBase

/// The wishes of a server for the time of the next request.
package struct RefreshHints: Sendable, Hashable {
  /// The time the document stays fresh, in seconds: `Cache-Control: max-age`, 0 for `no-cache`; nil when not stated.
  package var maximumAgeSeconds: Int64?
  /// The time to wait before the next request, in seconds: `Retry-After`; nil when not stated.
  package var retryAfterSeconds: Int64?

  /// Creates hints.
  package init(maximumAgeSeconds: Int64? = nil, retryAfterSeconds: Int64? = nil) {
    (self.maximumAgeSeconds, self.retryAfterSeconds) = (maximumAgeSeconds, retryAfterSeconds)
  }

  /// Reads the hints of a response; values that can't be read count as not stated.
  /// - Parameters:
  ///   - reply: The response.
  ///   - now: The current time, from which a date is counted.
  package init(_ reply: HTTPReply, now: UniversalTime) {
    maximumAgeSeconds = reply.field("cache-control").flatMap(Self.maximumAge)
    retryAfterSeconds = reply.field("retry-after").flatMap { Self.seconds($0) ?? Self.secondsUntil($0, now) }
  }

  private static func maximumAge(_ field: String) -> Int64? {
    var age: Int64?
    for part in field.lowercased().split(separator: ",").map({ String($0).trimmingBlanks() }) {
      if part == "no-cache" || part == "no-store" { return 0 }
      if part.hasPrefix("max-age=") { age = seconds(String(part.dropFirst(8).filter { $0 != "\"" })) ?? age }
    }
    return age
  }

  /// Returns a number of seconds, limited to a year.
  private static func seconds(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int64(text) ?? .max, 31_536_000)
  }

  private static func secondsUntil(_ text: String, _ now: UniversalTime) -> Int64? {
    guard let date = UniversalTime(httpDate: text) else { return nil }
    return Int64(max(0, min(31_536_000, (date.secondsSince1970 - now.secondsSince1970).rounded(.up))))
  }
}

extension UniversalTime {
  /// Creates a time from a date of HTTP, as `Sun, 01 Feb 2026 09:10:00 GMT`; nil for another text.
  package init?(httpDate text: String) {
    let words = text.split(separator: " ")
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard words.count == 6, words[5] == "GMT", words[1].utf8.count == 2,
      let month = months.firstIndex(of: String(words[2])),
      let time = ParsedTime(
        iso8601: "\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])T\(words[4])Z".utf8)
    else { return nil }
    self = time.time
  }
}

/// A response of a server.
package struct HTTPReply: Sendable {
  /// The status, such as 200 or 304.
  package var status: Int
  /// The body, decompressed; empty unless the status is 200.
  package var body: [UInt8]
  private let fields: [String: String]

  /// Creates a response; the first of several fields of one name counts, whatever its case.
  package init(status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.body = body
    self.fields = Dictionary(fields.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
  }

  /// Returns the value of a field without surrounding blanks; nil when there is none.
  /// - Parameter name: The name in lower case.
  package func field(_ name: String) -> String? { fields[name] }

  /// The media type in lower case, without parameters; nil when none is stated.
  package var mediaType: String? {
    field("content-type")?.prefix { $0 != ";" }.lowercased().trimmingBlanks()
  }

  /// The error of a status that brings no document; nil for 200 and 304.
  package var failure: SkiError? {
    switch status {
    case 200, 304: nil
    case 404, 410: error(.notFound, "the document is not there; correct the feed's address")
    case 401, 402, 403, 407, 451:
      error(.notPermitted, "the document is refused; correct the feed's address or its key")
    case 429: error(.rateLimited, "too many requests were made; ask less often")
    case 408, 425, 500...599: error(.unavailable, "the server can't answer now; try again later")
    case 400...499: error(.invalidArgument, "the request is refused; correct the feed's address")
    default: error(.malformedData, "the status is unexpected; the feed must answer 200 or 304")
    }
  }

  private func error(_ code: SkiError.Code, _ text: String) -> SkiError {
    SkiError(code, "response has status \(status): \(text)")
  }
}

extension String {
  /// Returns the text without surrounding blanks and tabs.
  package func trimmingBlanks() -> String {
    var rest = self[...]
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
  }
}
