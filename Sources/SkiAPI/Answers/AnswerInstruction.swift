public import SkiBase
public import SkiGraph

/// An instruction of the directions of a route.
public struct AnswerInstruction: Sendable, Hashable {
  /// The facts of an instruction, by its kind.
  public enum Facts: Sendable, Hashable {
    /// Ride a lift.
    case ride(Ride)
    /// Ski a run.
    case ski(Ski)
    /// Go on foot.
    case walk(Walk)
    /// Wait for what opens: its name, and the time.
    case wait(Wait)
    /// Keep to a side where other runs leave.
    case keep(Keep)
    /// Push where it is too flat to glide.
    case push(Push)
    /// Pass a landmark.
    case pass(Landmark)
    /// Arrive at a place; nil for one without a name.
    case arrive(String?)
  }

  /// The facts, by the kind of instruction.
  public var facts = Facts.arrive(nil)
  /// The instruction in words.
  public var text = ""
  /// The positions of the steps to which it belongs.
  public var steps = 0..<0
  /// The positions of the points to which it belongs, in the line of the whole route.
  public var points = 0..<0
  /// The distance from the start of the route in metres.
  public var startMetres = 0.0
  /// Its length in metres; 0 at a place.
  public var lengthMetres = 0.0
  /// The time from the start of the route in seconds.
  public var startSeconds = 0.0
  /// Its duration in seconds; 0 at a place.
  public var seconds = 0.0
  /// The place where it starts.
  public var point = GraphPoint(
    position: FixedCoordinate(Coordinate(latitude: 0, longitude: 0)), elevationCentimetres: nil)

  /// Creates the instruction of an arrival.
  public init() {}

  /// The facts of a lift ride.
  public struct Ride: Sendable, Hashable {
    /// The name; nil without one.
    public var name: String?
    /// The numbers on the sign, in source order.
    public var refs: [String] = []
    /// The kind of lift.
    public var liftKind = LiftKind.unknown
    /// The seats of a carrier; nil when unknown.
    public var seats: Int?
    /// The wait in seconds.
    public var waitSeconds = 0.0
    /// The duration of the ride in seconds.
    public var rideSeconds = 0.0
    /// Indicates whether it is ridden down; nil when unknown.
    public var isDown: Bool?
    /// The mid-station where one gets off; nil for the end.
    public var midStation: MidStation?
    /// The names of mid-stations that are passed, nil for one without a name.
    public var passedStations: [String?] = []

    /// Creates the ride of a lift without a name.
    public init() {}
  }

  /// A station between the ends of a lift.
  public struct MidStation: Sendable, Hashable {
    /// The name; nil without one.
    public var name: String?

    /// Creates a station.
    public init(name: String?) { self.name = name }
  }

  /// The sign of a run.
  public struct Sign: Sendable, Hashable {
    /// The name; nil without one.
    public var name: String?
    /// The numbers on the sign, in source order.
    public var refs: [String] = []
    /// The names of what a run without a name leads from and to; empty for other runs, else two.
    public var linkBetween: [String] = []
    /// The grade; nil when ungraded.
    public var difficulty: Difficulty?
    /// Indicates whether the grade was estimated from the terrain.
    public var isDifficultyEstimated = false
    /// The colour of the grade in its region, grey when ungraded.
    public var colour = DifficultyColour.grey

    /// Creates the sign of an ungraded run without a name.
    public init() {}
  }

  /// The facts of a leg along a run.
  public struct Ski: Sendable, Hashable {
    /// The sign of the run.
    public var sign = Sign()
    /// The kind of leg before it: `start`, `lift`, `run` or `walk`.
    public var approach = ""
    /// The turn onto the run; nil where there is none to tell.
    public var turn: String?
    /// The descent in metres; nil where elevations are unknown.
    public var descentMetres: Double?
    /// The gradient of the steepest 25 m as a positive ratio; nil where elevations are unknown.
    public var maxGradient: Double?
    /// Indicates whether 50 m or more of it are two grades steeper than the mapped grade.
    public var isSteeperThanGraded = false

    /// Creates the leg along an ungraded run.
    public init() {}
  }

  /// The facts of a leg on foot.
  public struct Walk: Sendable, Hashable {
    /// The manner of moving: `walk`, `cross` or `climb`.
    public var manner = ""
    /// The names of the streets, or of the run that is climbed; nil without any.
    public var street: String?
    /// The kind of leg before it: `start`, `lift`, `run` or `walk`.
    public var approach = ""
    /// The turn onto the walk; nil where there is none to tell.
    public var turn: String?
    /// The ascent in metres; nil where elevations are unknown, and below 5 m.
    public var ascentMetres: Double?
    /// Indicates whether a part of it follows nothing that is mapped.
    public var isUnmapped = false
    /// Indicates whether nothing tells in which direction the run falls that it climbs.
    public var isDirectionUnknown = false

