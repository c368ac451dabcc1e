public import SkiBase
public import SkiGraph

/// A recorded day: its laps, and what follows from them; see Data/Formats/day.md.
public struct DayAnswer: Sendable, Hashable {
  /// The recording.
  public var day = Head()
  /// The lift rides and runs, in order of time.
  public var laps: [Lap] = []
  /// The parts that fit nothing on the map.
  public var unmatched: [Stretch] = []
  /// The sums of the day.
  public var totals = Totals()
  /// The ski areas in which one skied.
  public var areas: [Area] = []
  /// Notable figures of the day.
  public var achievements: [Feat] = []
  /// The descents from lift to lift.
  public var descents: [Descent] = []
  /// The stays of ten minutes or more.
  public var breaks: [Break] = []

  /// Creates a day without laps.
  public init() {}

  /// The recording of a day.
  public struct Head: Sendable, Hashable {
    /// The name of the recording; nil without one.
    public var title: String?
    /// The first fix; nil without any.
    public var start: UniversalTime?
    /// The last fix; nil without any.
    public var end: UniversalTime?
    /// The time zone of the day; nil where only the offset is known.
    public var zone: String?
    /// The offset from UTC on the day.
    public var offset = UTCOffset.zero
    /// The number of fixes that were used.
    public var fixCount = 0
    /// The attributions to show with the day.
    public var attribution: String?
    /// The licences of the data.
    public var licence: String?

    /// Creates a recording without fixes.
    public init() {}
  }

  /// The duration of a part of the day.
  public struct Span: Sendable, Hashable {
    /// The start.
    public var start = UniversalTime(secondsSince1970: 0)
    /// The end.
    public var end = UniversalTime(secondsSince1970: 0)
    /// The duration in seconds.
    public var durationSeconds = 0.0

    /// Creates a span without duration.
    public init() {}
  }

  /// A lift ride or a run.
  public struct Lap: Sendable, Hashable, Signposted {
    /// The kind: `lift` or `run`.
    public var kind = ""
    /// The id in the source of the map.
    public var id = SourceID("")
    /// The name; nil without one.
    public var name: String?
    /// The numbers on the sign, in source order.
    public var refs: [String] = []
    /// The name of its ski area; nil without one.
    public var area: String?
    /// The grade of a run; nil for lifts, and when ungraded.
    public var difficulty: Difficulty?
    /// Indicates whether the grade was estimated from the terrain.
    public var isDifficultyEstimated = false
    /// The colour of a run in its region; nil for lifts.
    public var colour: DifficultyColour?
    /// The kind of lift; nil for runs.
    public var liftKind: LiftKind?
    /// The seats of a carrier; nil when unknown.
    public var seats: Int?
    /// The times.
    public var span = Span()
    /// The wait before the lift in seconds.
    public var waitSeconds = 0.0
    /// The time without movement in seconds.
    public var stoppedSeconds = 0.0
    /// The silence of more than two minutes within a run, in seconds.
    public var unrecordedSeconds = 0.0
    /// The time of bridged parts in seconds.
    public var bridgedSeconds = 0.0
    /// A lift's rise, or a run's metres down; nil where elevations are unknown.
    public var verticalMetres: Double?
    /// The length in metres.
    public var lengthMetres = 0.0
    /// The length of bridged parts in metres.
    public var bridgedMetres = 0.0
    /// The ascent in metres; nil where elevations are unknown.
    public var ascentMetres: Double?
    /// The descent in metres; nil where elevations are unknown.
    public var descentMetres: Double?
    /// The elevation of the start in metres; nil when unknown.
    public var startElevationMetres: Double?
    /// The elevation of the end in metres; nil when unknown.
    public var endElevationMetres: Double?
    /// The origin of its elevations: `map` or `track`; nil when unknown.
    public var elevationOrigin: String?
    /// The length over time, stops left out, in metres per second; nil where nothing was recorded.
    public var averageSpeedMetresPerSecond: Double?
    /// The speed in the fastest 10 s, in metres per second; nil where nothing was recorded.
    public var topSpeedMetresPerSecond: Double?
    /// The likelihood that this was travelled, 0...1.
    public var confidence = 0.0

    /// Creates a lap of no kind.
    public init() {}
  }

