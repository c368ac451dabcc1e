import HTTPTypes
import Hummingbird
import NIOCore
import SkiAPI
import SkiAnswers
import SkiBase
import SkiPeople

/// The responses of handlers.
extension Response {
  /// The size in bytes of the pieces in which large bodies are sent, so that a slow reader holds one of them.
  private static let pieceBytes = 16 << 10

  /// Returns a response with a document of JSON.
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, type: String = "application/json")
    -> Response
  {
    var headers: HTTPFields = [.contentType: type]
    headers[.cacheControl] = "no-cache"
    return Response(status: status, headers: headers, body: body(bytes))
  }

  /// Returns a media type as it is sent: XML states its charset, since readers take another one where the document has no declaration.
  static func sentType(_ type: String) -> String { type.hasSuffix("xml") ? type + "; charset=utf-8" : type }

  /// Returns a response with a document that a closure writes.
  static func json(
    status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void
  ) -> Response {
    json(JSONWriter.line { json in json.object(write) }, status: status)
  }

  /// Returns a response without a body.
  static func empty() -> Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }

  /// Returns a body of bytes, in pieces when it is large.
  static func body(_ bytes: [UInt8]) -> ResponseBody { body(ByteBuffer(bytes: bytes)) }

  /// Returns a body of bytes, in pieces when it is large.
  static func body(_ whole: ByteBuffer) -> ResponseBody {
    guard whole.readableBytes > ImmediateResponse.greatestBytes else {
      return ResponseBody(byteBuffer: whole)
    }
    return ResponseBody(contentLength: whole.readableBytes) { writer in
      var rest = whole
      while let piece = rest.readSlice(length: min(pieceBytes, rest.readableBytes)), piece.readableBytes > 0 {
        try await writer.write(piece)
      }
      try await writer.finish(nil)
    }
  }

  /// Creates a response of one that is at hand.
  init(_ immediate: ImmediateResponse) {
    self.init(
      status: immediate.status, headers: immediate.headers,
      body: immediate.body.map(Self.body) ?? ResponseBody())
  }

  private static let wordsField = HTTPField.Name("SkiRoute-Words")!

  /// Returns the response as one for the user alone where it counts words of hosts, and says so.
  func heeding(_ served: ServedMap) -> Response {
    guard !served.wordTrips.isEmpty else { return self }
    var response = self
    response.headers[.cacheControl] = "private, no-store"
    response.headers[.eTag] = nil
    response.headers[Self.wordsField] = served.wordTrips.sorted().map(\.rawValue).joined(separator: ", ")
    return response.noting(["the states of lifts are those that hosts of your trips told"])
  }

  // MARK: Notes

  private static let noteField = HTTPField.Name("SkiRoute-Note")!
  private static let noteLimit = 8
  private static let noteScalars = 300

  /// Returns the response with notes in header fields, percent-encoded; the first ones of many.
  func noting(_ notes: [String]) -> Response {
    var response = self
    for note in notes.prefix(Self.noteLimit) {
      let text = String(note.trimmingPrefix("skiroute: ")).shortened(toScalars: Self.noteScalars)
      // Visible ASCII stays as it is; the rest, line breaks among it, would end the field or the head.
      let encoded = PercentEncoding.encoded(text.utf8) {
        (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "%")
      }
      response.headers.append(HTTPField(name: Self.noteField, value: encoded))
    }
    return response
  }
}

extension SkiError {
  /// The error for something that does not exist, or that the client may not know of.
  static func unknownResource(_ noun: String) -> SkiError {
    SkiError(.notFound, "\(noun) is unknown; see /openapi.json for what there is")
  }
}
