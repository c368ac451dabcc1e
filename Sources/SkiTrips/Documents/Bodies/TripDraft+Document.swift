package import SkiFormats
import SkiModel

extension TripDraft: TripsBody {
  /// The members of a body.
  package static let names = ["name", "zone", "areas", "from", "until"]

  /// The values as an object of JSON.
  package var json: JSONValue {
    .object([
      "name": .string(name), "zone": .string(zone), "areas": .array(areas.map { .string($0.rawValue) }),
      "from": .time(from), "until": .time(until),
    ])
  }

  /// Creates values from a body; without the member `areas` there are no ski areas.
  ///
  /// Times without a zone are those of the trip's zone.
  package init(_ document: DocumentReader) throws {
    var document = document
    // A name that is no zone is refused where the trip is made.
    document.zoneOfTimes = try? document.zone("zone")
    self.init(
      name: try document.requiredText("name"), zone: try document.requiredText("zone"),
      areas: try document.sources("areas") ?? [], from: try document.requiredTime("from"),
      until: try document.requiredTime("until"))
  }
}

extension TripPatch: TripsBody {
  /// The members of a body.
  package static let names = TripDraft.names

  /// The changes as an object of JSON, without members that stay as they are.
  package var json: JSONValue {
    .given([
      "name": name.map { JSONValue.string($0) }, "zone": zone.map { JSONValue.string($0) },
      "areas": areas.map { areas in JSONValue.array(areas.map { JSONValue.string($0.rawValue) }) },
      "from": from.map { JSONValue.time($0) }, "until": until.map { JSONValue.time($0) },
    ])
  }

  /// Creates changes from a body; times without a zone are those of a new zone, else of ``DocumentReader/zoneOfTimes``.
  package init(_ document: DocumentReader) throws {
    var document = document
    if let zone = try? document.zone("zone") { document.zoneOfTimes = zone }
    self.init(
      name: try document.text("name"), zone: try document.text("zone"),
      areas: try document.sources("areas"), from: try document.time("from"),
      until: try document.time("until"))
  }
}