  /// A part of the day that fits nothing on the map.
  public struct Stretch: Sendable, Hashable {
    /// The reason: `off-map` or `unrecorded`.
    public var reason = ""
    /// The times.
    public var span = Span()
    /// The length in metres.
    public var lengthMetres = 0.0
    /// The ascent by the receiver in metres; nil where it can't be trusted.
    public var ascentMetres: Double?
    /// The descent by the receiver in metres; nil where it can't be trusted.
    public var descentMetres: Double?

    /// Creates a part without a reason.
    public init() {}
  }

  /// A ski area in which one skied.
  public struct Area: Sendable, Hashable {
    /// The id in the source of the map; nil where it is not mapped.
    public var id: SourceID?
    /// The name; nil without one.
    public var name: String?
    /// The number of its operating lifts.
    public var liftCount = 0
    /// The number of different lifts that were ridden.
    public var riddenLiftCount = 0

    /// Creates an area without lifts.
    public init() {}
  }

  /// A notable figure of the day.
  public struct Feat: Sendable, Hashable {
    /// The kind, as `longest-descent`.
    public var kind = ""
    /// The value.
    public var value = 0.0
    /// The unit of the value, as `metres`.
    public var unit = ""
    /// The name of the lift, run or area; nil without one.
    public var name: String?
    /// The position of its lap; nil where it is about several.
    public var lap: Int?

    /// Creates a figure of no kind.
    public init() {}
  }

  /// The runs skied from one lift to the next.
  public struct Descent: Sendable, Hashable {
    /// The times.
    public var span = Span()
    /// The metres down on runs; nil where elevations are unknown.
    public var descentMetres: Double?
    /// The length along the snow in metres.
    public var lengthMetres = 0.0
    /// The length off the map in metres.
    public var offMapMetres = 0.0
    /// The descent off the map in metres; nil where the receiver's can't be trusted.
    public var offMapDescentMetres: Double?
    /// The length of bridged parts in metres.
    public var bridgedMetres = 0.0
    /// The number of stops of a minute or more.
    public var stopCount = 0
    /// The time without movement in seconds.
    public var stoppedSeconds = 0.0
    /// Indicates whether silence and no lift lies before it.
    public var startsAfterGap = false
    /// Indicates whether silence and no lift lies after it.
    public var endsBeforeGap = false
    /// The positions of its runs among the laps.
    public var laps: [Int] = []

    /// Creates a descent without runs.
    public init() {}
  }

  /// A stay of ten minutes or more.
  public struct Break: Sendable, Hashable {
    /// The times.
    public var span = Span()
    /// The name of the nearest hut within 80 m; nil without one.
    public var hut: String?
    /// The id of that hut in the source of the map.
    public var hutID: SourceID?
    /// The middle of its fixes.
    public var coordinate = Coordinate(latitude: 0, longitude: 0)

    /// Creates a stay without a hut.
    public init() {}
  }

  /// The sums of a day.
  public struct Totals: Sendable, Hashable {
    /// The number of lift rides.
    public var liftRideCount = 0
    /// The number of different lifts.
    public var liftCount = 0
    /// The number of runs.
    public var runCount = 0
    /// The number of runs of each colour.
    public var runsByColour: [DifficultyColour: Int] = [:]
    /// The metres of runs of each colour.
    public var runMetresByColour: [DifficultyColour: Double] = [:]
    /// The ascent by lift in metres.
    public var liftAscentMetres = 0.0
    /// The descent by lift in metres.
    public var liftDescentMetres = 0.0
    /// The descent on runs in metres.
    public var runDescentMetres = 0.0
    /// The length of lift rides in metres.
    public var liftMetres = 0.0
    /// The length of runs in metres.
    public var runMetres = 0.0
    /// The length off the map in metres.
    public var unmatchedMetres = 0.0
    /// The ascent off the map in metres.
    public var unmatchedAscentMetres = 0.0
    /// The descent off the map in metres.
    public var unmatchedDescentMetres = 0.0
    /// The time from the first fix to the last in seconds.
    public var totalSeconds = 0.0
    /// The time on lifts in seconds.
    public var rideSeconds = 0.0
    /// The time in motion on runs in seconds.
    public var skiSeconds = 0.0
    /// The time waiting for lifts in seconds.
    public var waitSeconds = 0.0
    /// The time standing elsewhere in seconds.
    public var stoppedSeconds = 0.0
    /// The time on foot in seconds.
    public var walkSeconds = 0.0
    /// The time off the map in seconds.
    public var unmatchedSeconds = 0.0
    /// The silence in seconds.
    public var unrecordedSeconds = 0.0
    /// The time of bridged parts of laps in seconds.
    public var bridgedSeconds = 0.0
    /// The length of bridged parts of laps in metres.
    public var bridgedMetres = 0.0
    /// The highest speed of all runs in metres per second; nil without any.
    public var topSpeedMetresPerSecond: Double?

