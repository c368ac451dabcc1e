import SkiBase
import SkiGraph
import SkiRouting

/// The texts of a language: a template for each phrase, lifts and signs.
struct Phrasebook: Sendable {
  /// The names of a kind of lift, each with the slot `{seats}`.
  struct LiftWords: Sendable {
    /// The name with its article as an object: `the {seats}chair lift`.
    var definite: String
    /// The name without an article: `{seats}chair lift`.
    var bare: String
  }

  /// The language of the texts.
  let language: Language
  /// Returns the template of a phrase.
  let template: @Sendable (Phrase) -> String
  /// Returns the names of a kind of lift.
  let lift: @Sendable (LiftKind) -> LiftWords
  /// The template of the number of seats, with the slot `{count}`.
  let seats: String
  /// Returns the sign of a colour by convention: `red`, `black diamond`.
  let sign: @Sendable (DifficultyColour, DifficultyConvention) -> String
  /// Returns a run without a name by its colour: `a red run`.
  let aRun: @Sendable (DifficultyColour, DifficultyConvention) -> String

  /// Returns the texts of a language.
  static func of(_ language: Language) -> Phrasebook {
    switch language {
    case .english: english
    case .french: french
    case .german: german
    }
  }

  /// Returns a phrase with its slots filled.
  func formatted(_ phrase: Phrase, _ slots: KeyValuePairs<String, String> = [:]) -> String {
    Self.fill(template(phrase), slots)
  }

  /// Returns a template with its slots filled in one pass; values are not parsed for slots. Complexity: O(length).
  static func fill(_ template: String, _ slots: KeyValuePairs<String, String>) -> String {
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      let name = rest[rest.index(after: open)..<close]
      text += slots.first { $0.key == name }?.value ?? ""
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  /// Returns the name of a kind of lift.
  func lift(_ kind: LiftKind, seats count: Int?, definite: Bool) -> String {
    let words = lift(kind)
    let told = Self.tellsSeats(kind) ? count : nil
    let seats = told.map { Self.fill(self.seats, ["count": String($0)]) } ?? ""
    return Self.fill(definite ? words.definite : words.bare, ["seats": seats])
  }

  /// Returns whether lifts of a kind are distinguished by their seats.
  private static func tellsSeats(_ kind: LiftKind) -> Bool {
    switch kind {
    case .chairLift, .gondola, .mixedLift: true
    default: false
    }
  }

  /// Returns several names as an enumeration.
  func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    let first = names.dropLast().joined(separator: ", ")
    return formatted(.pair, ["first": first, "second": last])
  }
}

extension Phrasebook {
  /// Returns a length as text, rounded to 10 m, from 200 m to 50 m, from 1 km to 0.1 km; exact metres below 10 m, at
  /// least 1.
  func length(_ metres: Double) -> String {
    let tens = (metres / 10).rounded() * 10
    if metres < 10 { return formatted(.metres, ["number": number(max(1, metres), places: 0)]) }
    if tens < 200 { return formatted(.metres, ["number": number(tens, places: 0)]) }
    let fifties = (metres / 50).rounded() * 50
    if fifties < 1000 { return formatted(.metres, ["number": number(fifties, places: 0)]) }
    return formatted(.kilometres, ["number": number(metres / 1000, places: 1)])
  }

  /// Returns an elevation difference as text, in whole metres.
  func height(_ metres: Double) -> String { formatted(.metres, ["number": number(metres, places: 0)]) }

  /// Returns a gradient as text, in per cent.
  func percent(_ gradient: Gradient) -> String {
    formatted(.percent, ["number": number(gradient.ratio * 100, places: 0)])
  }

  /// Returns a time as text, in whole minutes, and hours from 100 minutes on.
  func time(_ milliseconds: Int) -> String {
    let minutes = (max(0, milliseconds) / 1000 + 30) / 60
    if minutes == 0 { return formatted(.underMinute) }
    if minutes < 100 { return formatted(.minutes, ["number": String(minutes)]) }
    return formatted(.hours, ["hours": String(minutes / 60), "minutes": String(minutes % 60)])
  }

