import SkiBase

@testable import SkiClient

/// A transport that answers as a test says, and keeps the requests.
final class ScriptedTransport: ClientTransport {
  /// Answers a request.
  typealias Answer = @Sendable (ClientRequest) async throws -> ClientReply
  /// Opens a stream.
  typealias Opening = @Sendable (ClientRequest) async throws -> ClientStreamReply

  private let answer: Answer
  private let opening: Opening
  private let log = Locked<[ClientRequest]>([])

  init(
    opening: @escaping Opening = { _ in throw SkiError(.unavailable, "no stream is scripted; give one") },
    answer: @escaping Answer
  ) {
    (self.opening, self.answer) = (opening, answer)
  }

  /// The requests in the order of their coming.
  var requests: [ClientRequest] { log.withLock { $0 } }

  func send(_ request: ClientRequest) async throws -> ClientReply {
    log.withLock { $0.append(request) }
    return try await answer(request)
  }

  func open(_ request: ClientRequest) async throws -> ClientStreamReply {
    log.withLock { $0.append(request) }
    return try await opening(request)
  }
}

extension ClientReply {
  /// A reply with a document.
  static func json(_ text: String, status: Int = 200) -> ClientReply {
    ClientReply(status: status, fields: ["content-type": "application/json"], body: Array(text.utf8))
  }

  /// A problem.
  static func problem(_ status: Int, _ code: String, fields: [String: String] = [:]) -> ClientReply {
    let text = #"{"type":"about:blank","status":\#(status),"code":"\#(code)","detail":"it fails; mend it"}"#
    return ClientReply(
      status: status, fields: fields.merging(["content-type": "application/problem+json"]) { $1 },
      body: Array(text.utf8))
  }
}

extension ClientStreamReply {
  /// A stream of texts that ends after the last one.
  static func events(_ texts: [String], then end: SkiError? = nil) -> ClientStreamReply {
    let left = Locked(texts)
    return ClientStreamReply(
      status: 200, fields: ["content-type": "text/event-stream"],
      pieces: BytePieces {
        let next: String? = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let next { return Array(next.utf8) }
        if let end { throw end }
        return nil
      })
  }
}

extension ClientRequest {
  /// The method with the path and the query.
  var line: String {
    "\(method) \(address.hasPrefix(World.base) ? String(address.dropFirst(World.base.count)) : address)"
  }
  /// The body as text; empty without one.
  var text: String { body.map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
