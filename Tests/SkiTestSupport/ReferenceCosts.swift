import SkiBase
package import SkiGraph
import SkiRouting

/// The cost and the admission of a link, implemented independently from the rules on plain values.
extension ReferenceRouting {
  /// Returns whether the profile may use a link.
  package func isAllowed(_ link: GraphLink) -> Bool { isAllowed(link, of: link.feature.map(graph.feature)) }

  /// Returns whether the profile may use a link of a feature.
  func isAllowed(_ link: GraphLink, of feature: GraphFeature?) -> Bool {
    if let index = link.feature, profile.closedFeatures.contains(index) { return false }
    if let status = feature?.status, status != .operating, status != .unknown { return false }
    if let tags = feature?.access, !profile.ignoresRestrictions, Self.isBarred(tags) { return false }
    if link.kind == .lift { return feature.map { !profile.avoidedLiftKinds.contains($0.liftKind) } ?? true }
    if link.kind == .run, let terrain = feature?.terrain {
      if profile.needsLight, terrain.isLit != true { return false }
      if profile.avoidedTerrain.contains(.glades), terrain.isGladed == true { return false }
      if profile.avoidedTerrain.contains(.moguls), terrain.grooming == .mogul { return false }
      let isUngroomed = [.backcountry, .ungroomed].contains(terrain.grooming)
      if profile.avoidedTerrain.contains(.ungroomed), isUngroomed { return false }
    }
    if link.flags.contains(.optIn) && !profile.allowsOptIn { return false }
    if link.flags.contains(.itinerary) && !profile.allowsItineraries { return false }
    if link.flags.contains(.snowCovered) && !profile.allowsSnowCovered { return false }
    if link.flags.contains(.shortSnowPassage), profile.refusesSnowCovered, !profile.allowsSnowCovered {
      return false
    }
    if let difficulty = link.difficulty, !difficulty.isOnScale {
      return profile.allowedOffScale.contains(difficulty)
    }
    let isUngraded = link.difficulty == nil || link.flags.contains(.difficultyEstimated)
    if link.kind == .run, isUngraded, profile.ungraded != .estimate { return profile.ungraded == .allow }
    let isOwnExpert = profile.ceiling == nil && profile.ability == .expert
    guard let difficulty = link.difficulty else { return link.kind != .run || isOwnExpert }
    let hardest = hardestGrade(in: feature?.convention ?? convention(near: link))
    // For beginners trees and ungroomed snow are a grade harder, up to the hardest grade.
    let terrain = feature?.terrain ?? RunTerrain()
    let isHarder = profile.ability == .beginner && (terrain.isGladed == true || terrain.isGroomed == false)
    return isHarder && difficulty < .expert ? difficulty < hardest : difficulty <= hardest
  }

  /// Returns the hardest grade of the profile: its ceiling, else blue, red, black or all by its ability.
  package func hardestGrade(in convention: DifficultyConvention) -> Difficulty {
    if let ceiling = profile.ceiling { return ceiling.grade(in: convention) }
    return switch (profile.ability, convention) {
    case (.beginner, .northAmerica), (.intermediate, _): .intermediate
    case (.beginner, _): .easy
    case (.advanced, .northAmerica): .advanced
    default: .expert
    }
  }

  func convention(near link: GraphLink) -> DifficultyConvention {
    for node in [link.tail, link.head] {
      for edge in graph.edges(from: node) {
        let other = graph.link(graph.link(of: EdgeIndex(edge)))
        if let feature = other.feature { return graph.feature(feature).convention }
      }
    }
    return .europe
  }

  /// Returns the milliseconds of a whole link in one direction.
  package func whole(_ link: GraphLink, _ reversed: Bool) -> Int {
    if link.kind == .lift { return lift(link, reversed) }
    let time = Int(time(link, reversed, nil))
    return (link.distancesCentimetres.last ?? 0) > 0 ? max(1, time) : time
  }

  /// Returns the milliseconds up to a place along a link.
  func cumulative(_ link: GraphLink, _ reversed: Bool, _ centimetres: UInt32) -> Int {
    if centimetres == 0 { return 0 }
    if centimetres >= link.distancesCentimetres.last ?? 0 { return whole(link, reversed) }
    return min(whole(link, reversed), Int(time(link, reversed, centimetres)))
  }