    /// Creates the sums of a day without laps.
    public init() {}
  }
}

extension DayAnswer: ContractDocument {
  package static let title = "DayAnswer"
  package static let summary = "A recorded day: its laps, and what follows from them."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var answer = member.start(Self())
    try member.constant("version", .integer, "The version of the form.", AnswerHeader.version)
    try member("day", .document, "The recording.", &answer.day)
    try member("laps", .documents(), "Lift rides and runs, in order of time.", &answer.laps)
    try member("unmatched", .documents(), "What fits nothing on the map.", &answer.unmatched)
    try member("totals", .document, "The sums of the day.", &answer.totals)
    try member("areas", .documents(), "The ski areas in which one skied.", &answer.areas)
    try member("achievements", .documents(), "Notable figures of the day.", &answer.achievements)
    try member("descents", .documents(), "What is skied from lift to lift.", &answer.descents)
    try member("breaks", .documents(), "Stays of ten minutes or more.", &answer.breaks)
    return answer
  }
}

extension DayAnswer.Head: ContractDocument {
  package static let title = "DayHead"
  package static let summary = "The recording of a day."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var head = member.start(Self())
    try member.constant("version", .integer, "The version of the form.", AnswerHeader.version)
    try member.optional("title", .text(like: "Saturday"), "The name of the recording.", &head.title)
    try member.optional("start", .second, "The first fix.", &head.start)
    try member.optional("end", .second, "The last fix.", &head.end)
    try member.optional("zone", .zoneName, "The time zone of the text.", &head.zone)
    try member("utcOffset", .offset, "The offset of the text from UTC on that day.", &head.offset)
    try member("fixes", .count, "How many fixes were used.", &head.fixCount)
    try member.optional("attribution", .attribution, "Words to show with the day.", &head.attribution)
    try member.optional("licence", .text(like: "ODbL-1.0"), "The licences of the data.", &head.licence)
    return head
  }
}

extension DayAnswer.Span: ContractDocument {
  package static let title = "Span"
  package static let summary = "The times of a part of a day."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var span = member.start(Self())
    try member("start", .second, "The start.", &span.start)
    try member("end", .second, "The end.", &span.end)
    try member("durationSeconds", .tenths, "From start to end.", &span.durationSeconds)
    return span
  }
}

