import SkiBase
public import SkiGraph

/// The reason why no route leads from one place to another within a skier's limits, at any time of the day.
///
/// It never means that it is too late.
public struct MissingRoute: Sendable, Hashable {
  /// The limits that prevent a route, with the easiest ceiling that would allow one.
  public var reason: NoAnswer
  /// The hardest grade the skier accepts at the place; nil when unknown.
  public var limit: Difficulty?
  /// The colour of that grade in the region; nil when unknown.
  public var limitColour: DifficultyColour?

  /// Creates a missing route.
  /// - Parameters:
  ///   - reason: The limits that prevent it.
  ///   - limit: The hardest grade the skier accepts; nil when unknown.
  ///   - limitColour: The colour of that grade in the region; nil when unknown.
  public init(_ reason: NoAnswer, limit: Difficulty? = nil, limitColour: DifficultyColour? = nil) {
    (self.reason, self.limit, self.limitColour) = (reason, limit, limitColour)
  }

  /// Indicates whether the skier's limits or closures prevent a route, rather than the network or who may use it.
  public var isLimit: Bool { reason.reason != .cutOff && reason.reason != .barred }
}

extension DaySession {
  /// Returns the reason why no route leads from a place back to another within a skier's limits at any time; nil when
  /// one does, and when an end is not on the network.
  ///
  /// Features closed all day count as closed; opening hours do not.
  /// - Parameters:
  ///   - place: The start, such as the end of another route.
  ///   - home: The destination.
  ///   - profile: The skier.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``.
  /// - Complexity: As ``RouteSession/route(_:)``; without a route about ten times that, for the reason.
  package func missingRoute(
    from place: RouteEndpoint, backTo home: RouteEndpoint, profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> MissingRoute? {
    let request = RouteRequest(from: place, to: home, profile: profile, snapLimitMetres: snapLimitMetres)
    guard place != home, case .answer(let ends) = try resolve(request) else { return nil }
    return try missingRoute(from: ends.0, to: ends.1, prepare(profile))
  }

  /// Returns the reason why no route leads from the start of a request to its destination within the skier's limits at
  /// any time, nil when one does; or the reason why an end is not on the network.
  /// - Parameters:
  ///   - request: The request.
  ///   - ends: The ends of the request in this region; nil when they are not known.
  func missingRoute(_ request: RouteRequest, _ ends: RequestEnds?) throws -> Answer<MissingRoute?> {
    try resolve(request, ends).map { start, destination in
      request.from == request.to
        ? nil : try missingRoute(from: start, to: destination, prepare(request.profile))
    }
  }

  func missingRoute(from place: ResolvedEnd, to other: ResolvedEnd, _ day: PreparedDay) throws
    -> MissingRoute?
  {
    if try hasRoute(from: place, to: other, day) { return nil }
    return missingRoute(try session.diagnose(day.model.profile, place, other), from: place, day)
  }

  /// Returns whether a route leads from a place to another within a skier's limits at any time, without a diagnosis.
  func hasRoute(from place: ResolvedEnd, to other: ResolvedEnd, _ day: PreparedDay) throws(SkiError) -> Bool {
    try session.hasPath(from: place, to: other, day.costs)
  }

  /// Returns a reason with the skier's ceiling at a place.
  func missingRoute(_ reason: NoAnswer, from place: ResolvedEnd, _ day: PreparedDay) -> MissingRoute {
    let convention = session.convention(at: place)
    let limit = day.profile.effectiveCeiling.grade(in: convention)
    // The colour as in the region, like that in the title of a route.
    return MissingRoute(reason, limit: limit, limitColour: limit.colour(in: convention))
  }
}
