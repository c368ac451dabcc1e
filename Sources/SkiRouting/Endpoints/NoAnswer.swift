public import SkiBase
public import SkiGraph

/// A named lift or run near a place outside the network, as a suggestion.
public struct NearbyFeature: Hashable, Sendable {
  /// The type of the feature: lift or run.
  public var kind: FeatureKind
  /// The kind of lift; nil for runs.
  public var liftKind: LiftKind?
  /// The feature's own id in its source file.
  public var id: SourceID
  /// The name of the lift or run.
  public var name: String
  /// The horizontal distance from the place to its nearer end, in metres; at most 2,000.
  public var distanceMetres: Double
}

/// The reason why a question has no answer.
public struct NoAnswer: Hashable, Sendable {
  /// The kinds of reasons.
  public typealias Reason = NoAnswerReason

  /// The main reason, the first of ``reasons``.
  public var reason: Reason
  /// The limits that prevent a route together, a minimal set, ``reason`` first; just that for reasons other than
  /// limits.
  public var reasons: [Reason]
  /// The end concerned; nil when the reason concerns neither.
  public var end: RouteEnd?
  /// The name of the place concerned; nil when the reason concerns none.
  public var placeName: String?
  /// The lifecycle of that place; nil unless it is outside the network.
  public var placeStatus: Lifecycle?
  /// The leg of a journey that fails, counted from 0; nil for other questions.
  public var leg: Int?
  /// The horizontal distance to the nearest run, street or station, in metres; nil when there is none within 20 km, and
  /// for other reasons.
  public var nearestMetres: Double?
  /// The coordinate with latitude and longitude exchanged; nil unless only that lies on the map.
  public var swappedCoordinate: Coordinate?
  /// The easiest ceiling that would allow a route, once the other ``reasons`` are lifted; nil when the ceiling does not
  /// prevent it.
  public var leastCeiling: Difficulty?
  /// The colour of that ceiling in the region; nil without one.
  public var leastCeilingColour: DifficultyColour?
  /// The latest departure of a route, when it is too late; nil for other reasons, and when no departure is in time.
  public var latestDeparture: DayTime?
  /// Indicates whether only a route back is missing.
  public var isReturnMissing = false
  /// The closed lifts and runs that a route would use, in its order; empty unless closures prevent it.
  public var closedFeatures: [FeatureIndex] = []
  /// The labels, or else the source ids, of ``closedFeatures``, one for each.
  public var closedNames: [String] = []
  /// The lifts and runs not open to skiers that a route would use, in its order; empty for reasons other than
  /// `barred`.
  public var barredFeatures: [FeatureIndex] = []
  /// The descriptions of ``barredFeatures``, one for each: `Combe, which is private`.
  public var barredNames: [String] = []
  /// The horizontal length along snow-covered tracks and paths of a route that they alone would allow, in metres; nil
  /// when they would not.
  public var snowCoveredMetres: Double?
  /// The straight horizontal distance between the places, in metres, where no path leads from one to the other; nil for
  /// other reasons, and when it is not known.
  public var straightMetres: Double?
  /// Indicates whether a path is missing on a map without streets.
  public var lacksStreets = false
  /// The named features near a place outside the network: up to three lifts, then up to two runs, the nearest first;
  /// empty for other reasons.
  public var nearby: [NearbyFeature] = []

  /// Creates a reason without details.
  /// - Parameter reason: The main reason, which becomes the only one of ``reasons``.
  public init(_ reason: Reason) {
    self.reason = reason
    reasons = [reason]
  }

  /// Adds the distance between two places that no path joins.
  mutating func noteDistance(from place: Coordinate?, to other: Coordinate?, lacksStreets: Bool) {
    guard let place, let other else { return }
    straightMetres = place.distanceMetres(to: other)
    self.lacksStreets = lacksStreets
  }
}

extension NoAnswer {
  /// Returns English sentences for a skier, one for each of ``reasons``; names are as mapped and may need escaping.
  /// - Complexity: O(*c*) in ``closedNames``.
  public func message() -> String {
    let sentences = reasons.map(sentence) + [walkSentence()].compactMap(\.self)
    return (isReturnMissing ? "There is a route there, but none back. " : "")
      + sentences.joined(separator: " ")
  }

