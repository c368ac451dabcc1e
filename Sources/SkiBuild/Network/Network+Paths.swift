import SkiGeo
import SkiGraph

/// A step from one site to the next, for searches over a network that still grows.
struct NetworkStep: Sendable {
  var site: Int
  var metres: Double
}

extension Network {
  /// The sites one can go on to from a site, on runs and connectors; lifts are not ridden.
  /// - Complexity: O(*d* log *s*) in the lines through it and their stops.
  func stepsOut(of site: Int) -> [NetworkStep] { steps(of: site, isForward: true) }

  /// The sites one can come from to a site, on runs and connectors.
  func stepsIn(to site: Int) -> [NetworkStep] { steps(of: site, isForward: false) }

  private func steps(of site: Int, isForward: Bool) -> [NetworkStep] {
    let site = root(site)
    var steps: [NetworkStep] = []
    for (line, at) in stopNumbers(at: site) {
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
        steps.append(NetworkStep(site: head, metres: connector.lengthMetres))
      }
      if head == site, isForward ? connector.allowsBackward : connector.allowsForward {
        steps.append(NetworkStep(site: tail, metres: connector.lengthMetres))
      }
    }
    return steps
  }

  /// The stops at a root site: lines in order, each with the positions of its stops there among all it has.
  /// - Complexity: O(*d* log *s*) in the lines through it and their stops.
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

  /// The metres from a site to all within reach of it on runs and connectors; against the ways when not forward.
  /// - Complexity: O(*k* log *k*) in the ways to the sites reached.
  func distances(from site: Int, isForward: Bool, limitMetres: Double) -> [Int: Double] {
    var search = DistanceSearch([Int: Double]())
    search.offer(root(site), at: 0)
    while let (at, price) = search.settle() {
      for step in steps(of: at, isForward: isForward) where price + step.metres <= limitMetres {
        search.offer(step.site, at: price + step.metres)
      }
    }
    return search.prices
  }

  /// The last stop of a line at or before a position, and the first at or after it. Complexity: O(log *s*).
  func stopsAround(_ position: LinePosition, on line: Int) -> (before: Int?, after: Int?) {
    let after = stops[line].partitioningIndex { $0.position >= position }
    let behind = stops[line].partitioningIndex { $0.position > position }
    return (behind > 0 ? behind - 1 : nil, after < stops[line].count ? after : nil)
  }

  /// The metres to a position on a line, given the metres to sites; with the line when forward, else against it.
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
