import SkiGeo
import SkiGraph
import SkiModel
import SkiRouting

/// What a link costs and who may use it, written once more from the rules, over plain values.
extension ReferenceRouting {
  /// Whether the profile may use a link.
  func isAllowed(_ link: GraphLink) -> Bool {
    let feature = link.feature.map(graph.feature)
    if let index = link.feature, profile.closedFeatures.contains(index) { return false }
    if let status = feature?.status, status != .operating, status != .unknown { return false }
    if link.kind == .lift { return feature.map { !profile.avoidedLiftKinds.contains($0.liftKind) } ?? true }
    if link.flags.contains(.optIn) && !profile.allowsOptIn { return false }
    if link.flags.contains(.itinerary) && !profile.allowsItineraries { return false }
    if let difficulty = link.difficulty, !difficulty.isOnScale {
      return profile.allowedOffScale.contains(difficulty)
    }
    let isUngraded = link.difficulty == nil || link.flags.contains(.difficultyEstimated)
    if link.kind == .run, isUngraded, profile.ungraded != .estimate { return profile.ungraded == .allow }
    guard let ceiling = profile.ceiling else { return true }
    guard let difficulty = link.difficulty else { return link.kind != .run }
    return difficulty <= ceiling.grade(in: feature?.convention ?? convention(near: link))
  }

  private func convention(near link: GraphLink) -> DifficultyConvention {
    for node in [link.tail, link.head] {
      for edge in graph.edges(from: node) {
        let other = graph.link(graph.link(of: EdgeIndex(edge)))
        if let feature = other.feature { return graph.feature(feature).convention }
      }
    }
    return .europe
  }

  /// Returns the milliseconds of a whole link in one direction.
  func whole(_ link: GraphLink, _ reversed: Bool) -> Int {
    if link.kind == .lift { return lift(link) }
    let time = Int(time(link, reversed, nil))
    return (link.distancesCentimetres.last ?? 0) > 0 ? max(1, time) : time
  }

  /// Returns C: the milliseconds up to a place along a link.
  func cumulative(_ link: GraphLink, _ reversed: Bool, _ centimetres: UInt32) -> Int {
    if centimetres == 0 { return 0 }
    if centimetres >= link.distancesCentimetres.last ?? 0 { return whole(link, reversed) }
    return min(whole(link, reversed), Int(time(link, reversed, centimetres)))
  }

  private func lift(_ link: GraphLink) -> Int {
    guard let index = link.feature else { return .max }
    let slopes = graph.links(of: index).map { slope(graph.link(LinkIndex($0))) }
    let whole = slopes.max() ?? 0
    let feature = graph.feature(index)
    let ride = LiftTimes.rideMilliseconds(of: feature, slopeMetres: whole)
    let part = whole > 0 ? Int(ride * slope(link) / whole) : 0
    return max(1, Int(LiftTimes.waitMilliseconds(of: feature, slopeMetres: whole)) + part)
  }

  private func slope(_ link: GraphLink) -> Double {
    var metres = 0.0
    for i in link.points.indices.dropFirst() {
      let run = Double(link.distancesCentimetres[i] - link.distancesCentimetres[i - 1]) / 100
      var rise = 0.0
      if let a = link.points[i - 1].elevationCentimetres, let b = link.points[i].elevationCentimetres {
        rise = Double(b - a) / 100
      }
      metres += (run * run + rise * rise).squareRoot()
    }
    return metres
  }

  private func time(_ link: GraphLink, _ reversed: Bool, _ limit: UInt32?) -> Double {
    let length = link.distancesCentimetres.last ?? 0
    let points = reversed ? link.points.reversed() : link.points
    let places =
      reversed ? link.distancesCentimetres.reversed().map { length - $0 } : link.distancesCentimetres
    let isOrdinaryDescent = link.kind == .run && !(link.allowsForward && link.allowsBackward)
    var time = 0.0
    for i in points.indices.dropFirst() {
      let horizontal = places[i] - places[i - 1]
      let run = Double(horizontal) / 100
      var segment: Double
      if let a = points[i - 1].elevationCentimetres, let b = points[i].elevationCentimetres {
        let rise = Double(b - a) / 100
        let surface = (run * run + rise * rise).squareRoot()
        segment =
          surface == 0
          ? 0
          : surface * pace.millisecondsPerMetre(gradient: rise / max(run, 0.01), on: link.kind)
      } else {
        segment =
          run * pace.millisecondsPerMetre(gradient: isOrdinaryDescent ? -0.15 : 0, on: link.kind)
      }
      if let limit, limit < places[i] {
        return time + segment * Double(limit - places[i - 1]) / Double(horizontal)
      }
      time += segment
    }
    return time
  }
}