    /// Creates a walk without a manner.
    public init() {}
  }

  /// The facts of a wait.
  public struct Wait: Sendable, Hashable {
    /// The name of the lift or run that opens; nil without one.
    public var name: String?
    /// The time of opening.
    public var until = DayTime(hour: 0)

    /// Creates a wait until midnight.
    public init() {}
  }

  /// The facts of a fork.
  public struct Keep: Sendable, Hashable {
    /// The side to keep to, `left` or `right`; nil for straight on.
    public var side: String?
    /// The signs of the runs that leave.
    public var others: [Sign] = []

    /// Creates a fork without other runs.
    public init() {}
  }

  /// The facts of a flat section.
  public struct Push: Sendable, Hashable {
    /// The sum of its rises in metres.
    public var ascentMetres = 0.0
    /// Indicates whether it is 80 % or more of the run.
    public var isWhole = false

    /// Creates a level section.
    public init() {}
  }

  /// A landmark beside a run.
  public struct Landmark: Sendable, Hashable {
    /// The kind: `hut`, `liftBottom`, `liftTop`, `liftAbove` or `run`.
    public var kind = ""
    /// The name.
    public var name = ""
    /// The side on which it lies, `left` or `right`; nil for a lift overhead.
    public var side: String?

    /// Creates a landmark of no kind.
    public init() {}
  }
}

extension AnswerInstruction: ContractDocument {
  package static let title = "Instruction"
  package static let summary = "An instruction of the directions of a route."

  private static let kinds = ["ride", "ski", "walk", "wait", "keep", "push", "pass", "arrive"]

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var one = member.start(Self())
    var kind = one.facts.kind
    try member("kind", .word(of: kinds), "What there is to do.", &kind)
    try member("text", .text(like: "Take the chair lift."), "The words; they may change.", &one.text)
    try member("steps", .range, "The steps to which it belongs: from, and up to but without.", &one.steps)
    try member(
      "points", .range, "Its points in the line of the whole route: from, and up to but without.",
      &one.points)
    try member("startMetres", .metres, "Metres from the start of the route.", &one.startMetres)
    try member("lengthMetres", .metres, "Its length; 0 at a place.", &one.lengthMetres)
    try member("startSeconds", .seconds, "The time from the start of the route.", &one.startSeconds)
    try member("seconds", .seconds, "Its duration; 0 at a place.", &one.seconds)
    try member("coordinate", .position, "Where it starts.", &one.point)
    try member("facts", .document, "What the words are made of, by kind.", &one.facts)
    return one
  }
}

extension AnswerInstruction.Facts: ContractDocument {
  /// The word of the kind.
  public var kind: String {
    switch self {
    case .ride: "ride"
    case .ski: "ski"
    case .walk: "walk"
    case .wait: "wait"
    case .keep: "keep"
    case .push: "push"
    case .pass: "pass"
    case .arrive: "arrive"
    }
  }

  package static let title = "InstructionFacts"
  package static let summary =
    "What the words of an instruction are made of; each kind has some of the members."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    let written = member.written
    var (ride, ski, walk, wait) = (written?.ride, written?.ski, written?.walk, written?.wait)
    var (keep, push, pass, end) = (written?.keep, written?.push, written?.pass, written?.arrival ?? nil)
    try member.part(by: "rideSeconds", &ride)
    try member.part(by: "colour", &ski)
    try member.part(by: "manner", &walk)
    try member.part(by: "until", &wait)
    try member.part(by: "others", &keep)
    try member.part(by: "isWhole", &push)
    try member.part(by: "landmark", &pass)
    if written == nil || written?.arrival != nil {
      try member.optional("name", .placeName, "The name.", unless: false, &end)
    }
    return ride.map(Self.ride) ?? ski.map(Self.ski) ?? walk.map(Self.walk) ?? wait.map(Self.wait)
      ?? keep.map(Self.keep) ?? push.map(Self.push) ?? pass.map(Self.pass) ?? .arrive(end)
  }

  private var ride: AnswerInstruction.Ride? { if case .ride(let facts) = self { facts } else { nil } }
  private var ski: AnswerInstruction.Ski? { if case .ski(let facts) = self { facts } else { nil } }
  private var walk: AnswerInstruction.Walk? { if case .walk(let facts) = self { facts } else { nil } }
  private var wait: AnswerInstruction.Wait? { if case .wait(let facts) = self { facts } else { nil } }
  private var keep: AnswerInstruction.Keep? { if case .keep(let facts) = self { facts } else { nil } }
  private var push: AnswerInstruction.Push? { if case .push(let facts) = self { facts } else { nil } }
  private var pass: AnswerInstruction.Landmark? { if case .pass(let facts) = self { facts } else { nil } }
  private var arrival: String?? { if case .arrive(let name) = self { .some(name) } else { nil } }
}