extension DayAnswer.Lap: ContractDocument {
  package static let title = "Lap"
  package static let summary = "A lift ride or a run of a recorded day."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var lap = member.start(Self())
    try lap.visitFeature(&member)
    try lap.visitTimes(&member)
    try lap.visitMeasures(&member)
    return lap
  }

  private mutating func visitFeature(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member("kind", .word(of: ["lift", "run"]), "The kind.", &kind)
    try member("id", .source, "The id in the source of the map.", &id)
    try member.optional("name", .placeName, "The name.", &name)
    try member.signs(&refs)
    try member.optional("area", .text(like: "Portes du Soleil"), "The ski area in which it lies.", &area)
    try member.optional("difficulty", .word, "The grade of a run.", &difficulty)
    try member(
      "difficultyEstimated", .flag, "Whether the grade was estimated from the terrain.",
      &isDifficultyEstimated)
    try member.optional("colour", .word, "The colour of a run in its region.", &colour)
    try member.optional("liftType", .word, "The kind of lift.", &liftKind)
    try member.optional("seats", .count, "The seats of a carrier.", &seats)
  }

  private mutating func visitTimes(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member.part(&span)
    try member("waitSeconds", .tenths, "The wait before the lift.", &waitSeconds)
    try member("stoppedSeconds", .tenths, "The time without movement.", &stoppedSeconds)
    try member("unrecordedSeconds", .tenths, "Silence of more than two minutes.", &unrecordedSeconds)
    try member("bridgedSeconds", .tenths, "The time of bridged parts.", &bridgedSeconds)
  }

  private mutating func visitMeasures(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member.optional("verticalMetres", .metres, "A lift's rise, or a run's metres down.", &verticalMetres)
    try member("lengthMetres", .metres, "The length along the rope or the snow.", &lengthMetres)
    try member("bridgedMetres", .metres, "The length of bridged parts.", &bridgedMetres)
    try member.optional("ascentMetres", .metres, "Metres up.", &ascentMetres)
    try member.optional("descentMetres", .metres, "Metres down.", &descentMetres)
    try member.optional("startElevationMetres", .metres, "The elevation of its start.", &startElevationMetres)
    try member.optional("endElevationMetres", .metres, "The elevation of its end.", &endElevationMetres)
    try member.optional(
      "elevationsFrom", .text(like: "map"), "Where they are from: map or track.", &elevationOrigin)
    try member.optional(
      "averageSpeedMetresPerSecond", .speed, "The length over time, stops left out.",
      &averageSpeedMetresPerSecond)
    try member.optional(
      "topSpeedMetresPerSecond", .speed, "The speed in the fastest 10 s.", &topSpeedMetresPerSecond)
    try member(
      "confidence", .number(0...1, places: 3, like: 0.93), "How likely this was travelled.", &confidence)
  }
}

extension DayAnswer.Stretch: ContractDocument {
  package static let title = "UnmatchedStretch"
  package static let summary = "A part of a recorded day that fits nothing on the map."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var stretch = member.start(Self())
    try member.constant("kind", .text, "The kind.", "unmatched")
    try member("reason", .text(like: "off-map"), "Why: off-map or unrecorded.", &stretch.reason)
    try member.part(&stretch.span)
    try member("lengthMetres", .metres, "The length along the fixes.", &stretch.lengthMetres)
    try member.optional("ascentMetres", .metres, "Metres up by the receiver.", &stretch.ascentMetres)
    try member.optional("descentMetres", .metres, "Metres down by the receiver.", &stretch.descentMetres)
    return stretch
  }
}

extension DayAnswer.Area: ContractDocument {
  package static let title = "SkiedArea"
  package static let summary = "A ski area in which one skied."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var area = member.start(Self())
    try member.optional("id", .source, "The id in the source of the map.", &area.id)
    try member.optional("name", .text(like: "Portes du Soleil"), "The name.", &area.name)
    try member("lifts", .count, "The number of its operating lifts.", &area.liftCount)
    try member(
      "liftsRidden", .count, "The number of different lifts that were ridden.", &area.riddenLiftCount)
    return area
  }
}

extension DayAnswer.Feat: ContractDocument {
  package static let title = "Achievement"
  package static let summary = "A notable figure of a recorded day."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var feat = member.start(Self())
    try member("kind", .text(like: "longest-descent"), "The kind.", &feat.kind)
    try member("value", .number(places: 2, like: 640), "The value.", &feat.value)
    try member("unit", .text(like: "metres"), "The unit of the value.", &feat.unit)
    try member.optional("name", .placeName, "The lift, run or area.", &feat.name)
    try member.optional("lap", .count, "Its position among the laps, from 0.", &feat.lap)
    return feat
  }
}

extension DayAnswer.Descent: ContractDocument {
  package static let title = "Descent"
  package static let summary = "What is skied from one lift to the next."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var descent = member.start(Self())
    try member.part(&descent.span)
    try member.optional("descentMetres", .metres, "Metres down on runs.", &descent.descentMetres)
    try member("lengthMetres", .metres, "The length along the snow.", &descent.lengthMetres)
    try member("offMapMetres", .metres, "The length off the map.", &descent.offMapMetres)
    try member.optional(
      "offMapDescentMetres", .metres, "Metres down off the map.", &descent.offMapDescentMetres)
    try member("bridgedMetres", .metres, "The length of bridged parts.", &descent.bridgedMetres)
    try member("stops", .count, "The number of stops of a minute or more.", &descent.stopCount)
    try member("stoppedSeconds", .tenths, "The time without movement.", &descent.stoppedSeconds)
    try member(
      "startsAfterGap", .flag, "Whether silence and no lift lies before it.", &descent.startsAfterGap)
    try member("endsBeforeGap", .flag, "Whether silence and no lift lies after it.", &descent.endsBeforeGap)
    try member("laps", MemberType<Int>.count.list, "Its runs, as positions among the laps.", &descent.laps)
    return descent
  }
}

