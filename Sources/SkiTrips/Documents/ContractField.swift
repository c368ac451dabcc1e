package import SkiFormats
package import SkiGeo
import SkiModel
package import SkiSharing

/// A member of a small body or reply: one declaration of its name gives its reader, its JSON and its description.
package struct ContractField<Value: Sendable>: Sendable {
  /// The name.
  package let name: String
  private let type: MemberType<Value>
  private let documentation: String

  /// Creates a member.
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type of its values.
  ///   - documentation: One sentence on its meaning.
  package init(_ name: String, _ type: MemberType<Value>, _ documentation: String) {
    (self.name, self.type, self.documentation) = (name, type, documentation)
  }

  /// Returns the value in a document; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another form.
  package func value(in document: DocumentReader) throws -> Value? { try type.read(document, name) }

  /// Returns the value in a document that must have it.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is absent or of another form.
  package func required(in document: DocumentReader) throws -> Value {
    try document.require(name, value(in: document))
  }

  /// Returns the member with a value; null for nil.
  package func member(_ value: Value?) -> JSONValue.Member {
    JSONValue.Member(name, value.map(type.write) ?? .null)
  }

  /// The member of documents that always have it.
  package var always: MemberDescription { description(.required) }
  /// The member of documents that have it with null in place of a value, or don't have it.
  package var orNull: MemberDescription { description(.nullable) }
  /// The member of documents that may lack it.
  package var orAbsent: MemberDescription { description(.omittable) }

  /// The member of documents that have it, perhaps with null in place of a value, or don't have it.
  package var orNullOrAbsent: MemberDescription { description(.nullableOrOmitted) }

  private func description(_ presence: MemberDescription.Presence) -> MemberDescription {
    MemberDescription(
      name: name, documentation: documentation, presence: presence, schema: type.schema,
      example: { [type] in type.write(type.example()) })
  }
}

/// The content of a body or a reply, for its schema.
package struct ContractContent: Sendable {
  /// The names of the members.
  package let names: @Sendable () -> [String]
  /// Returns the schema; the title is for content that has none of its own.
  package let schema: @Sendable (inout SchemaTable, SchemaTable.Direction, _ title: String) -> JSONValue

  /// A document.
  package static func document<Document: ContractDocument>(_ type: Document.Type) -> ContractContent {
    ContractContent(
      names: { Document.names }, schema: { table, direction, _ in table.reference(type, direction) })
  }

  /// An object with the given members.
  package static func members(_ members: [MemberDescription]) -> ContractContent {
    ContractContent(
      names: { members.map(\.name) },
      schema: { table, direction, title in table.reference(members, direction, title: title) })
  }

  /// An object whose only member is a list of documents.
  package static func list<Document: ContractDocument>(
    _ name: String, of type: Document.Type
  ) -> ContractContent {
    members([ContractField<[Document]>(name, .documents(), "The list.").always])
  }

  /// An object without members.
  package static var nothing: ContractContent { members([]) }
}

/// The members of small bodies and replies of the trip services.
package enum TripsField {
  package static let trip = ContractField<TripID>("trip", .id, "The trip.")
  package static let chosenTrip = ContractField<TripID>("trip", .id, "The trip; null for none.")
  package static let event = ContractField<EventID>("event", .id, "The event.")
  package static let person = ContractField<UserID>("person", .id, "The other person.")
  package static let position = ContractField<Int64>(
    "position", .position, "The position up to which the user has read.")
  package static let answer = ContractField<EventAnswer>("answer", .word, "The answer.")
  package static let answerLink = ContractField<String>(
    "link", .text(like: "abc"), "The signed link of the answer.")
  package static let start = ContractField<UniversalTime>("start", .time, "The first moment of the event.")
  package static let people = ContractField<[UserID]>("people", .ids(), "The people who meet.")
  package static let time = ContractField<UniversalTime>(
    "time", .time, "When they meet; as early as possible without.")
  package static let leaveBy = ContractField<UniversalTime>(
    "leaveBy", .time, "When the user must leave; null when it is not known.")
  package static let progress = ContractField<EventProgress>("progress", .word, "What happened on the way.")
  package static let bytes = ContractField<Int>("bytes", .integer, "The size of the recording.")
  package static let sha256 = ContractField<String>(
    "sha256", .text(like: String(repeating: "0f", count: 32)), "The SHA-256 of the recording, hexadecimal.")
  package static let day = ContractField<DayID>("day", .id, "The day.")
  package static let fileKind = ContractField<DayFileKind>("kind", .word, "The kind of file.")
  package static let role = ContractField<TripRole>("role", .word, "The role.")
  package static let uses = ContractField<Int>(
    "uses", .integer(Invitation.usesRange), "The number of people who may join.")
  package static let expires = ContractField<UniversalTime>("expires", .time, "The end.")
  package static let secret = ContractField<String>("secret", .text(like: "abc"), "The secret of the link.")
  package static let notices = ContractField<[NoticeID]>("notices", .ids(), "The notices that are read.")
  package static let upTo = ContractField<NoticePosition>(
    "upTo", .noticePosition, "The position up to which all are read.")
  package static let wordID = ContractField<MessageID>(
    "id", .id, "An identifier of the client; the same again is harmless.")
  package static let word = ContractField<String>(
    "word", .text(NoticePayload.wordLimit, like: "Snow!"), "The word.")
  package static let recipients = ContractField<Int>(
    "recipients", .integer, "The number of people for whom it is new.")
  package static let favouriteKind = ContractField<FavouriteKind>("kind", .word, "The kind.")
  package static let friendState = ContractField<FriendState>("state", .word, "The state afterwards.")
  package static let token = ContractField<String>("token", .text(like: "eyJ0eXAi"), "The id_token.")
  package static let nonce = ContractField<String>(
    "nonce", .text(like: "4f1c"), "The nonce, valid for 10 minutes and once.")
  package static let userName = ContractField<String>(
    "name", .text(User.nameLimit, like: "Anna"), "The name.")
  /// The members of an export.
  package static let export: [MemberDescription] = [
    ContractField<User>("user", .document, "The user.").always,
    ContractField<[JSONValue]>("identities", .records, "The accounts of other services.").orAbsent,
    ContractField<[JSONValue]>("sessions", .records, "The sessions.").orAbsent,
    ContractField<[JSONValue]>("blocks", .records, "The people whom the user blocks.").orAbsent,
    ContractField<[OwnTrip]>("trips", .documents(), "The trips.").orAbsent,
    ContractField<[JSONValue]>("friends", .records, "The friends, and requests.").orAbsent,
    ContractField<[Favourite]>("favourites", .documents(), "The favourites.").orAbsent,
    ContractField<NearbyPreferences>("nearby", .document, "The preferences for what is near.").orNullOrAbsent,
    ContractField<[JSONValue]>("events", .records, "The events that the user made.").orAbsent,
    ContractField<[JSONValue]>("answers", .records, "The answers to events.").orAbsent,
    ContractField<[JSONValue]>("messages", .records, "The messages that the user wrote.").orAbsent,
    ContractField<[Notice]>("notices", .documents(), "The notices.").orAbsent,
    ContractField<NoticePreferences>("noticePreferences", .document, "The preferences for notices.")
      .orNullOrAbsent,
    ContractField<[RecordedDay]>("days", .documents(), "The recorded days.").orAbsent,
    ContractField<[DayLapRecord]>("laps", .documents(), "Their laps.").orAbsent,
    ContractField<[String]>("challenges", .texts, "The challenges of which the user is part.").orAbsent,
  ]
  package static let refresh = ContractField<RefreshToken>("refresh", .refreshToken, "A refresh token.")
}
