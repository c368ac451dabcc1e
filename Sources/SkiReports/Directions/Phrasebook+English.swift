import SkiModel
import SkiRouting

extension Phrasebook {
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
    case .waitUntil: "Wait until {time}, when it opens"
    case .waitUntilNamed: "Wait until {time}, when {name} opens"
    case .arrive: "You are there"
    case .arriveNamed: "You are there: {name}"
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
