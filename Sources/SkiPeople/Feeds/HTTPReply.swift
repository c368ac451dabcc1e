package import SkiBase

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
