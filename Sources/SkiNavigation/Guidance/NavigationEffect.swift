public import SkiBase
import SkiGraph
public import SkiRouting
import SkiSystem

/// An action for the app, returned by a ``NavigationReducer``.
///
/// Steps are positions in the route's list of steps.
@nonexhaustive
public enum NavigationEffect: Hashable, Sendable {
  /// An announcement to speak or show now.
  case announce(Announcement)
  /// A step was completed; a lift only by a ride from near its start to its end.
  case stepCompleted(Int)
  /// The traveller rejoined the route beyond this step without completing it.
  case missedStep(Int)
  /// The route was left; with the distance to it in metres on the map.
  case offRoute(distanceMetres: Double)
  /// The route was rejoined on this step.
  case backOnRoute(step: Int)
  /// A request for a route from the traveller's position, to be answered with ``NavigationEvent/rerouteAnswered(_:)``
  /// or ``NavigationEvent/rerouteFailed``.
  case rerouteWanted(RerouteRequest)
  /// The end of the route was reached.
  case arrived
}

/// A request for a new route.
public struct RerouteRequest: Hashable, Sendable {
  /// The reason of a request; raw values are those of journals.
  @nonexhaustive
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The route was left.
    case offRoute = "off-route"
    /// A lift ahead has closed.
    case liftClosed = "lift-closed"
    /// The traveller moves away from the start instead of towards it.
    case awayFromStart = "away-from-start"
    /// A lift is ridden that the route does not take; the new route starts at its end.
    case wrongLift = "wrong-lift"
  }

  /// The position of the traveller, or the station at the end of the wrong lift.
  public var from: Coordinate
  /// The reason of the request.
  public var reason: Reason
  /// The number of the request, from 1, since the traveller last chose a route or was on one for a minute.
  public var attempt: Int
}

/// The turn at the start of an instruction, by the bearings of the route over 30 m before and after it.
///
/// Raw values are those of journals.
@nonexhaustive
public enum RouteTurn: String, Hashable, Sendable, CaseIterable {
  /// A turn to this side: `straight` below 30°, `back` above 150°.
  case left, right, straight, back
}

/// A manoeuvre to announce now: its kind, its step, and the distance to it.
public struct Announcement: Hashable, Sendable {
  /// The kind of an announcement; raw values are those of journals.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The first instruction of a route.
    case start
    /// The start of the route is farther away than ``NavigationOptions/offRouteMetres``.
    case goToStart = "go-to-start"
    /// A lift to board.
    case boardLift = "board-lift"
    /// A run to take.
    case takeRun = "take-run"
    /// A street or connector to walk.
    case walk
    /// The destination.
    case arrive
    /// A lift ahead has closed.
    case liftClosed = "lift-closed"
    /// A lift is ridden that the route does not take.
    case wrongLift = "wrong-lift"
  }

  /// The kind of the announcement.
  public var kind: Kind
  /// The first step of the instruction, as a position in the route's list; the lift for ``Kind/liftClosed``, 0 for
  /// ``Kind/goToStart``, nil for ``Kind/arrive`` and ``Kind/wrongLift``.
  public var step: Int?
  /// The distance along the route to the manoeuvre, in metres on the map; the straight distance to the start for
  /// ``Kind/goToStart``; nil for ``Kind/start``, ``Kind/liftClosed`` and ``Kind/wrongLift``.
  ///
  /// Text omits distances below 25 m: such a manoeuvre follows at once.
  public var metresToGo: Double?
  /// The turn at the manoeuvre; nil except for ``Kind/takeRun`` and ``Kind/walk``.
  public var turn: RouteTurn?
  /// Indicates whether a lift is left at the manoeuvre.
  public var leavesLift: Bool
  /// The instruction or lift as one step; nil for ``Kind/goToStart`` and ``Kind/arrive``.
  public var subject: RouteStep?
  /// The bearing of the start in degrees clockwise from true north, -180...180; nil except for ``Kind/goToStart``.
  public var bearingDegrees: Double?

  init(
    kind: Kind, step: Int?, metresToGo: Double? = nil, turn: RouteTurn? = nil, leavesLift: Bool = false,
    subject: RouteStep? = nil, bearingDegrees: Double? = nil
  ) {
    self.kind = kind
    self.step = step
    self.metresToGo = metresToGo
    self.turn = turn
    self.leavesLift = leavesLift
    self.subject = subject
    self.bearingDegrees = bearingDegrees
  }
}

/// The announcements of a reducer.
extension Announcement {
  /// Returns the announcement of the first instruction of a route.
  static func start(_ leg: RoutePlan.Leg) -> Announcement {
    Announcement(kind: .start, step: leg.steps.lowerBound, subject: leg.line.step)
  }

  /// Returns the announcement of a distant start, with its bearing in radians clockwise from north.
  static func goToStart(metres: Double, bearing: Double) -> Announcement {
    let degrees = bearing * 180 / Double.pi
    return Announcement(
      kind: .goToStart, step: 0, metresToGo: metres, bearingDegrees: degrees.isFinite ? degrees : 0)
  }

  /// Returns the announcement of an instruction ahead.
  static func line(_ leg: RoutePlan.Leg, metresToGo: Double) -> Announcement {
    let kind: Kind =
      switch leg.line.step.kind {
      case .lift: .boardLift
      case .run: .takeRun
      default: .walk
      }
    return Announcement(
      kind: kind, step: leg.steps.lowerBound, metresToGo: metresToGo,
      turn: kind == .boardLift ? nil : leg.turn, leavesLift: leg.leavesLift, subject: leg.line.step)
  }

  /// Returns the announcement of the destination.
  static func arrive(metresToGo: Double) -> Announcement {
    Announcement(kind: .arrive, step: nil, metresToGo: metresToGo)
  }

  /// Returns the announcement of a lift that the route does not take.
  static func wrongLift(_ ride: RiddenLift) -> Announcement {
    Announcement(kind: .wrongLift, step: nil, subject: ride.step)
  }

  /// Returns the announcement of a closed lift.
  static func liftClosed(_ step: RouteStep, at index: Int) -> Announcement {
    Announcement(kind: .liftClosed, step: index, subject: step)
  }
}

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