  private func lift(_ link: GraphLink, _ reversed: Bool) -> Int {
    guard let (wait, aboard) = ride(link) else { return .max }
    return max(1, (wait + aboard) * (isWeighted && leadsDown(link, reversed) ? 3 : 1))
  }

  /// Returns the usual wait and the time aboard of a lift's link, in milliseconds; nil without a lift.
  func ride(_ link: GraphLink) -> (wait: Int, aboard: Int)? {
    guard let index = link.feature else { return nil }
    let slopes = graph.links(of: index).map { graph.link(LinkIndex($0)) }
      .filter { $0.flags.isDisjoint(with: [.staysOn, .goesOn]) }.map(slope)
    let whole = slopes.max() ?? 0
    let feature = graph.feature(index)
    let ride = LiftTimes.rideMilliseconds(of: feature, slopeMetres: whole)
    let part = whole > 0 ? Int(ride * slope(link) / whole) : 0
    if link.flags.contains(.staysOn) { return (0, part) }
    let wait = Int(LiftTimes.waitMilliseconds(of: feature, slopeMetres: whole))
    return (wait, Int(LiftTimes.boardingMilliseconds(of: feature)) + part)
  }

  /// Returns whether a lift falls by more than a fiftieth of its length; where heights are unknown it is drawn upwards.
  private func leadsDown(_ link: GraphLink, _ reversed: Bool) -> Bool {
    guard let first = link.pricedHeight(0), let last = link.pricedHeight(link.points.count - 1) else {
      return reversed
    }
    let fall = reversed ? last - first : first - last
    return Int(fall) * 50 > Int(link.distancesCentimetres.last ?? 0)
  }

  private func slope(_ link: GraphLink) -> Double {
    var metres = 0.0
    for i in link.points.indices.dropFirst() {
      let run = Double(link.distancesCentimetres[i] - link.distancesCentimetres[i - 1]) / 100
      var rise = 0.0
      if let a = link.pricedHeight(i - 1), let b = link.pricedHeight(i) {
        rise = Double(b - a) / 100
      }
      metres += (run * run + rise * rise).squareRoot()
    }
    return metres
  }

  /// Returns the time up to a place along a link; an unmapped walk takes 5 min more, spread over its length.
  private func time(_ link: GraphLink, _ reversed: Bool, _ limit: UInt32?) -> Double {
    let length = link.distancesCentimetres.last ?? 0
    let share = limit.map { length > 0 ? min(1, Double($0) / Double(length)) : 1 } ?? 1
    return moving(link, reversed, limit) + (link.cause == .unmapped ? 300_000 * share : 0)
  }

  private func moving(_ link: GraphLink, _ reversed: Bool, _ limit: UInt32?) -> Double {
    let kind = [.onFoot, .unmapped].contains(link.cause) ? .walk : link.kind
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
      let (here, next) = reversed ? (points.count - i, points.count - 1 - i) : (i - 1, i)
      if let a = link.pricedHeight(here), let b = link.pricedHeight(next) {
        let difference = Double(b - a) / 100
        let rise = link.climbsEitherWay ? abs(difference) : difference
        let surface = (run * run + rise * rise).squareRoot()
        segment =
          surface == 0
          ? 0
          : surface
            * pace.millisecondsPerMetre(
              gradient: rise / max(run, 0.01), on: kind,
              isInferred: link.inferredElevationsCentimetres != nil)
      } else {
        segment =
          run * pace.millisecondsPerMetre(gradient: isOrdinaryDescent ? -0.15 : 0, on: kind)
      }
      if let limit, limit < places[i] {
        return time + segment * Double(limit - places[i - 1]) / Double(horizontal)
      }
      time += segment
    }
    return time
  }
}

extension GraphLink {
  /// Indicates whether it costs a climb in both directions.
  package var climbsEitherWay: Bool {
    flags.contains(.directionUnknown) && inferredElevationsCentimetres != nil
  }

  /// Returns the elevation used for the cost of a point: the known one, else the inferred one.
  package func pricedHeight(_ point: Int) -> Int32? {
    points[point].elevationCentimetres ?? inferredElevationsCentimetres?[point]
  }
}