extension AnswerInstruction.Ride: ContractDocument {
  package static let title = "RideFacts"
  package static let summary = "The facts of a lift ride."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var ride = member.start(Self())
    try member.optional("name", .placeName, "The name.", &ride.name)
    try member.signs(&ride.refs)
    try member("liftType", .word, "The kind of lift.", &ride.liftKind)
    try member.optional("seats", .count, "The seats of a carrier.", &ride.seats)
    try member("waitSeconds", .seconds, "The wait.", &ride.waitSeconds)
    try member("rideSeconds", .seconds, "The duration of the ride.", &ride.rideSeconds)
    try member.optional("down", .flag, "Whether it is ridden down.", &ride.isDown)
    try member.optional("midStation", .document, "The mid-station where one gets off.", &ride.midStation)
    try member(
      "passedStations", MemberType<String>.placeName.nullable.list,
      "The mid-stations that are passed, null for one without a name.", &ride.passedStations)
    return ride
  }
}

extension AnswerInstruction.MidStation: ContractDocument {
  package static let title = "MidStation"
  package static let summary = "A station between the ends of a lift."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var station = member.start(Self(name: nil))
    try member.optional("name", .placeName, "The name.", &station.name)
    return station
  }
}

extension AnswerInstruction.Sign: ContractDocument {
  package static let title = "RunSign"
  package static let summary = "The sign of a run."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var sign = member.start(Self())
    try member.optional("name", .placeName, "The name.", &sign.name)
    try member.signs(&sign.refs)
    try member.link(&sign.linkBetween)
    try member.optional("difficulty", .word, "The grade.", &sign.difficulty)
    try member(
      "difficultyEstimated", .flag, "Whether the grade was estimated from the terrain.",
      &sign.isDifficultyEstimated)
    try member("colour", .word, "The colour of the grade in its region.", &sign.colour)
    return sign
  }
}

extension AnswerInstruction.Ski: ContractDocument {
  package static let title = "SkiFacts"
  package static let summary = "The facts of a leg along a run."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var ski = member.start(Self())
    try member.part(&ski.sign)
    try member(
      "approach", .text(like: "lift"), "What one was on before: start, lift, run or walk.", &ski.approach)
    try member.optional("turn", .text(like: "bearLeft"), "The turn onto it.", &ski.turn)
    try member.optional("descentMetres", .metres, "Metres down.", &ski.descentMetres)
    try member.optional("maxGradient", .ratio, "The gradient of the steepest 25 m.", &ski.maxGradient)
    try member(
      "steeperThanGraded", .flag, "Whether 50 m or more are two grades steeper than the mapped one.",
      &ski.isSteeperThanGraded)
    return ski
  }
}

extension AnswerInstruction.Walk: ContractDocument {
  package static let title = "WalkFacts"
  package static let summary = "The facts of a leg on foot."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var walk = member.start(Self())
    try member("manner", .text(like: "walk"), "How one moves: walk, cross or climb.", &walk.manner)
    try member.optional(
      "street", .text(like: "Dorfstrasse"), "The streets, or the run that is climbed.", &walk.street)
    try member(
      "approach", .text(like: "lift"), "What one was on before: start, lift, run or walk.", &walk.approach)
    try member.optional("turn", .text(like: "bearLeft"), "The turn onto it.", &walk.turn)
    try member.optional("ascentMetres", .metres, "Metres up.", &walk.ascentMetres)
    try member("unmapped", .flag, "Whether a part of it follows nothing that is mapped.", &walk.isUnmapped)
    try member(
      "directionUnknown", .flag, "Whether nothing tells in which direction the run falls that it climbs.",
      &walk.isDirectionUnknown)
    return walk
  }
}

extension AnswerInstruction.Wait: ContractDocument {
  package static let title = "WaitFacts"
  package static let summary = "The facts of a wait for what opens."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var wait = member.start(Self())
    try member.optional("name", .placeName, "What opens.", &wait.name)
    try member("until", .clock, "When it opens.", &wait.until)
    return wait
  }
}

extension AnswerInstruction.Keep: ContractDocument {
  package static let title = "ForkFacts"
  package static let summary = "The facts of a fork, where other runs leave."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var keep = member.start(Self())
    try member.optional(
      "side", .text(like: "left"), "The side; null for straight on, and overhead.", &keep.side)
    try member("others", .documents(), "The runs that leave.", &keep.others)
    return keep
  }
}

