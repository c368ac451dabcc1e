package import SkiFormats
import SkiGeo
import SkiModel
import SkiSharing

extension EventDraft: TripsBody {
  /// The members of a body.
  package static let names = ["name", "note", "place", "start", "end", "seats", "audience", "people"]

  /// The values as an object of JSON, without members that have no value.
  package var json: JSONValue {
    var people: [UserID]?
    if case .people(let chosen) = audience { people = chosen }
    return .given([
      "name": JSONValue.string(name), "note": JSONValue.string(note), "place": place?.json,
      "start": JSONValue.time(start), "end": JSONValue.time(end),
      "seats": seats.map { JSONValue.integer($0) }, "audience": JSONValue.string(audience.kind.rawValue),
      "people": people.map { people in JSONValue.array(people.map { JSONValue.string($0.rawValue) }) },
    ])
  }

  /// Creates values from a body.
  package init(_ document: DocumentReader) throws {
    self.init(
      name: try document.requiredText("name"), note: try document.text("note") ?? "",
      place: try document.part("place"), start: try document.requiredTime("start"),
      end: try document.requiredTime("end"), seats: try document.integer("seats"),
      audience: try EventAudience(document))
  }
}

extension EventAudience {
  /// Creates an audience from the members `audience` and `people`, which belongs to the audience of that name.
  fileprivate init(_ document: DocumentReader) throws {
    let kind: EventAudienceKind = try document.requiredWord("audience")
    let people: [UserID]? = try document.ids("people")
    switch kind {
    case .people:
      self = .people(try document.require("people", people))
      return
    case .trip: self = .trip
    case .friends: self = .friends
    case .near: self = .near
    }
    guard people == nil else { throw document.wrong("people", "absent unless the audience is people") }
  }
}

extension EventPatch: TripsBody {
  /// The members of a body.
  package static let names = ["name", "note", "place", "start", "end", "seats", "allowsAnyNumber"]

  /// The changes as an object of JSON, without members that stay as they are.
  package var json: JSONValue {
    .given([
      "name": name.map { JSONValue.string($0) }, "note": note.map { JSONValue.string($0) },
      "place": place?.json, "start": start.map { JSONValue.time($0) },
      "end": end.map { JSONValue.time($0) }, "seats": seats.map { JSONValue.integer($0) },
      "allowsAnyNumber": allowsAnyNumber ? JSONValue.bool(true) : nil,
    ])
  }

  /// Creates changes from a body.
  package init(_ document: DocumentReader) throws {
    self.init(
      name: try document.text("name"), note: try document.text("note"), place: try document.part("place"),
      start: try document.time("start"), end: try document.time("end"),
      seats: try document.integer("seats"), allowsAnyNumber: try document.bool("allowsAnyNumber") ?? false)
  }
}

extension MeetingPoint: TripsBody {
  /// The members of a place; `isGone` is ignored in bodies.
  package static let names = ["source", "name", "latitude", "longitude", "isGone"]

  /// Creates a place from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      source: try document.requiredSource("source"), name: try document.requiredText("name"),
      coordinate: Coordinate(
        latitude: try document.requiredNumber("latitude"),
        longitude: try document.requiredNumber("longitude")),
      isGone: try document.bool("isGone") ?? false)
  }
}
