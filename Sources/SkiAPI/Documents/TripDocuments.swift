package import SkiBase
import SkiGraph

// The documents of trips, their members and invitations.

extension Trip: ContractDocument {
  package static let title = "Trip"
  package static let summary = "A trip: the holiday of a group in some ski areas, for a time."

  package static func form(_ member: inout DocumentForm<Trip>) throws(SkiError) -> Trip {
    try Trip(
      id: member("id", .id, "The identifier.") { $0.id },
      name: member("name", .text(like: "Ski week"), "The name.") { $0.name },
      zone: member("zone", .storedZone, "The time zone in which its days begin and end.") { $0.zone },
      areas: member("areas", .sources, "The ski areas, by their ids in the source.", default: []) {
        $0.areas
      },
      window: member.window("The first moment.", "The end by the hosts' plan.") { $0.window },
      created: member("created", .time, "When it was created.") { $0.created },
      ended: member.optional("ended", .time, "When a host ended it.") { $0.ended })
  }
}

extension DocumentForm {
  /// Visits the members `from` and `until`.
  /// - Throws: `SkiError` with code `.invalidArgument` for a missing one, and an end that is not after the beginning.
  package mutating func window(
    _ fromText: String, _ untilText: String, _ value: (Document) -> TimeWindow
  ) throws(SkiError) -> TimeWindow {
    let first = try self("from", .time, fromText) { value($0).from }
    let end = try self("until", .time, untilText) { value($0).until }
    if let written { return value(written) }
    return try TimeWindow(
      from: first, until: isDescribing ? first.advanced(bySeconds: 86_400) : end, field: "time of \(noun)",
      greatestSeconds: .infinity)
  }
}

extension OwnTrip: ContractDocument {
  package static let title = "OwnTrip"
  package static let summary = "A trip of the user, with the user's part in it."

  package static func form(_ member: inout DocumentForm<OwnTrip>) throws(SkiError) -> OwnTrip {
    try OwnTrip(
      trip: member("trip", .document, "The trip.") { $0.trip },
      role: member("role", .word, "The user's role.") { $0.role },
      joined: member("joined", .time, "When the user joined.") { $0.joined },
      isChosen: member("isChosen", .flag, "Whether it is the one that the user chose as present.") {
        $0.isChosen
      })
  }
}

extension TripDraft: ContractDocument {
  package static let title = "TripDraft"
  package static let summary = "The values of a new trip; times without a zone are those of the trip's."

  package static func prepare(_ reader: inout DocumentReader) {
    // A name that is no zone is refused where the trip is made.
    if let zone = try? MemberType<TimeZoneName>.zone.read(reader, "zone") { reader.readTimes(in: zone) }
  }

  package static func form(_ member: inout DocumentForm<TripDraft>) throws(SkiError) -> TripDraft {
    try TripDraft(
      name: member("name", .text(Trip.nameLimit, like: "Ski week"), "The name.") { $0.name },
      zone: member("zone", .text(like: "Europe/Zurich"), "The time zone of its days, an IANA name.") {
        $0.zone
      },
      areas: member("areas", .sources, "The ski areas, by their ids in the source; 20 at most.", default: [])
      {
        $0.areas
      },
      from: member("from", .time, "The first moment.") { $0.from },
      until: member("until", .time, "The end, after now and at most 400 days after the first moment.") {
        $0.until
      })
  }
}

extension TripPatch: ContractDocument {
  package static let title = "TripPatch"
  package static let summary = "The changes of a trip; what is left out stays as it is."

  package static func prepare(_ reader: inout DocumentReader) { TripDraft.prepare(&reader) }

  package static func form(_ member: inout DocumentForm<TripPatch>) throws(SkiError) -> TripPatch {
    try TripPatch(
      name: member.given("name", .text(Trip.nameLimit, like: "Ski week"), "The new name.") { $0.name },
      zone: member.given("zone", .text(like: "Europe/Zurich"), "The new time zone.") { $0.zone },
      areas: member.given("areas", .sources, "The new ski areas, all of them.") { $0.areas },
      from: member.given("from", .time, "The new first moment.") { $0.from },
      until: member.given("until", .time, "The new end.") { $0.until })
  }
}

extension TripMember: ContractDocument {
  package static let title = "TripMember"
  package static let summary = "A member of a trip as other members see them."

  package static func form(_ member: inout DocumentForm<TripMember>) throws(SkiError) -> TripMember {
    try TripMember(
      user: member("user", .id, "The member.") { $0.user },
      name: member("name", .text(like: "Anna"), "The member's name.") { $0.name },
      role: member("role", .word, "The member's role.") { $0.role },
      joined: member("joined", .time, "When the member joined.") { $0.joined },
      isNamedAsHost: member(
        "isNamedAsHost", .flag, "Whether the member has the name of a host and is another person.",
        default: false
      ) { $0.isNamedAsHost })
  }
}

extension Invitation: ContractDocument {
  package static let title = "Invitation"
  package static let summary = "An invitation to a trip, without the secret of its link."

  package static func form(_ member: inout DocumentForm<Invitation>) throws(SkiError) -> Invitation {
    try Invitation(
      id: member("id", .id, "The identifier.") { $0.id },
      trip: member("trip", .id, "The trip.") { $0.trip },
      role: member("role", .word, "The role of those who join by it.") { $0.role },
      madeBy: member("madeBy", .id, "The host who made it.") { $0.madeBy },
      expires: member("expires", .time, "The end.") { $0.expires },
      usesLeft: member("usesLeft", .integer, "The number of people who may still join by it.") { $0.usesLeft }
    )
  }
}

/// A new invitation with the secret of its link, for the host who made it.
package struct MadeInvitation: ContractDocument, Hashable {
  /// The invitation.
  package var invitation: Invitation
  /// The secret of the link.
  package var secret: LinkSecret

  /// Creates a new invitation from its parts.
  package init(_ invitation: Invitation, secret: LinkSecret) {
    (self.invitation, self.secret) = (invitation, secret)
  }

  package static let title = "MadeInvitation"
  package static let summary = "A new invitation with the secret of its link, which is shown this once."

  package static func form(_ member: inout DocumentForm<MadeInvitation>) throws(SkiError) -> MadeInvitation {
    let invitation = try member.part { $0.invitation }
    return try MadeInvitation(invitation, secret: member("secret", .linkSecret, "The secret.") { $0.secret })
  }
}

extension MemberType<LinkSecret> {
  /// The secret of a link.
  package static var linkSecret: Self {
    Self(
      write: { $1.string($0.text) },
      as: MemberForm(text: "the secret of a link", like: LinkSecret(), make: { try LinkSecret($0) }))
  }
}

extension InvitationPreview: ContractDocument {
  package static let title = "InvitationPreview"
  package static let summary = "The sight of a trip that the holder of an invitation has before joining."

  package static func form(_ member: inout DocumentForm<InvitationPreview>) throws(SkiError)
    -> InvitationPreview
  {
    try InvitationPreview(
      trip: member("trip", .document, "The trip.") { $0.trip },
      role: member("role", .word, "The role of those who join.") { $0.role },
      isMember: member("isMember", .flag, "Whether the user is a member already.") { $0.isMember })
  }
}