extension AnswerInstruction.Push: ContractDocument {
  package static let title = "FlatFacts"
  package static let summary = "The facts of a section that is too flat to glide."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var push = member.start(Self())
    try member("ascentMetres", .metres, "The sum of its rises.", &push.ascentMetres)
    try member("isWhole", .flag, "Whether it is 80 % or more of the run.", &push.isWhole)
    return push
  }
}

extension AnswerInstruction.Landmark: ContractDocument {
  package static let title = "LandmarkFacts"
  package static let summary = "A landmark beside a run."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var mark = member.start(Self())
    try member(
      "landmark", .text(like: "hut"), "The kind: hut, liftBottom, liftTop, liftAbove or run.", &mark.kind)
    try member("name", .placeName, "The name.", &mark.name)
    try member.optional("side", .text(like: "left"), "The side on which it lies.", &mark.side)
    return mark
  }
}

extension MemberType<Range<Int>> {
  /// A range of positions: from, and up to but without.
  fileprivate static var range: MemberType<Range<Int>> {
    MemberType(
      write: { range, json in
        json.array { json in
          json.integer(range.lowerBound)
          json.integer(range.upperBound)
        }
      },
      as: MemberForm(
        numbers: 2, like: 0..<2,
        make: { bounds in
          guard let from = Int(exactly: bounds[0]), let end = Int(exactly: bounds[1]) else { return 0..<0 }
          return from..<max(from, end)
        }))
  }
}

/// The elevation profile of a route.
public struct AnswerProfile: Sendable, Hashable {
  /// A place along the route.
  public struct Spot: Sendable, Hashable {
    /// The distance from the start of the route in metres.
    public var metres: Double
    /// The elevation in metres; nil where it is unknown.
    public var elevationMetres: Double?

    /// Creates a place.
    public init(metres: Double, elevationMetres: Double?) {
      (self.metres, self.elevationMetres) = (metres, elevationMetres)
    }
  }

  /// The profile along one step.
  public struct Stretch: Sendable, Hashable {
    /// The position of the step.
    public var step = 0
    /// The kind of link that the step follows.
    public var kind = LinkKind.walk
    /// The name or number; nil without any.
    public var name: String?
    /// The colour of the grade; nil without one.
    public var colour: DifficultyColour?
    /// The places in order.
    public var spots: [Spot] = []

    /// Creates the profile of a walk without places.
    public init() {}
  }

  /// The length of the route in metres.
  public var lengthMetres = 0.0
  /// The lowest elevation in metres; nil where none is known.
  public var lowestMetres: Double?
  /// The highest elevation in metres; nil where none is known.
  public var highestMetres: Double?
  /// The profile along each step.
  public var stretches: [Stretch] = []

  /// Creates the profile of a route without steps.
  public init() {}
}

extension AnswerProfile: ContractDocument {
  package static let title = "Profile"
  package static let summary = "The elevation profile of a route."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var profile = member.start(Self())
    try member("lengthMetres", .metres, "The length of the route.", &profile.lengthMetres)
    try member.optional("lowestMetres", .metres, "The lowest elevation.", &profile.lowestMetres)
    try member.optional("highestMetres", .metres, "The highest elevation.", &profile.highestMetres)
    try member("stretches", .documents(), "The profile along each step.", &profile.stretches)
    return profile
  }
}

extension AnswerProfile.Stretch: ContractDocument {
  package static let title = "ProfileStretch"
  package static let summary = "The elevation profile along one step."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var stretch = member.start(Self())
    try member("step", .count, "The position of the step, from 0.", &stretch.step)
    try member("kind", .word, "What the step follows.", &stretch.kind)
    try member.optional("name", .placeName, "The name or number.", &stretch.name)
    try member.optional("colour", .word, "The colour of the grade.", &stretch.colour)
    try member(
      "spots", MemberType<AnswerProfile.Spot>.spot.list,
      "Metres from the start of the route, and the elevation or null.", &stretch.spots)
    return stretch
  }
}

extension MemberType<AnswerProfile.Spot> {
  /// A pair of metres from the start and the elevation, null where it is unknown.
  fileprivate static var spot: Self {
    Self(
      write: { spot, json in
        json.array { json in
          json.decimal(spot.metres, places: 1)
          if let metres = spot.elevationMetres { json.decimal(metres, places: 1) } else { json.string(nil) }
        }
      },
      as: MemberForm(
        "array",
        [
          "items": .object(["type": .array([.string("number"), .string("null")])]), "minItems": .integer(2),
          "maxItems": .integer(2),
        ], form: "a pair of metres and elevation", like: .init(metres: 120, elevationMetres: 2100.5),
        make: { tree in
          guard case .array(let pair) = tree, pair.count == 2, let metres = pair[0].nearestDouble else {
            return nil
          }
          return .init(metres: metres, elevationMetres: pair[1].nearestDouble)
        }))
  }
}
