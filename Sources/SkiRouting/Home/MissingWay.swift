public import SkiModel

/// Why nothing leads from one place to another within a skier's limits, at whatever hour of the day.
///
/// A value; `Sendable`. It never says that it is too late: where there is a way at some hour there is no missing way.
public struct MissingWay: Sendable, Hashable {
  /// What stands in the way, with the least ceiling that would do.
  public var reason: NoAnswer
  /// The hardest grade the skier accepts there; nil where that is not known.
  public var limit: Difficulty?
  /// The colour of that grade in the region; nil where that is not known.
  public var limitColour: DifficultyColour?

  /// Names what stands in the way.
  public init(_ reason: NoAnswer, limit: Difficulty? = nil, limitColour: DifficultyColour? = nil) {
    (self.reason, self.limit, self.limitColour) = (reason, limit, limitColour)
  }

  /// Whether the skier's limits stand in the way, or what is closed; else nothing on the map leads there.
  public var isLimit: Bool { reason.reason != .cutOff }
}

extension DaySession {
  /// Returns why there is no way from a place back to another within a skier's limits at any hour; nil where there is one, and
  /// where an end is not on the network.
  ///
  /// What the day closes altogether counts as closed; hours don't count.
  /// - Parameters:
  ///   - place: Where one is, for example where a route ends.
  ///   - home: Where one came from, or must get to.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``.
  /// - Complexity: As ``RouteSession/route(_:)``; without a way about ten times that, to find out why.
  package func missingWay(
    from place: RouteEndpoint, backTo home: RouteEndpoint, profile: SkierProfile,
    snapLimitMetres: Double = RouteRequest.usualSnapLimitMetres
  ) throws -> MissingWay? {
    let request = RouteRequest(from: place, to: home, profile: profile, snapLimitMetres: snapLimitMetres)
    guard place != home, case .answer(let ends) = try resolve(request) else { return nil }
    return try missingWay(from: ends.0, to: ends.1, prepare(profile))
  }

  func missingWay(from place: ResolvedEnd, to other: ResolvedEnd, _ day: PreparedDay) throws -> MissingWay? {
    guard try session.pieces(from: place, to: other, day.costs, .aStar) == nil else { return nil }
    return missingWay(try session.diagnose(day.model.profile, place, other), from: place, day)
  }

  /// A reason with the skier's ceiling at a place.
  func missingWay(_ reason: NoAnswer, from place: ResolvedEnd, _ day: PreparedDay) -> MissingWay {
    let convention = session.convention(at: place)
    let limit = day.profile.effectiveCeiling.grade(in: convention)
    // The colour as the region paints it, like that in the title of a route.
    return MissingWay(reason, limit: limit, limitColour: limit.colour(in: convention))
  }
}
