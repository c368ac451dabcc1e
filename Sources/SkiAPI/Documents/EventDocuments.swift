package import SkiBase
import SkiGraph

// The documents of events and meeting places.

extension TripEvent: ContractDocument {
  package static let title = "TripEvent"
  package static let summary = "An event of a trip as the user sees it."

  package static func form(_ member: inout DocumentForm<TripEvent>) throws(SkiError) -> TripEvent {
    try TripEvent(
      id: member("id", .id, "The identifier.") { $0.id },
      trip: member("trip", .id, "The trip.") { $0.trip },
      author: member.optional("author", .id, "The author; null for one who is no member any more.") {
        $0.author
      },
      name: member("name", .text(like: "Lunch"), "The name.") { $0.name },
      note: member("note", .text(like: "At the hut."), "The note; empty for none.", default: "") { $0.note },
      place: member.optional("place", .document, "The meeting point; null while none is agreed.") {
        $0.place
      },
      start: member("start", .time, "The first moment.") { $0.start },
      end: member("end", .time, "The end.") { $0.end },
      day: member("day", .day, "The day of the first moment in the trip's zone.") { $0.day },
      seats: member.optional("seats", .integer, "The number of seats; null for any number.") { $0.seats },
      taken: member("taken", .integer, "The number of those who come.") { $0.taken },
      audience: member.optional(
        "audience", .word, "The kind of the audience; null for who may not change the event."
      ) { $0.audience },
      cancelled: member.optional("cancelled", .time, "When it was cancelled.") { $0.cancelled },
      answer: member.optional("answer", .word, "The user's answer.") { $0.answer },
      mayChange: member("mayChange", .flag, "Whether the user may change and cancel it.") { $0.mayChange })
  }
}

extension EventDraft: ContractDocument {
  package static let title = "EventDraft"
  package static let summary = "The values of a new event; times without a zone are those of the trip's."

  package static func form(_ member: inout DocumentForm<EventDraft>) throws(SkiError) -> EventDraft {
    try EventDraft(
      name: member("name", .text(EventRules.nameLimit, like: "Lunch"), "The name.") { $0.name },
      note: member("note", .text(EventRules.noteLimit, like: "At the hut."), "The note.", default: "") {
        $0.note
      },
      place: member.given("place", .document, "The meeting point.") { $0.place },
      start: member("start", .time, "The first moment, not before now.") { $0.start },
      end: member("end", .time, "The end.") { $0.end },
      seats: member.given("seats", .integer(EventRules.seatsRange), "The number of seats; any without.") {
        $0.seats
      },
      audience: EventAudience.form(&member))
  }
}

extension EventAudience {
  private var people: [UserID]? {
    guard case .people(let people) = self else { return nil }
    return people
  }

  /// Visits the members `audience` and `people`, which belongs to the audience of that name.
  fileprivate static func form(_ member: inout DocumentForm<EventDraft>) throws(SkiError) -> EventAudience {
    let kind = try member("audience", .word, "The people to whom it is sent.") { $0.audience.kind }
    let people = try member.given("people", .ids(), "The people, for the audience people alone.") {
      $0.audience.people
    }
    switch kind {
    case .people: return .people(try member.require("people", people))
    case .trip, .friends, .near:
      guard people == nil || member.isDescribing else {
        throw member.wrong("people", "absent unless the audience is people")
      }
      return kind == .trip ? .trip : kind == .friends ? .friends : .near
    }
  }
}

extension EventPatch: ContractDocument {
  package static let title = "EventPatch"
  package static let summary = "The changes of an event; what is left out stays as it is."

  package static func form(_ member: inout DocumentForm<EventPatch>) throws(SkiError) -> EventPatch {
    try EventPatch(
      name: member.given("name", .text(EventRules.nameLimit, like: "Lunch"), "The new name.") { $0.name },
      note: member.given("note", .text(EventRules.noteLimit, like: "At the hut."), "The new note.") {
        $0.note
      },
      place: member.given("place", .document, "The new meeting point.") { $0.place },
      start: member.given("start", .time, "The new first moment, not before now.") { $0.start },
      end: member.given("end", .time, "The new end, after now.") { $0.end },
      seats: member.given("seats", .integer(EventRules.seatsRange), "The new number of seats.") { $0.seats },
      allowsAnyNumber: member.given("allowsAnyNumber", .flag, "Whether any number may come from now on.") {
        $0.allowsAnyNumber ? true : nil
      } ?? false)
  }
}

extension MeetingPoint: ContractDocument {
  package static let title = "MeetingPoint"
  package static let summary = "A place of the map at which people meet."

  package static func form(_ member: inout DocumentForm<MeetingPoint>) throws(SkiError) -> MeetingPoint {
    try MeetingPoint(
      source: member("source", .source, "Its id in the source, which outlives the map.") { $0.source },
      name: member("name", .text(nameLimit, like: "Hut"), "The name.") { $0.name },
      coordinate: Coordinate(
        latitude: member("latitude", .number(-90...90, places: 7, like: 46.02), "Degrees north.") {
          $0.coordinate.latitude
        },
        longitude: member("longitude", .number(-180...180, places: 7, like: 7.75), "Degrees east.") {
          $0.coordinate.longitude
        }),
      isGone: member(
        "isGone", .flag, "Whether the map does not have it any more; ignored in requests.", default: false
      ) { $0.isGone })
  }
}

extension EventGuest: ContractDocument {
  package static let title = "EventGuest"
  package static let summary = "A guest of an event as the user sees them."

  package static func form(_ member: inout DocumentForm<EventGuest>) throws(SkiError) -> EventGuest {
    try EventGuest(
      user: member("user", .id, "The guest.") { $0.user },
      name: member("name", .text(like: "Ben"), "The guest's name.") { $0.name },
      answer: member.optional("answer", .word, "The answer; null for none yet.") { $0.answer })
  }
}

extension EventPage: ContractDocument {
  package static let title = "EventPage"
  package static let summary = "A part of the itinerary of a trip."

  package static func form(_ member: inout DocumentForm<EventPage>) throws(SkiError) -> EventPage {
    try EventPage(
      events: member("events", .documents(), "The events in the order of their starts.", default: []) {
        $0.events
      },
      next: member.optional("next", .eventPosition, "Where the next page begins; null at the end.") {
        $0.next
      })
  }
}

extension MemberType<EventPosition> {
  /// A position in the itinerary.
  package static var eventPosition: Self {
    Self(
      write: { $1.string($0.text) },
      as: MemberForm(
        text: "a position in the itinerary",
        like: EventPosition(
          start: UniversalTime(secondsSince1970: 1_768_638_600), event: MemberType<EventID>.id.example()),
        make: { try EventPosition($0) }))
  }
}

extension MeetingSuggestion: ContractDocument {
  package static let title = "MeetingSuggestion"
  package static let summary = "A place at which people can meet."

  package static func form(_ member: inout DocumentForm<MeetingSuggestion>) throws(SkiError)
    -> MeetingSuggestion
  {
    try MeetingSuggestion(
      place: member("place", .document, "The place.") { $0.place },
      missing: member("missing", .ids(), "The people who were not taken into account.", default: []) {
        $0.missing
      })
  }
}
