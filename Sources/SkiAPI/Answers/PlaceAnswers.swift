public import SkiBase
public import SkiGraph

// The answers about places: which map helps, what is near, and what has a name.

/// The map that helps at a place.
public struct LocateAnswer: Sendable, Hashable {
  /// A ski area.
  public struct Area: Sendable, Hashable {
    /// The name; nil without one.
    public var name: String?
    /// The id in the source of the map; nil where it is not mapped.
    public var id: SourceID?

    /// Creates an area.
    public init(name: String? = nil, id: SourceID? = nil) { (self.name, self.id) = (name, id) }
  }

  /// The lift, run or street nearest to a place.
  public struct Nearest: Sendable, Hashable {
    /// The kind.
    public var kind = FeatureKind.run
    /// The id in the source of the map.
    public var id = SourceID("")
    /// The name; nil without one.
    public var name: String?
    /// The numbers on the sign, in source order.
    public var refs: [String] = []
    /// The distance in metres.
    public var distanceMetres = 0.0
    /// The region of the map.
    public var region = 0
    /// The edge of the region.
    public var edge = 0
    /// The distance from the start of the edge in metres.
    public var metresAlong = 0.0

    /// Creates a run without a name.
    public init() {}
  }

  /// The map: `mountain` or `street`.
  public var kind = "street"
  /// The ski area of the nearest run or lift within 1 km; nil without one.
  public var area: Area?
  /// The likelihood that the truth lies on the same side of the boundary, 0.5...1.
  public var confidence = 0.0
  /// The distance to the nearest place of the other kind in metres; 1000 stands for all beyond.
  public var boundaryMetres = 0.0
  /// The nearest lift, run or street within 1 km; nil without one.
  public var nearest: Nearest?

  /// Creates the answer of a street without anything near.
  public init() {}
}

extension LocateAnswer: ContractDocument {
  package static let title = "LocateAnswer"
  package static let summary = "The map that helps at a place."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var answer = member.start(Self())
    try member("kind", .word(of: ["mountain", "street"]), "The map that helps there.", &answer.kind)
    try member.optional("area", .document, "The ski area of the nearest run or lift.", &answer.area)
    try member(
      "confidence", .number(0...1, places: 4, like: 0.98),
      "How likely the truth lies on the same side of the boundary.", &answer.confidence)
    try member(
      "boundaryMetres", .metres, "Metres to the nearest place of the other kind; 1000 for all beyond.",
      &answer.boundaryMetres)
    try member.optional("nearest", .document, "The nearest lift, run or street within 1 km.", &answer.nearest)
    return answer
  }
}

extension LocateAnswer.Area: ContractDocument {
  package static let title = "NearArea"
  package static let summary = "The ski area of a place."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var area = member.start(Self())
    try member.optional("name", .text(like: "Portes du Soleil"), "The name.", &area.name)
    try member.optional("id", .source, "The id in the source of the map.", &area.id)
    return area
  }
}

extension LocateAnswer.Nearest: ContractDocument {
  package static let title = "NearestFeature"
  package static let summary = "The lift, run or street nearest to a place."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var nearest = member.start(Self())
    try member("kind", .word, "The kind.", &nearest.kind)
    try member("id", .source, "The id in the source of the map.", &nearest.id)
    try member.optional("name", .placeName, "The name.", &nearest.name)
    try member.signs(&nearest.refs)
    try member("distanceMetres", .metres, "The distance on the map.", &nearest.distanceMetres)
    try member("region", .count, "The region of this map.", &nearest.region)
    try member("edge", .count, "The edge of the region.", &nearest.edge)
    try member("metresAlong", .metres, "The distance from the start of the edge.", &nearest.metresAlong)
    return nearest
  }
}

/// A position with its elevation.
public struct AnswerPosition: Sendable, Hashable {
  /// The coordinate.
  public var coordinate = Coordinate(latitude: 0, longitude: 0)
  /// The elevation in metres; nil where it is unknown.
  public var elevationMetres: Double?

  /// Creates a position.
  public init(
    _ coordinate: Coordinate = Coordinate(latitude: 0, longitude: 0), elevationMetres: Double? = nil
  ) {
    (self.coordinate, self.elevationMetres) = (coordinate, elevationMetres)
  }
}

extension AnswerPosition: ContractDocument {
  package static let title = "Position"
  package static let summary = "A position with its elevation."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var position = member.start(Self())
    try member("latitude", .latitude, "Degrees north.", &position.coordinate.latitude)
    try member("longitude", .longitude, "Degrees east.", &position.coordinate.longitude)
    try member.optional("elevationMetres", .metres, "Metres above mean sea level.", &position.elevationMetres)
    return position
  }
}

