import SkiBase

/// The journal form of effects.
extension NavigationEffect {
  var journal: JSONValue {
    switch self {
    case .announce(let announcement): .present(["announce": announcement.journal])
    case .stepCompleted(let step): .present(["completed": .number(step)])
    case .missedStep(let step): .present(["missed": .number(step)])
    case .offRoute(let distance): .present(["offRoute": .exact(distance)])
    case .backOnRoute(let step): .present(["backOnRoute": .number(step)])
    case .rerouteWanted(let request):
      .present([
        "rerouteWanted": .string(request.reason.rawValue), "attempt": .number(request.attempt),
        "lat": .exact(request.from.latitude), "lon": .exact(request.from.longitude),
      ])
    case .arrived: .present(["arrived": .bool(true)])
    }
  }
}

extension Announcement {
  var journal: JSONValue {
    .present([
      "kind": .string(kind.rawValue), "step": step.map { .number($0) },
      "metresToGo": metresToGo.map(JSONValue.exact), "turn": turn.map { .string($0.rawValue) },
      "leavesLift": leavesLift ? .bool(true) : nil, "bearing": bearingDegrees.map(JSONValue.exact),
    ])
  }
}

/// The journal form of a state: public members in full, all others as a checksum.
extension NavigationState {
  var journal: JSONValue {
    .present([
      "phase": .string(phase.rawValue), "paused": isPaused ? .bool(true) : nil, "step": .number(step),
      "along": .exact(metresAlong), "distance": distanceMetres.map(JSONValue.exact),
      "riding": isRiding ? .bool(true) : nil, "milliseconds": .number(remainingMilliseconds),
      "digest": .string(digest()),
    ])
  }

  /// Returns a checksum of the internal state without the route.
  private func digest() -> String {
    var bytes: [UInt8] = []
    inside.write(to: &bytes)
    return String(FNVHash(bytes).value, radix: 16)
  }

  private var inside: JSONValue {
    .array(
      [
        (time?.secondsSince1970).map(JSONValue.exact) ?? .null, leftSeconds.map(JSONValue.exact) ?? .null,
        .number(announcedLegs), .bool(hasAnnouncedArrival), .bool(hasAnnouncedStart),
        leastMetresToStart.map(JSONValue.exact) ?? .null, .exact(offRouteDetector.evidence),
        .array(closedLifts.map { .number($0) }), .array(announcedClosures.map { .number($0) }),
        .array(follower.hypotheses.flatMap { [.exact($0.along), .exact($0.cost), .exact($0.distance)] }),
        .array(
          motion.samples.flatMap { sample -> [JSONValue] in
            [
              .exact(sample.seconds), .exact(sample.place.x), .exact(sample.place.y),
              sample.elevationMetres.map(JSONValue.exact) ?? .null, .exact(sample.sigmaMetres),
            ]
          }),
      ] + rejoinJournal + reroute.journal + rideJournal + clock.journal)
  }

  private var rideJournal: [JSONValue] {
    let since = (former?.seconds).map(JSONValue.exact) ?? .null
    guard let wrongRide else { return [since, .null] }
    return [
      since,
      wrongRide.ride.journal, .exact(wrongRide.startSeconds), .exact(wrongRide.seconds),
      .exact(wrongRide.start.x), .exact(wrongRide.start.y), .bool(wrongRide.isServed),
      .bool(wrongRide.isAnnounced),
      .bool(wrongRide.isRequested),
    ]
  }

  private var rejoinJournal: [JSONValue] {
    guard let rejoin else { return [.null] }
    return [
      .exact(rejoin.startMetres), .exact(rejoin.along), .exact(rejoin.startSeconds), .exact(rejoin.seconds),
      .bool(rejoin.isBeyondLift),
    ]
  }
}

/// The journal form of the clock.
extension NavigationClock {
  var journal: [JSONValue] {
    [.exact(offset), .number(earlierCount), last?.journal ?? .null, earlier?.journal ?? .null]
  }
}

extension NavigationClock.Mark {
  fileprivate var journal: JSONValue {
    .array([
      .exact(seconds), .exact(place.latitude), .exact(place.longitude), .exact(accuracyMetres),
      sequence.map { .number($0) } ?? .null,
    ])
  }
}