extension DayAnswer.Break: ContractDocument {
  package static let title = "Break"
  package static let summary = "A stay of ten minutes or more."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var pause = member.start(Self())
    try member.part(&pause.span)
    try member.optional("hut", .placeName, "The nearest hut within 80 m.", &pause.hut)
    try member.optional("hutId", .source, "Its id in the source of the map.", &pause.hutID)
    try member(
      "latitude", .number(-90...90, places: 6, like: 46.02), "Degrees north.", &pause.coordinate.latitude)
    try member(
      "longitude", .number(-180...180, places: 6, like: 7.75), "Degrees east.", &pause.coordinate.longitude)
    return pause
  }
}

extension DayAnswer.Totals: ContractDocument {
  package static let title = "DayTotals"
  package static let summary = "The sums of a recorded day."

  package static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self {
    var totals = member.start(Self())
    try member("liftRides", .count, "Lift rides.", &totals.liftRideCount)
    try member("lifts", .count, "Different lifts.", &totals.liftCount)
    try member("runs", .count, "Runs.", &totals.runCount)
    try member("runsByColour", .byWord(.count), "Runs of each colour.", &totals.runsByColour)
    try member(
      "runMetresByColour", .byWord(.metres), "Metres of runs of each colour.", &totals.runMetresByColour)
    try totals.visitLengths(&member)
    try totals.visitTimes(&member)
    try member.optional(
      "topSpeedMetresPerSecond", .speed, "The highest speed of all runs.", &totals.topSpeedMetresPerSecond)
    return totals
  }

  private mutating func visitLengths(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member("liftAscentMetres", .metres, "Metres up by lift.", &liftAscentMetres)
    try member("liftDescentMetres", .metres, "Metres down by lift.", &liftDescentMetres)
    try member("runDescentMetres", .metres, "Metres down on runs.", &runDescentMetres)
    try member("liftMetres", .metres, "The length of lift rides.", &liftMetres)
    try member("runMetres", .metres, "The length of runs.", &runMetres)
    try member("unmatchedMetres", .metres, "The length off the map.", &unmatchedMetres)
    try member("unmatchedAscentMetres", .metres, "Metres up off the map.", &unmatchedAscentMetres)
    try member("unmatchedDescentMetres", .metres, "Metres down off the map.", &unmatchedDescentMetres)
  }

  private mutating func visitTimes(_ member: inout DocumentForm<Self>) throws(SkiError) {
    try member("totalSeconds", .tenths, "From the first fix to the last.", &totalSeconds)
    try member("rideSeconds", .tenths, "On lifts.", &rideSeconds)
    try member("skiSeconds", .tenths, "In motion on runs.", &skiSeconds)
    try member("waitSeconds", .tenths, "Waiting for lifts.", &waitSeconds)
    try member("stoppedSeconds", .tenths, "Standing elsewhere.", &stoppedSeconds)
    try member("walkSeconds", .tenths, "On foot.", &walkSeconds)
    try member("unmatchedSeconds", .tenths, "Off the map.", &unmatchedSeconds)
    try member("unrecordedSeconds", .tenths, "Silence.", &unrecordedSeconds)
    try member("bridgedSeconds", .tenths, "Bridged parts of laps.", &bridgedSeconds)
    try member("bridgedMetres", .metres, "The length of bridged parts of laps.", &bridgedMetres)
  }
}

extension MemberType<Double> {
  /// A duration in seconds, to a tenth.
  fileprivate static var tenths: Self {
    Self(write: { $1.decimal($0, places: 1) }, as: .number(like: 420.5))
  }

  /// A speed in metres per second.
  fileprivate static var speed: Self {
    Self(write: { $1.decimal($0, places: 2) }, as: .number(like: 14.25))
  }
}
