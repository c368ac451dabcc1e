import SkiGraph
import SkiRouting

extension DirectionsFormatter {
  /// Returns the sentences of a ride: the lift, then the stations passed.
  func ride(_ ride: LiftRide) -> [String] {
    var details = [phrasebook.formatted(.rideTime, ["time": phrasebook.time(ride.rideMilliseconds)])]
    if ride.waitMilliseconds >= Self.leastWaitMilliseconds {
      details.append(phrasebook.formatted(.waitTime, ["time": phrasebook.time(ride.waitMilliseconds)]))
    }
    var sentences = [lift(ride, details.joined(separator: ", "))]
    for station in ride.passedStations {
      sentences.append(
        SpokenName.of(station).map { phrasebook.formatted(.stayOnNamed, ["name": $0]) }
          ?? phrasebook.formatted(.stayOn))
    }
    if case .middle(let name) = ride.exit {
      sentences.append(
        SpokenName.of(name).map { phrasebook.formatted(.getOffNamed, ["name": $0]) }
          ?? phrasebook.formatted(.getOff))
    }
    return sentences
  }

  private func lift(_ ride: LiftRide, _ details: String) -> String {
    let isDown = ride.isDown ?? false
    let lift = phrasebook.lift(ride.kind, seats: ride.seats, definite: true)
    guard let name = ride.label else {
      return phrasebook.formatted(
        isDown ? .rideDownNameless : .takeNameless, ["lift": lift, "details": details])
    }
    guard LiftName.containsKind(name) else {
      return phrasebook.formatted(
        isDown ? .rideDown : .take, ["lift": lift, "name": name, "details": details])
    }
    // A lift of unknown kind gets no kind in addition to its name.
    let kind = ride.kind == .unknown ? nil : phrasebook.lift(ride.kind, seats: ride.seats, definite: false)
    return phrasebook.formatted(
      isDown ? .rideDownNamed : .takeNamed,
      ["name": name, "details": [kind, details].compactMap(\.self).joined(separator: ", ")])
  }

  /// Returns the phrase for leaving a lift onto a run.
  static func leaving(_ turn: Turn) -> Phrase {
    switch turn {
    case .straight: .leaveStraight
    case .bearLeft, .left: .leaveLeft
    case .bearRight, .right: .leaveRight
    case .sharpLeft: .leaveSharpLeft
    case .sharpRight: .leaveSharpRight
    case .back: .leaveBack
    }
  }

  /// Returns the phrase for leaving a lift on foot.
  static func exiting(_ turn: Turn) -> Phrase {
    switch turn {
    case .straight: .exitStraight
    case .bearLeft, .left: .exitLeft
    case .bearRight, .right: .exitRight
    case .sharpLeft: .exitSharpLeft
    case .sharpRight: .exitSharpRight
    case .back: .exitBack
    }
  }
}
