package import SkiFormats
package import SkiSharing

extension Invitation: TripsDocument {
  /// The invitation as an object of JSON, without its secret.
  package var json: JSONValue { .object(members) }

  fileprivate var members: [JSONValue.Member] {
    [
      JSONValue.Member("id", .string(id.rawValue)), JSONValue.Member("trip", .string(trip.rawValue)),
      JSONValue.Member("role", .string(role.rawValue)), JSONValue.Member("madeBy", .string(madeBy.rawValue)),
      JSONValue.Member("expires", .time(expires)), JSONValue.Member("usesLeft", .integer(usesLeft)),
    ]
  }

  /// Creates an invitation from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      id: try document.requiredID("id"), trip: try document.requiredID("trip"),
      role: try document.requiredWord("role"), madeBy: try document.requiredID("madeBy"),
      expires: try document.requiredTime("expires"), usesLeft: try document.requiredInteger("usesLeft"))
  }
}

/// A new invitation with the secret of its link, for the host who made it.
package struct MadeInvitation: TripsDocument, Hashable {
  /// The invitation.
  package var invitation: Invitation
  /// The secret of the link.
  package var secret: LinkSecret

  /// Creates a new invitation from its parts.
  package init(_ invitation: Invitation, secret: LinkSecret) {
    (self.invitation, self.secret) = (invitation, secret)
  }

  /// The invitation as an object of JSON, with its secret.
  package var json: JSONValue {
    .object(invitation.members + [JSONValue.Member("secret", .string(secret.text))])
  }

  /// Creates a new invitation from its document.
  package init(_ document: DocumentReader) throws {
    let secret = try document.parsed("secret", as: "the secret of a link") { try LinkSecret($0) }
    self.init(try Invitation(document), secret: try document.require("secret", secret))
  }
}

extension InvitationPreview: TripsDocument {
  /// The sight of the trip as an object of JSON.
  package var json: JSONValue {
    .object(["trip": trip.json, "role": .string(role.rawValue), "isMember": .bool(isMember)])
  }

  /// Creates a sight of a trip from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      trip: try document.requiredDocument("trip"), role: try document.requiredWord("role"),
      isMember: try document.requiredBool("isMember"))
  }
}
