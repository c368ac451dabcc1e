package import SkiFormats
import SkiSharing

extension SessionTokens: TripsDocument {
  /// The tokens as an object of JSON, with their secrets: for the client alone.
  package var json: JSONValue {
    .object([
      "user": .string(user.rawValue), "access": .string(access), "accessExpires": .time(accessExpires),
      "refresh": .string(refresh.text), "refreshExpires": .time(refreshExpires),
    ])
  }

  /// Creates tokens from their document.
  package init(_ document: DocumentReader) throws {
    self.init(
      user: try document.requiredID("user"), access: try document.requiredText("access"),
      accessExpires: try document.requiredTime("accessExpires"),
      refresh: RefreshToken(try document.requiredText("refresh")),
      refreshExpires: try document.requiredTime("refreshExpires"))
  }
}
