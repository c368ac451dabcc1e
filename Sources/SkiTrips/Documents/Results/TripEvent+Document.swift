package import SkiFormats
import SkiGeo
import SkiSharing

extension TripEvent: TripsDocument {
  /// The event as an object of JSON.
  package var json: JSONValue {
    let place: JSONValue = place?.json ?? .null
    let seats: JSONValue = seats.map { JSONValue.integer($0) } ?? .null
    return .object([
      "id": .string(id.rawValue), "trip": .string(trip.rawValue), "author": .optional(author?.rawValue),
      "name": .string(name), "note": .string(note), "place": place, "start": .time(start),
      "end": .time(end), "day": .string(day.description), "seats": seats,
      "taken": .integer(taken), "audience": .optional(audience?.rawValue), "cancelled": .time(cancelled),
      "answer": .optional(answer?.rawValue), "mayChange": .bool(mayChange),
    ])
  }

  /// Creates an event from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      id: try document.requiredID("id"), trip: try document.requiredID("trip"),
      author: try document.id("author"), name: try document.requiredText("name"),
      note: try document.text("note") ?? "", place: try document.part("place"),
      start: try document.requiredTime("start"), end: try document.requiredTime("end"),
      day: try document.require("day", document.day("day")), seats: try document.integer("seats"),
      taken: try document.requiredInteger("taken"), audience: try document.word("audience"),
      cancelled: try document.time("cancelled"), answer: try document.word("answer"),
      mayChange: try document.requiredBool("mayChange"))
  }
}

extension EventGuest: TripsDocument {
  /// The guest as an object of JSON.
  package var json: JSONValue {
    .object([
      "user": .string(user.rawValue), "name": .string(name), "answer": .optional(answer?.rawValue),
    ])
  }

  /// Creates a guest from their document.
  package init(_ document: DocumentReader) throws {
    self.init(
      user: try document.requiredID("user"), name: try document.requiredText("name"),
      answer: try document.word("answer"))
  }
}

extension EventPage: TripsDocument {
  /// The page as an object of JSON.
  package var json: JSONValue { .object(["events": .documents(events), "next": .optional(next?.text)]) }

  /// Creates a page from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      events: try document.documents("events"),
      next: try document.parsed("next", as: "a position in the itinerary") { try EventPosition($0) })
  }
}

extension MeetingSuggestion: TripsDocument {
  /// The suggestion as an object of JSON.
  package var json: JSONValue {
    .object(["place": place.json, "missing": .array(missing.map { .string($0.rawValue) })])
  }

  /// Creates a suggestion from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      place: try document.require("place", document.part("place")),
      missing: try document.ids("missing") ?? [])
  }
}
