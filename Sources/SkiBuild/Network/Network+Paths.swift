import SkiBase
import SkiGraph

/// A step to an adjacent site, for searches during the build.
struct NetworkStep: Sendable {
  var site: Int
  var metres: Double
}

extension Network {
  /// Returns the steps out of a site on runs and connectors, without lifts.
  /// - Complexity: O(*d* log *s*) in the lines through it and their sites.
  func stepsOut(of site: Int) -> [NetworkStep] { steps(of: site, isForward: true) { _ in true } }

  /// Returns the steps into a site on runs and connectors, without lifts.
  func stepsIn(to site: Int) -> [NetworkStep] { steps(of: site, isForward: false) { _ in true } }

  private func steps(of site: Int, isForward: Bool, where isUsed: (Int) -> Bool) -> [NetworkStep] {
    let site = root(site)
    var steps: [NetworkStep] = []
    for (line, at) in stopNumbers(at: site) where isUsed(line) {
      let travel = lines[line].travel
      if at + 1 < stops[line].count, travel == .both || (travel == .along) == isForward {
        steps.append(step(line, from: at, to: at + 1))
      }
      if at > 0, travel == .both || (travel == .against) == isForward {
        steps.append(step(line, from: at, to: at - 1))
      }
    }
    for index in connectorsAt[site] {
      let connector = connectors[index]
      let (tail, head) = (root(connector.tail), root(connector.head))
      if tail == site, isForward ? connector.allowsForward : connector.allowsBackward {
        steps.append(NetworkStep(site: head, metres: connector.mapLengthMetres))
      }
      if head == site, isForward ? connector.allowsBackward : connector.allowsForward {
        steps.append(NetworkStep(site: tail, metres: connector.mapLengthMetres))
      }
    }
    return steps
  }

  /// Returns the lines through a root site in order, each with the indices of the site among its sites.
  /// - Complexity: O(*d* log *s*) in the lines through it and their sites.
  func stopNumbers(at site: Int) -> [(line: Int, number: Int)] {
    let places = stopsThrough[site].count > 1 ? stopsThrough[site].sorted() : stopsThrough[site]
    return places.compactMap { place in
      let number = stops[place.line].partitioningIndex { $0.position >= place.position }
      guard number < stops[place.line].count, stops[place.line][number].position == place.position,
        root(stops[place.line][number].site) == site
      else { return nil }
      return (place.line, number)
    }
  }

  private func step(_ line: Int, from: Int, to: Int) -> NetworkStep {
    let (a, b) = (
      lines[line].offset(stops[line][from].position), lines[line].offset(stops[line][to].position)
    )
    return NetworkStep(site: root(stops[line][to].site), metres: Double(max(a, b) - min(a, b)) / 100)
  }

  /// Returns the distances in metres from a site to all within a limit on connectors and on the lines that a closure
  /// admits, or to it when not forward.
  /// - Complexity: O(*k* log *k*) in the steps to the sites reached.
  func distances(
    from site: Int, isForward: Bool, limitMetres: Double, where isUsed: (Int) -> Bool = { _ in true }
  ) -> [Int: Double] {
    var search = DistanceSearch([Int: Double]())
    search.relax(root(site), at: 0)
    while let (at, cost) = search.settle() {
      for step in steps(of: at, isForward: isForward, where: isUsed) where cost + step.metres <= limitMetres {
        search.relax(step.site, at: cost + step.metres)
      }
    }
    return search.costs
  }

  /// Returns the last site of a line at or before a position, and the first at or after it. Complexity: O(log *s*).
  func stopsAround(_ position: LinePosition, on line: Int) -> (before: Int?, after: Int?) {
    let after = stops[line].partitioningIndex { $0.position >= position }
    let behind = stops[line].partitioningIndex { $0.position > position }
    return (behind > 0 ? behind - 1 : nil, after < stops[line].count ? after : nil)
  }

  /// Returns the distance in metres to a position on a line from the distances of its sites, or from it when not
  /// forward; nil when it is not reachable.
  func metres(to position: LinePosition, on line: Int, given known: [Int: Double], isForward: Bool) -> Double?
  {
    let track = lines[line]
    let offset = Double(track.offset(position))
    var best: Double?
    let (before, after) = stopsAround(position, on: line)
    let fromBefore = track.travel == .both || (track.travel == .along) == isForward
    let fromAfter = track.travel == .both || (track.travel == .against) == isForward
    for (stop, isOpen) in [(before, fromBefore), (after, fromAfter)] {
      guard let stop, isOpen || stops[line][stop].position == position,
        let start = known[root(stops[line][stop].site)]
      else { continue }
      let metres = start + abs(Double(track.offset(stops[line][stop].position)) - offset) / 100
      best = min(best ?? .infinity, metres)
    }
    return best
  }
}
