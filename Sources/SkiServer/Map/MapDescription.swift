package import SkiAPI
package import SkiBase
import SkiGraph
import SkiPeople

/// The identity, extent, ski areas and sources of a map, and what the server has beside it.
struct MapDescription: ContractDocument {
  /// A source of the map's data.
  struct Source: ContractDocument, Hashable {
    var name: String
    var licence: String?
    var attribution: String?
  }

  var map: String
  var status: String?
  var bounds: BoundingBox?
  var areas: [MapArea]
  var sets: [String]
  var sources: [Source]
  var live: Bool
  var trips: Bool

  static let title = "MapDescription"
  static let summary = "The identity, extent, ski areas and sources of the map."

  static func form(_ member: inout DocumentForm<MapDescription>) throws(SkiError) -> MapDescription {
    try MapDescription(
      map: member("map", .text(like: "39ea94f8f6c5a9d4"), "The identity of the map.") { $0.map },
      status: member.optional("status", .text(like: "7f3a9c2e"), "The identity of the states of lifts.") {
        $0.status
      },
      bounds: member.optional("bounds", .bounds, "The extent: west, south, east, north in degrees.") {
        $0.bounds
      },
      areas: member("areas", .documents(), "The ski areas with names.") { $0.areas },
      sets: member("sets", .texts, "The names of the sets of tiles.") { $0.sets },
      sources: member("sources", .documents(), "The sources of the data.") { $0.sources },
      live: member("live", .flag, "Whether positions are shared.") { $0.live },
      trips: member("trips", .flag, "Whether there are trip services.") { $0.trips })
  }
}

extension MapArea: ContractDocument {
  package static let title = "SkiArea"
  package static let summary = "A ski area of the map."

  package static func form(_ member: inout DocumentForm<MapArea>) throws(SkiError) -> MapArea {
    let id = try member.optional("id", .source, "Its id in the source.") { $0.id }
    let name = try member("name", .text(like: "Les Trois Vallées"), "Its name.") { $0.name }
    let zone = try member.optional("zone", .text(like: "Europe/Paris"), "Its time zone.") { $0.zone }
    return try MapArea(
      id: id, name: name,
      bounds: member("bounds", .bounds, "Its extent: west, south, east, north in degrees.") { $0.bounds },
      zone: zone)
  }
}

extension MapDescription.Source {
  static let title = "MapSource"
  static let summary = "A source of the map's data."

  static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    try Self(
      name: member("name", .text(like: "OpenSkiMap"), "The name.") { $0.name },
      licence: member.optional("licence", .text(like: "ODbL-1.0"), "The licence.") { $0.licence },
      attribution: member.optional(
        "attribution", .text(like: "© OpenStreetMap contributors"), "The words that must be shown."
      ) {
        $0.attribution
      })
  }
}

/// A lift with its state, as the list of lifts has it.
struct LiftEntry: ContractDocument, Hashable {
  var id: SourceID
  var name: String?
  var ref: String?
  var mapStatus: String
  var state: OperatingState
  var waitMinutes: Double?
  var source: String?
  var seenAt: UniversalTime?
  var ageSeconds: Int?
  var place: Coordinate?

  static let title = "LiftEntry"
  static let summary = "A lift of the map with its state."

  static func form(_ member: inout DocumentForm<LiftEntry>) throws(SkiError) -> LiftEntry {
    try LiftEntry(
      id: member("id", .source, "Its id in the source.") { $0.id },
      name: member.optional("name", .text(like: "Aurore"), "Its name.") { $0.name },
      ref: member.optional("ref", .text(like: "12"), "Its reference.") { $0.ref },
      mapStatus: member("mapStatus", .text(like: "operating"), "Its status on the map.") { $0.mapStatus },
      state: member("state", .word, "Its state now.") { $0.state },
      waitMinutes: member.optional("waitMinutes", .number(0...1440, places: 1, like: 5), "The time to wait.")
      {
        $0.waitMinutes
      },
      source: member.optional("source", .text(like: "feed"), "Who said the state.") { $0.source },
      seenAt: member.optional("seenAt", .second, "When the state was observed.") { $0.seenAt },
      ageSeconds: member.optional("ageSeconds", .integer, "The age of the state.") { $0.ageSeconds },
      place: member.given("place", .place, "Its lower station: longitude, latitude.") { $0.place })
  }
}

/// The lifts of the map with their states.
struct LiftList: ContractDocument, Hashable {
  var map: String
  var status: String?
  var lifts: [LiftEntry]

  static let title = "LiftList"
  static let summary = "The lifts of the map with their states."

  static func form(_ member: inout DocumentForm<LiftList>) throws(SkiError) -> LiftList {
    try LiftList(
      map: member("map", .text(like: "39ea94f8f6c5a9d4"), "The identity of the map.") { $0.map },
      status: member.optional("status", .text(like: "7f3a9c2e"), "The identity of the states.") { $0.status },
      lifts: member("lifts", .documents(), "The lifts.") { $0.lifts })
  }
}