  private func number(_ value: Double, places: Int) -> String {
    (decimalText(value, places: places) ?? "?").replacing(".", with: formatted(.decimalPoint))
  }

  static let english = Phrasebook(
    language: .english, template: Self.english, lift: Self.englishLift, seats: "{count}-seat ",
    sign: Self.englishSign, aRun: Self.englishRun)

  private static func english(_ phrase: Phrase) -> String {
    switch phrase {
    case .take: "Take {lift} {name} ({details})"
    case .takeNameless: "Take {lift} ({details})"
    case .takeNamed: "Take {name} ({details})"
    case .rideDown: "Ride {lift} {name} down ({details})"
    case .rideDownNameless: "Ride {lift} down ({details})"
    case .rideDownNamed: "Ride {name} down ({details})"
    case .rideTime: "{time}"
    case .waitTime: "{time} wait"
    case .getOff: "Get off at the mid-station"
    case .getOffNamed: "Get off at the mid-station {name}"
    case .stayOn: "Stay on at the mid-station"
    case .stayOnNamed: "Stay on at {name}"
    case .leaveStraight: "Leave straight ahead onto {run}"
    case .leaveLeft: "Leave to the left onto {run}"
    case .leaveRight: "Leave to the right onto {run}"
    case .leaveSharpLeft: "Leave sharply to the left onto {run}"
    case .leaveSharpRight: "Leave sharply to the right onto {run}"
    case .leaveBack: "Turn back, against the direction of the lift, onto {run}"
    case .exitStraight: "Leave straight ahead"
    case .exitLeft: "Leave to the left"
    case .exitRight: "Leave to the right"
    case .exitSharpLeft: "Leave sharply to the left"
    case .exitSharpRight: "Leave sharply to the right"
    case .exitBack: "Turn back, against the direction of the lift"
    case .start: "Start on {run}"
    case .skiOn: "Ski {run}"
    case .goStraight: "Go straight on onto {run}"
    case .bearLeft: "Bear left onto {run}"
    case .bearRight: "Bear right onto {run}"
    case .turnLeft: "Turn left onto {run}"
    case .turnRight: "Turn right onto {run}"
    case .turnSharpLeft: "Turn sharply left onto {run}"
    case .turnSharpRight: "Turn sharply right onto {run}"
    case .turnBack: "Turn back onto {run}"
    case .runNamed: "{name} ({grade})"
    case .runNumbered: "run {number} ({grade})"
    case .runSigned: "{number}, {name} ({grade})"
    case .estimated: "{colour}, estimated"
    case .estimatedRun: "{run} (estimated)"
    case .runLink: "the link between {from} and {to} ({grade})"
    case .ungraded: "ungraded"
    case .steepest: "steepest {percent}"
    case .steeperThanGraded: "steeper than its grade"
    case .afterFirst: "After {length}"
    case .afterMore: "{length} further on"
    case .atOnce: "At once"
    case .keepLeft: "{after} keep left at the fork with {names}"
    case .keepRight: "{after} keep right at the fork with {names}"
    case .keepStraight: "{after} keep straight on at the fork with {names}"
    case .keepLeftNameless: "{after} keep left at the fork"
    case .keepRightNameless: "{after} keep right at the fork"
    case .keepStraightNameless: "{after} keep straight on at the fork"
    case .push: "{after} push across {length} of flat"
    case .climb: "{after} push uphill for {length}"
    case .pushAll: "It is flat: push along it"
    case .climbAll: "It is flat and rises {rise}: push along it"
    case .passHutLeft: "{after} pass {name} on your left"
    case .passHutRight: "{after} pass {name} on your right"
    case .passBottomLeft: "{after} pass the bottom of the lift {name} on your left"
    case .passBottomRight: "{after} pass the bottom of the lift {name} on your right"
    case .passTopLeft: "{after} pass the top of the lift {name} on your left"
    case .passTopRight: "{after} pass the top of the lift {name} on your right"
    case .passUnder: "{after} pass beneath the lift {name}"
    case .passRunLeft: "{after} pass the turn to {name} on your left"
    case .passRunRight: "{after} pass the turn to {name} on your right"
    case .walk: "Walk {length}"
    case .walkAlong: "Walk {length} along {street}"
    case .cross: "Cross over, {length}"
    case .climbing: "climbing {rise}"
    case .climbOnFoot: "Climb on foot for {length}"
    case .climbOnFootAlong: "Climb {name} on foot for {length}"
    case .unmappedWay: "no way is mapped there"
    case .directionUnknown: "its direction is unknown"
    case .waitUntil: "Wait until {time}, when it opens"
    case .waitUntilNamed: "Wait until {time}, when {name} opens"
    case .arrive: "You are there"
    case .arriveNamed: "You are there: {name}"
    case .ahead: "In {length}: {instruction}"
    case .arriveAhead: "In {length} you are there"
    case .goToStart: "Go to the start, {length} {direction}"
    case .liftClosed: "Closed ahead: {lift}"
    case .wrongLift: "Wrong lift: {lift}. Stay on to the end; a new route starts there"
    case .toNorth: "to the north"
    case .toNorthEast: "to the north-east"
    case .toEast: "to the east"
    case .toSouthEast: "to the south-east"
    case .toSouth: "to the south"
    case .toSouthWest: "to the south-west"
    case .toWest: "to the west"
    case .toNorthWest: "to the north-west"
    case .total: "Total {time}"
    case .totalClock: "Total {time}, there at {clock}"
    case .totalSkied: "↓{metres} skied"
    case .totalLifted: "↑{metres} by lift"
    case .totalRuns: "{length} of runs"
    case .totalWalked: "{length} on foot"
    case .limit: "nothing harder than {limit}"
    case .already: "You are there already"
    case .data: "Data: {words}"
    case .leaveAgain: "Leave again by {clock} to get home"
    case .beyondHome:
      "WARNING: this route leads beyond the last place from which home can be reached. The last place to turn back is passed at {clock}"
    case .lateFromStart: "WARNING: from the start it is too late to get home before lifts and runs close"
    case .noWayFromStart: "WARNING: from the start there is no route home at any hour"
    case .noWayBack: "No route back from here within your limits"
    case .noWayBackWithin: "No route back from here within {limit}: the easiest is {easiest}"
    case .noWayHome: "No route home from here within your limits"
    case .noWayHomeWithin: "No route home from here within {limit}: the easiest is {easiest}"
    case .noHeights: "No elevations are known along the route, so there is no profile"
    case .heightsUnknown: "Elevations are not known here: directions as drawn"
    case .heightsKnownInPart: "Elevations are known only in part here: elsewhere directions as drawn"
    case .pair: "{first} and {second}"
    case .minutes: "{number} min"
    case .underMinute: "under 1 min"
    case .hours: "{hours} h {minutes} min"
    case .metres: "{number} m"
    case .kilometres: "{number} km"
    case .percent: "{number} %"
    case .decimalPoint: "."
    }
  }

  private static func englishLift(_ kind: LiftKind) -> LiftWords {
    let hasSeats = kind == .gondola || kind == .chairLift || kind == .mixedLift
    let word = (hasSeats ? "{seats}" : "") + kind.word
    return LiftWords(definite: "the \(word)", bare: word)
  }

  private static func englishSign(_ colour: DifficultyColour, _ region: DifficultyConvention) -> String {
    switch (colour, region) {
    case (.green, .northAmerica): "green circle"
    case (.blue, .northAmerica): "blue square"
    case (.black, .northAmerica): "black diamond"
    case (.doubleBlack, _): "double black diamond"
    case (.green, _): "green"
    case (.blue, _): "blue"
    case (.red, _): "red"
    case (.black, _): "black"
    case (.yellow, _): "freeride, yellow"
    case (.orange, _): "extreme, orange"
    case (.grey, _): "ungraded"
    }
  }

  private static func englishRun(_ colour: DifficultyColour, _ region: DifficultyConvention) -> String {
    switch colour {
    case .yellow: "a freeride run"
    case .orange: "an extreme run"
    case .grey: "an ungraded run"
    default: "a \(englishSign(colour, region)) run"
    }
  }
}
