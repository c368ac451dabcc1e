import CLibraries
import Foundation
import SkiBase

/// One request by libcurl.
final class CurlTransfer: Sendable {
  private let address: FeedAddress
  private let fields: [String]
  private let limits: HTTPLimits
  private let sent: [UInt8]?
  private let isCancelled = Locked(false)

  /// Creates a request.
  /// - Parameter sent: The body of a `POST`; nil for a `GET`.
  init(address: FeedAddress, fields: [String], limits: HTTPLimits, sent: [UInt8]? = nil) {
    (self.address, self.fields, self.limits, self.sent) = (address, fields, limits, sent)
  }

  /// Ends the transfer within about 50 ms.
  func cancel() { isCancelled.withLock { $0 = true } }

  /// Performs the transfer on the calling thread.
  /// - Throws: ``SkiError`` as ``HTTPClient/get(_:)``.
  func run() throws -> HTTPReply {
    var transfer = curl_transfer()
    (transfer.connect_ms, transfer.head_ms) = (limits.connectMilliseconds, limits.headMilliseconds)
    transfer.whole_ms = limits.wholeMilliseconds
    (transfer.head_limit, transfer.body_limit) = (limits.headBytes, limits.bodyBytes)
    transfer.is_local = address.isLocal ? 1 : 0
    transfer.context = Unmanaged.passUnretained(self).toOpaque()
    transfer.is_cancelled = { context in
      guard let context else { return 1 }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.isCancelled.withLock { $0 } ? 1 : 0
    }
    let lines = fields.map { strdup($0) }
    defer { for line in lines { free(line) } }
    let pointers = lines.map { UnsafePointer($0) } + [nil]
    address.text.withCString { text in
      pointers.withUnsafeBufferPointer { pointers in
        (transfer.address, transfer.fields) = (text, pointers.baseAddress)
        Self.withBytes(sent) { bytes in
          (transfer.sent, transfer.sent_count) = (bytes?.baseAddress, bytes?.count ?? 0)
          curl_transfer_run(&transfer)
          transfer.sent = nil
        }
        (transfer.address, transfer.fields) = (nil, nil)
      }
    }
    defer { curl_transfer_free(&transfer) }
    guard transfer.end == CURL_END_COMPLETE.rawValue else { throw failure(transfer) }
    return HTTPReply(
      status: transfer.status, fields: Self.fields(of: Self.bytes(transfer.head, transfer.head_count)),
      body: transfer.status == 200 ? Self.bytes(transfer.body, transfer.body_count) : [])
  }

  /// Calls a closure with the characters of bytes, whose start is no null pointer where there are bytes to send.
  private static func withBytes(
    _ bytes: [UInt8]?, _ body: (UnsafeBufferPointer<CChar>?) -> Void
  ) {
    guard let bytes else { return body(nil) }
    // An empty array may have no address, by which a POST is recognised.
    (bytes + [0]).withUnsafeBytes { all in
      let characters = all.bindMemory(to: CChar.self)
      body(UnsafeBufferPointer(start: characters.baseAddress, count: bytes.count))
    }
  }

  private static func bytes(_ start: UnsafeMutablePointer<CChar>?, _ count: Int) -> [UInt8] {
    start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
  }

  /// Returns the fields of a head; lines that are none are left out.
  private static func fields(of head: [UInt8]) -> [(name: String, value: String)] {
    head.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = line[(colon + 1)...].filter { $0 != UInt8(ascii: "\r") }
      return (
        String(decoding: line[..<colon], as: UTF8.self),
        String(decoding: value, as: UTF8.self).trimmingBlanks()
      )
    }
  }

  /// The error of a time limit.
  static var timedOut: SkiError {
    SkiError(.timedOut, "the feed doesn't answer within the time allowed; try again later, or allow more")
  }

  private func failure(_ transfer: curl_transfer) -> SkiError {
    let code = "libcurl: code \(transfer.code)"
    switch curl_end(UInt32(transfer.end)) {
    case CURL_END_CANCELLED: return SkiError(.cancelled, "the request was cancelled; send it again")
    case CURL_END_TIMED_OUT: return Self.timedOut
    case CURL_END_TOO_LARGE:
      return SkiError(
        .limitExceeded,
        "response is larger than \(limits.bodyBytes) bytes, or its head than \(limits.headBytes); divide the feed"
      )
    case CURL_END_UNREACHABLE:
      return SkiError(.unavailable, "the feed's server can't be reached; try again later", underlying: code)
    case CURL_END_UNTRUSTED:
      return SkiError(
        .notPermitted, "the certificate of the feed's server is not trusted; renew it", underlying: code)
    case CURL_END_CUT:
      return SkiError(
        .inputOutput, "the connection ended within the response; try again later", underlying: code)
    case CURL_END_MALFORMED:
      return SkiError(
        .malformedData, "response violates HTTP or its compression; correct the feed's server",
        underlying: code)
    default:
      return SkiError(.inputOutput, "the request failed; try again later", underlying: code)
    }
  }
}