  private func sentence(_ reason: Reason) -> String {
    switch reason {
    case .notNearAnything:
      let what = placeName ?? (end == .destination ? "The destination" : "The start")
      guard let nearestMetres else {
        let swapped =
          swappedCoordinate.map { "; did you mean \($0.argumentText())? Latitude comes first" } ?? ""
        return "\(what) is not near any run, street or lift on this map\(swapped)."
      }
      return
        "\(what) is not near anything: the nearest run, street or lift is \(distance(nearestMetres)) away."
    case .placeNotInNetwork: return placeSentence()
    case .cutOff:
      return lacksStreets
        ? "There is no route at all: no runs or lifts on this map lead there\(straightLine())."
        : "There is no route at all: no runs, lifts or streets on this map lead there."
    case .separateAreas:
      return lacksStreets
        ? "The places lie in different ski areas, which no run or lift on this map joins\(straightLine())."
        : "The places lie in different ski areas, which no run, lift or street on this map joins."
    case .barred:
      return "There is no route that skiers may use: it needs \(barredNames.joined(separator: "; "))."
    case .overCeiling:
      guard let leastCeiling else { return "There is only a route over runs harder than the limit." }
      let colour = leastCeilingColour.map { "\($0.rawValue) " } ?? ""
      return
        "There is only a route over harder runs: it needs a limit of \(colour)(\(leastCeiling.rawValue)) or above."
    case .closed:
      return closedNames.isEmpty
        ? "The route is closed." : "The route is closed: it needs \(closedNames.joined(separator: ", "))."
    case .onlyAvoidedLifts: return "There is only a route by kinds of lifts that are avoided."
    case .onlyAvoidedTerrain: return "There is only a route over terrain that is avoided, or over unlit runs."
    case .onlyUngraded:
      return "There is only a route over runs that have no grade; allow ungraded runs to get it."
    case .tooLate:
      guard let latestDeparture else {
        return "It is too late: lifts or runs on every route are closed by then."
      }
      return
        "It is too late: lifts or runs on the route close. The last moment to leave was \(latestDeparture)."
    case .tooLittleTime: return "There is not enough time: the route takes longer than the time given."
    case .onlyOffScale:
      return
        "There is only a route off the marked runs (freeride, extreme, ski tour or hike), which must be allowed."
    case .onlySnowCovered where end != nil:
      return
        "The \(end?.rawValue ?? "place") is near snow-covered tracks and paths only; allow walking there (allow walk)."
    case .onlySnowCovered:
      let length = snowCoveredMetres.map { "\(distance($0)) " } ?? ""
      return
        "There is only a route that leads \(length)along snow-covered tracks and paths; allow walking there (allow walk) to get it."
    }
  }

  /// Returns the sentence about a route that would lead along snow-covered paths, where other limits prevent another
  /// one; nil when there is none, or it is a reason.
  private func walkSentence() -> String? {
    guard !reasons.contains(.onlySnowCovered), let snowCoveredMetres else { return nil }
    return
      "There is one that leads \(distance(snowCoveredMetres)) along snow-covered tracks and paths (allow walk)."
  }

  /// The distance in metres up to which streets are suggested between two places: about an hour on foot.
  private static let walkableMetres = 5000.0

  /// Returns the distance in a straight line, as the end of a sentence; empty where streets would be no way either.
  private func straightLine() -> String {
    guard let straightMetres, straightMetres <= Self.walkableMetres else { return "" }
    return "; it is \(distance(straightMetres)) in a straight line; the map has no streets to walk along"
  }

  private func placeSentence() -> String {
    let name = placeName ?? "The \(end?.rawValue ?? "place")"
    var text =
      switch placeStatus {
      case .operating?, .unknown?, nil: "\(name) is not connected to any run or lift."
      case .construction?: "\(name) is under construction."
      case .proposed?, .planned?: "\(name) is only planned."
      case .disused?: "\(name) no longer runs."
      case .abandoned?, .razed?: "\(name) no longer exists."
      }
    if !nearby.isEmpty {
      let offers = nearby.map { "\($0.name) (\($0.kind.rawValue), \(distance($0.distanceMetres)))" }
      text += " Near it: \(offers.joined(separator: ", "))."
    }
    return text
  }

  private func distance(_ metres: Double) -> String {
    metres < 1000
      ? "\(decimalText(metres, places: 0) ?? "?") m" : "\(decimalText(metres / 1000, places: 1) ?? "?") km"
  }
}

/// The answer to a question, or the reason why there is none.
///
/// Its value is valid for the map that was asked.
/// ```swift
/// switch try router.route(request) {
/// case .answer(let route): print(route.steps.count)
/// case .noAnswer(let reason): print(reason.message())
/// }
/// ```
public enum Answer<Value: Sendable>: Sendable {
  /// The value that was asked for.
  case answer(Value)
  /// The reason why there is no value.
  case noAnswer(NoAnswer)
}

extension Answer: Equatable where Value: Equatable {}
extension Answer: Hashable where Value: Hashable {}

extension Answer {
  /// The value; nil when there is none.
  public var value: Value? { if case .answer(let value) = self { value } else { nil } }

  /// The reason; nil when there is a value.
  public var reason: NoAnswer? { if case .noAnswer(let reason) = self { reason } else { nil } }

  /// Returns the answer with its value transformed; a reason is unchanged.
  package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Answer<Other> {
    switch self {
    case .answer(let value): .answer(try transform(value))
    case .noAnswer(let reason): .noAnswer(reason)
    }
  }

  /// Returns the answer of a closure for the value; a reason is unchanged.
  package func flatMap<Other>(_ transform: (Value) throws -> Answer<Other>) rethrows -> Answer<Other> {
    switch self {
    case .answer(let value): try transform(value)
    case .noAnswer(let reason): .noAnswer(reason)
    }
  }
}