/// The lifts, runs and huts near a place.
public struct NearbyAnswer: Sendable, Hashable {
  /// A lift, run or hut near a place.
  public struct Entry: Sendable, Hashable {
    /// The kind.
    public var kind = FeatureKind.run
    /// The id in the source of the map.
    public var id = SourceID("")
    /// The name or number; nil without any.
    public var name: String?
    /// The time to get there in minutes; nil where it can't be reached.
    public var minutes: Double?
    /// The distance to the nearest entry in metres.
    public var metres = 0.0
    /// The direction, clockwise from north.
    public var bearingDegrees = 0.0
    /// The climb to it in metres; nil where elevations are unknown.
    public var climbMetres: Double?
    /// The position.
    public var position = AnswerPosition()

    /// Creates a run without a name.
    public init() {}
  }

  /// The attributions to show with the answer.
  public var attribution: String?
  /// The name of the place.
  public var place = ""
  /// The position of the place.
  public var position = AnswerPosition()
  /// The lifts, runs and huts, nearest first.
  public var nearby: [Entry] = []

  /// Creates an answer with nothing near.
  public init() {}
}

extension NearbyAnswer: ContractDocument {
  package static let title = "NearbyAnswer"
  package static let summary = "The lifts, runs and huts near a place."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var answer = member.start(Self())
    try member.constant("version", .integer, "The version of the form.", AnswerHeader.version)
    try member.optional("attribution", .attribution, "Words to show with the answer.", &answer.attribution)
    try member("place", .placeName, "The place.", &answer.place)
    try member.part(&answer.position)
    try member("nearby", .documents(), "What is near, by the time to get there.", &answer.nearby)
    return answer
  }
}

extension NearbyAnswer.Entry: ContractDocument {
  package static let title = "NearbyEntry"
  package static let summary = "A lift, run or hut near a place."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var entry = member.start(Self())
    try member("kind", .word, "The kind.", &entry.kind)
    try member("id", .source, "The id in the source of the map.", &entry.id)
    try member.optional("name", .placeName, "The name or number.", &entry.name)
    try member.optional("minutes", .number(places: 1, like: 12.5), "The time to get there.", &entry.minutes)
    try member("metres", .number(places: 0, like: 850), "Metres to the nearest entry.", &entry.metres)
    try member(
      "bearingDegrees", .number(0...360, places: 0, like: 45), "The direction, clockwise from north.",
      &entry.bearingDegrees)
    try member.optional("climbMetres", .number(places: 0, like: 120), "The climb to it.", &entry.climbMetres)
    try member.part(&entry.position)
    return entry
  }
}

/// A place found by name.
public struct PlaceEntry: Sendable, Hashable {
  /// The kind.
  public var kind = FeatureKind.run
  /// The name; nil without one.
  public var name: String?
  /// The id in the source of the map.
  public var id = SourceID("")
  /// The numbers on the sign, in source order.
  public var refs: [String] = []
  /// The lifecycle.
  public var status = Lifecycle.operating
  /// The restriction of access, as a word; nil for what is open to skiers.
  public var barred: String?
  /// The position.
  public var position = AnswerPosition()
  /// The number of features of the map that it stands for.
  public var featureCount = 0

  /// Creates a run without a name.
  public init() {}
}

extension PlaceEntry: ContractDocument {
  package static let title = "PlaceEntry"
  package static let summary = "A place found by name."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var entry = member.start(Self())
    try member("kind", .word, "The kind.", &entry.kind)
    try member.optional("name", .placeName, "The name.", &entry.name)
    try member("id", .source, "The id in the source of the map.", &entry.id)
    try member.signs(&entry.refs)
    try member("status", .word, "The lifecycle.", &entry.status)
    try member.given("barred", .text(like: "private"), "Why it is not open to skiers.", &entry.barred)
    try member.part(&entry.position)
    try member("features", .count, "How many features of the map it stands for.", &entry.featureCount)
    return entry
  }
}

/// The times between places.
public struct MatrixAnswer: Sendable, Hashable {
  /// The attributions to show with the answer.
  public var attribution: String?
  /// The names of the starts.
  public var from: [String] = []
  /// The names of the destinations.
  public var to: [String] = []
  /// The time in seconds from each start to each destination; nil without a route.
  public var seconds: [[Double?]] = []

  /// Creates an answer without places.
  public init() {}
}

extension MatrixAnswer: ContractDocument {
  package static let title = "MatrixAnswer"
  package static let summary = "The times between places."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var answer = member.start(Self())
    try member.constant("version", .integer, "The version of the form.", AnswerHeader.version)
    try member.optional("attribution", .attribution, "Words to show with the answer.", &answer.attribution)
    try member("from", .texts, "The starts.", &answer.from)
    try member("to", .texts, "The destinations.", &answer.to)
    try member(
      "seconds", MemberType<Double>.seconds.nullable.list.list,
      "The time from each start to each destination; null without a route.", &answer.seconds)
    return answer
  }
}
