public import SkiBase
public import SkiGraph
import SkiRouting
public import SkiTracks

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

/// A lift that a traveller rides, with the station at which the ride ends; valid for the map it was found on.
public struct RiddenLift: Signposted, Hashable, Sendable {
  /// The region of the lift.
  package var region: RegionIndex
  /// The lift, in its region.
  public var lift: FeatureIndex
  /// The name; nil when unnamed.
  public var name: String?
  /// The numbers on its sign, in source order; empty without any.
  public var refs: [String]
  /// The kind of lift; `unknown` when it is not mapped.
  public var kind: LiftKind
  /// The station at the end of the lift in the direction of the ride; WGS 84 degrees.
  public var exit: Coordinate

  /// Creates a ride from its members.
  package init(
    region: RegionIndex, lift: FeatureIndex, name: String?, refs: [String] = [], kind: LiftKind,
    exit: Coordinate
  ) {
    (self.region, self.lift, self.name, self.refs) = (region, lift, name, refs)
    (self.kind, self.exit) = (kind, exit)
  }

  /// The ride as a step without a length, for announcements.
  var step: RouteStep {
    var step = RouteStep(kind: .lift)
    (step.feature, step.name, step.refs, step.liftKind) = (lift, name, refs, kind)
    return step
  }
}

extension SkiMap {
  /// Returns the lift that a traveller rides at a place on it; nil where the place is on no lift.
  ///
  /// - Parameter place: A place matched on this map.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered, `.inputOutput` or
  ///   `.limitExceeded` when it can't be read into memory, `.invalidArgument` for a place of another map.
  /// - Complexity: O(*s*) in the sections of the lift; O(size of the region) when it is opened.
  public func riddenLift(at place: EdgePlace) throws -> RiddenLift? {
    try graph(of: place).riddenLift(on: place.edge)
  }
}

extension RoutingGraph {
  /// Returns the ride that an edge belongs to; nil for an edge that is no lift.
  /// - Complexity: O(*s*) in the sections of the lift.
  package func riddenLift(on edge: EdgeIndex) -> RiddenLift? {
    let section = link(link(of: edge))
    guard section.kind == .lift, let lift = section.feature else { return nil }
    let facts = feature(lift)
    return RiddenLift(
      region: region, lift: lift, name: facts.name, refs: facts.refs, kind: facts.liftKind,
      exit: point(head(lastSection(of: lift, from: edge))).coordinate)
  }

  /// Returns the last edge of a lift in the direction of one of its sections.
  private func lastSection(of lift: FeatureIndex, from edge: EdgeIndex) -> EdgeIndex {
    var (last, seen) = (edge, Set([link(of: edge)]))
    while true {
      let next = edges(from: head(last)).lazy.map { EdgeIndex($0) }.first {
        self.link(self.link(of: $0)).feature == lift && !seen.contains(self.link(of: $0))
      }
      guard let next else { return last }
      seen.insert(link(of: next))
      last = next
    }
  }
}
