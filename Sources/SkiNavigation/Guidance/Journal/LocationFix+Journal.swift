import SkiBase
import SkiGraph
import SkiTracks

/// The journal form of fixes.
extension LocationFix {
  var journal: JSONValue {
    .present([
      "lat": .exact(coordinate.latitude), "lon": .exact(coordinate.longitude),
      "time": .exact(time.secondsSince1970), "ele": elevationMetres.map(JSONValue.exact),
      "hacc": horizontalAccuracyMetres.map(JSONValue.exact),
      "vacc": verticalAccuracyMetres.map(JSONValue.exact),
      "course": courseDegrees.map(JSONValue.exact), "cacc": courseAccuracyDegrees.map(JSONValue.exact),
      "speed": speedMetresPerSecond.map(JSONValue.exact),
      "sacc": speedAccuracyMetresPerSecond.map(JSONValue.exact),
      "sequence": sequence.map { JSONValue.number($0) },
    ])
  }

  init(journal value: JSONTree) throws {
    var fields = try JournalFields(value, "a fix")
    self.init(
      Coordinate(
        latitude: try fields.required("lat", \.double), longitude: try fields.required("lon", \.double)),
      time: UniversalTime(secondsSince1970: try fields.required("time", \.double)))
    elevationMetres = try fields.optional("ele", \.double)
    horizontalAccuracyMetres = try fields.optional("hacc", \.double)
    verticalAccuracyMetres = try fields.optional("vacc", \.double)
    courseDegrees = try fields.optional("course", \.double)
    courseAccuracyDegrees = try fields.optional("cacc", \.double)
    speedMetresPerSecond = try fields.optional("speed", \.double)
    speedAccuracyMetresPerSecond = try fields.optional("sacc", \.double)
    sequence = try fields.optional("sequence") { $0.integer() }
    try fields.end()
  }
}

/// The journal form of rides.
extension RiddenLift {
  var journal: JSONValue {
    .present([
      "region": .number(region.rawValue), "lift": .number(lift.rawValue), "name": name.map(JSONValue.string),
      "ref": refs.isEmpty ? nil : .string(refs.joined(separator: ";")), "kind": .string(kind.rawValue),
      "lat": .exact(exit.latitude), "lon": .exact(exit.longitude),
    ])
  }

  init(journal value: JSONTree) throws {
    var fields = try JournalFields(value, "a ride")
    self.init(
      region: RegionIndex(try fields.required("region") { $0.integer(UInt32.self) }),
      lift: FeatureIndex(try fields.required("lift") { $0.integer(UInt32.self) }),
      name: try fields.optional("name", \.text),
      refs: ReferenceNumbers.list(try fields.optional("ref", \.text)),
      kind: try fields.required("kind") { $0.word() },
      exit: Coordinate(
        latitude: try fields.required("lat", \.double), longitude: try fields.required("lon", \.double)))
    try fields.end()
  }
}

/// The journal form of matched fixes, without the fix where it equals the one of the event.
extension MatchedFix {
  func journal(beside other: LocationFix) -> JSONValue {
    .present([
      "fix": fix.journal == other.journal ? nil : fix.journal, "state": .string(state.rawValue),
      "lat": .exact(coordinate.latitude), "lon": .exact(coordinate.longitude),
      "distance": distanceMetres.map(JSONValue.exact), "confidence": .exact(confidence),
      "region": place.map { .number($0.region.rawValue) }, "edge": place.map { .number($0.edge.rawValue) },
      "along": place.map { .exact($0.metresAlong) },
    ])
  }

  init(journal value: JSONTree, beside other: LocationFix) throws {
    var fields = try JournalFields(value, "a matched fix")
    let fix = try fields.optional("fix") { try LocationFix(journal: $0) } ?? other
    var place: EdgePlace?
    if fields.has("edge") {
      place = EdgePlace(
        region: RegionIndex(try fields.required("region") { $0.integer(UInt32.self) }),
        edge: EdgeIndex(try fields.required("edge") { $0.integer(UInt32.self) }),
        metresAlong: try fields.required("along", \.double))
    }
    self.init(
      fix, state: try fields.required("state") { $0.word() }, place: place,
      coordinate: Coordinate(
        latitude: try fields.required("lat", \.double), longitude: try fields.required("lon", \.double)),
      distanceMetres: try fields.optional("distance", \.double),
      confidence: try fields.required("confidence", \.double))
    try fields.end()
  }
}
