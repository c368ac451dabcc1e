import SkiBase
import SkiGraph

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
