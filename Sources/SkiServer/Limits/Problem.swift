package import HTTPTypes
package import Hummingbird
import NIOCore
package import SkiBase

/// A failed request as its client sees it: a document of type `application/problem+json`.
///
/// It never names a file, a coordinate or a token of the server.
///
/// **Source:** RFC 9457, "Problem Details for HTTP APIs".
package struct Problem: Error, Sendable {
  /// The status of the response.
  package let status: HTTPResponse.Status
  /// The kind of failure: a code of ``SkiError/Code``, or one of HTTP.
  package let code: String
  /// The problem with the offending value, and the remedy.
  package let detail: String
  /// The location of the problem in the request; nil when there is none.
  package let subject: String?
  /// Further header fields, such as the time after which to ask again.
  package var fields: HTTPFields

  /// Creates a problem of HTTP itself.
  package init(_ status: HTTPResponse.Status, code: String, _ detail: String, fields: HTTPFields = [:]) {
    (self.status, self.code, self.detail, self.fields) = (status, code, detail, fields)
    subject = nil
  }

  /// Creates the problem of an error.
  package init(_ error: SkiError) {
    status = Self.status(of: error.code)
    code = error.code.rawValue
    let isOfServer = status.kind == .serverError && error.code != .unavailable && error.code != .timedOut
    detail = isOfServer ? "the server can't answer for a reason of its own; ask again later" : error.message
    subject = isOfServer || error.subject?.contains("/") == true ? nil : error.subject
    fields = [:]
    switch error.code {
    case .unavailable: fields[.retryAfter] = "1"
    // A bound of what one may make, of a minute or of a day; the rate of requests has a time of its own.
    case .rateLimited: fields[.retryAfter] = "60"
    default: break
    }
  }

  /// Creates the problem of any error.
  package init(any error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as SkiError: self.init(error)
    case is CancellationError: self.init(SkiError(.cancelled, "the request was cancelled; send it again"))
    default: self.init(SkiError(.internalInconsistency, "fault: \(type(of: error))"))
    }
  }

  /// Returns the status of a response to a kind of failure.
  package static func status(of code: SkiError.Code) -> HTTPResponse.Status {
    switch code {
    case .invalidArgument, .malformedData: .badRequest
    case .emptyInput, .unknownPlace, .ambiguousPlace: .unprocessableContent
    case .unsupportedFormat: .unsupportedMediaType
    case .limitExceeded: .contentTooLarge
    case .notPermitted: .forbidden
    case .notFound: .notFound
    case .conflict: .conflict
    case .rateLimited: .tooManyRequests
    case .unavailable, .cancelled: .serviceUnavailable
    case .timedOut: .gatewayTimeout
    case .missingInput, .unwritableOutput, .inputOutput, .internalInconsistency: .internalServerError
    }
  }

  /// Returns the response.
  package func response() -> Response {
    let (headers, document) = content()
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: document)))
  }

  /// The head and body of the last response of a connection, for handlers of channels.
  var whole: (head: HTTPResponse, body: ByteBuffer) {
    var (headers, document) = content()
    headers[.contentLength] = "\(document.count)"
    headers[.connection] = "close"
    return (HTTPResponse(status: status, headerFields: headers), ByteBuffer(bytes: document))
  }

  private func content() -> (headers: HTTPFields, document: [UInt8]) {
    var headers = fields
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = "no-store"
    let document = JSONWriter.line { json in
      json.object { json in
        json.member("type", "about:blank")
        json.member("title", status.reasonPhrase)
        json.member("status", status.code)
        json.member("code", code)
        json.member("detail", detail)
        if let subject { json.member("subject", subject) }
      }
    }
    return (headers, document)
  }
}
