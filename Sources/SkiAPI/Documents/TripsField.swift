package import SkiBase

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
