public import SkiBase
public import SkiGraph

/// A step of a route in an answer: along one lift, run, street or connector.
public struct AnswerStep: Sendable, Hashable, Signposted {
  /// The kind of link that the step follows.
  public var kind = LinkKind.walk
  /// The movement along most of the step.
  public var movement = StepMovement.walked
  /// The id in the source of the map; nil for connectors and approaches.
  public var id: SourceID?
  /// The name; nil without one.
  public var name: String?
  /// The numbers on the sign, in source order.
  public var refs: [String] = []
  /// The names of what a run without a name leads from and to; empty for other steps, else two.
  public var linkBetween: [String] = []
  /// The hardest grade that counts for a ceiling; nil when ungraded, and for lifts.
  public var difficulty: Difficulty?
  /// Indicates whether the grade was estimated from the terrain.
  public var isDifficultyEstimated = false
  /// Indicates whether 50 m or more of it are two grades steeper than the mapped grade.
  public var isSteeperThanGraded = false
  /// The colour of the grade in its region, grey for ungraded runs; nil for lifts and ungraded walks.
  public var colour: DifficultyColour?
  /// The kinds of terrain of a run, as far as mapped.
  public var terrain: [TerrainKind] = []
  /// The grooming of a run; nil when unknown.
  public var grooming: Grooming?
  /// Indicates whether a lift's carriers have bubbles; nil when unknown.
  public var hasBubble: Bool?
  /// Indicates whether a lift's carriers have heated seats; nil when unknown.
  public var isHeated: Bool?
  /// The kind of lift; nil for other steps.
  public var liftKind: LiftKind?
  /// The kind of street; nil for other steps.
  public var streetKind: StreetKind?
  /// The number of seats of a lift's carrier; nil when unknown.
  public var seats: Int?
  /// Indicates whether a lift is ridden down; nil for other steps.
  public var isDown: Bool?
  /// Indicates whether it is a walk along nothing that is mapped.
  public var isUnmapped = false
  /// Indicates whether nothing tells in which direction a part of the run falls.
  public var isDirectionUnknown = false
  /// Indicates whether the ride continues on the lift of the step before.
  public var isStayingOn = false
  /// The name of the station where one stays on; nil without one.
  public var stayOnStation: String?
  /// The duration in seconds, waits included.
  public var seconds = 0.0
  /// The wait before boarding in seconds.
  public var waitSeconds = 0.0
  /// The length in metres along the surface or the rope; along the map where elevations are unknown.
  public var lengthMetres = 0.0
  /// The ascent in metres, of a lift its net rise; nil where elevations are unknown.
  public var ascentMetres: Double?
  /// The descent in metres, of a lift its net fall; nil where elevations are unknown.
  public var descentMetres: Double?
  /// The gradient of the steepest 25 m, up or down, as a positive ratio; nil where elevations are unknown.
  public var maxGradient: Double?
  /// The geometry in the direction of travel.
  public var points: [GraphPoint] = []

  /// Creates a walk without duration, length and points.
  public init() {}
}

extension AnswerStep: ContractDocument {
  package static let title = "RouteStep"
  package static let summary = "A step of a route, along one lift, run, street or connector."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var step = member.start(Self())
    try step.visitFeature(&member)
    try step.visitLift(&member)
    try step.visitMeasures(&member)
    try member.geometry(
      "coordinates", .positions, "The line of the step.", &step.points)
    return step
  }

  private mutating func visitFeature(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member("kind", .word, "What the step follows: a run, lift, street (walk) or connector.", &kind)
    try member("movement", .word, "How one gets along.", &movement)
    try member.optional("id", .source, "The id in the source of the map.", &id)
    try member.optional("name", .placeName, "The name.", &name)
    try member.signs(&refs)
    try member.link(&linkBetween)
    try member.optional("difficulty", .word, "The hardest grade that counts for a ceiling.", &difficulty)
    try member(
      "difficultyEstimated", .flag, "Whether the grade was estimated from the terrain.",
      &isDifficultyEstimated)
    try member(
      "steeperThanGraded", .flag, "Whether 50 m or more are two grades steeper than the mapped one.",
      &isSteeperThanGraded)
    try member.optional("colour", .word, "The colour of the grade in its region.", &colour)
    try member("terrain", .words(), "The kinds of terrain of a run, as far as mapped.", &terrain)
    try member.optional("grooming", .word, "How a run is prepared.", &grooming)
  }

  private mutating func visitLift(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member.optional("bubble", .flag, "Whether a lift's carriers have bubbles.", &hasBubble)
    try member.optional("heated", .flag, "Whether a lift's carriers have heated seats.", &isHeated)
    try member.optional("liftType", .word, "The kind of lift.", &liftKind)
    try member.optional("streetType", .word, "The kind of street that is walked along.", &streetKind)
    try member.optional("seats", .count, "The seats of a carrier.", &seats)
    try member.optional("direction", .isDown, "The direction in which a lift is ridden.", &isDown)
    try member("unmapped", .flag, "Whether it is a walk along nothing that is mapped.", &isUnmapped)
    try member(
      "directionUnknown", .flag, "Whether nothing tells in which direction a part of the run falls.",
      &isDirectionUnknown)
    try member("stayOn", .flag, "Whether one stays on the lift of the step before.", &isStayingOn)
    try member.optional("stayOnStation", .placeName, "The station where one stays on.", &stayOnStation)
  }

  private mutating func visitMeasures(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member("seconds", .seconds, "The duration, waits included.", &seconds)
    try member("waitSeconds", .seconds, "The wait before boarding.", &waitSeconds)
    try member("lengthMetres", .metres, "The length along the surface or the rope.", &lengthMetres)
    try member.optional("ascentMetres", .metres, "Metres up, of a lift its net rise.", &ascentMetres)
    try member.optional("descentMetres", .metres, "Metres down, of a lift its net fall.", &descentMetres)
    try member.optional(
      "maxGradient", .ratio, "The gradient of the steepest 25 m, up or down, as a positive ratio.",
      &maxGradient)
  }
}

extension DocumentForm {
  /// Visits the member `linkBetween`: two names, or null for none.
  mutating func link(_ names: inout [String]) throws(SkiError) {
    var link = names.isEmpty ? nil : names
    try optional(
      "linkBetween", .texts, "Of a run without a name and number what it leads from and to.", &link)
    names = link ?? []
  }
}

extension MemberType<Bool> {
  /// The words `down` and `up`.
  fileprivate static var isDown: Self {
    Self(
      write: { $1.string($0 ? "down" : "up") },
      as: MemberForm(
        schema: { $0.reference(to: directionSchema, title: "LiftDirection") }, like: false,
        parse: { tree, source throws(SkiError) in
          switch tree {
          case .string("down"): return true
          case .string("up"): return false
          default: throw source.document.wrong(source.words, "down or up")
          }
        }))
  }

  private static var directionSchema: JSONValue {
    .object(["type": .string("string"), "enum": .array([.string("down"), .string("up")])])
  }
}
