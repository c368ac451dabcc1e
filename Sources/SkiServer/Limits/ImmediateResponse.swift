package import HTTPTypes
package import NIOCore

/// A response whose whole content is at hand, so that it is sent without a task.
package struct ImmediateResponse: Sendable {
  /// The status.
  package var status: HTTPResponse.Status
  /// The header fields.
  package var headers: HTTPFields
  /// The body; nil without one.
  package var body: ByteBuffer?

  /// The greatest size of a body in bytes: larger ones are sent in pieces, by a task.
  package static let greatestBytes = 32 << 10

  /// Creates a response.
  package init(status: HTTPResponse.Status, headers: HTTPFields, body: ByteBuffer? = nil) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
