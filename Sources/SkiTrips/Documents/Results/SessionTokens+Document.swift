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

extension OwnSession: TripsDocument {
  /// The session as an object of JSON.
  package var json: JSONValue {
    .object([
      "id": .string(id.rawValue), "begun": .time(begun), "used": .time(used), "expires": .time(expires),
      "isAsking": .bool(isAsking),
    ])
  }

  /// Creates a session from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      id: try document.requiredID("id"), begun: try document.requiredTime("begun"),
      used: try document.requiredTime("used"), expires: try document.requiredTime("expires"),
      isAsking: try document.requiredBool("isAsking"))
  }
}
