/// A step from one site to the next, for searches over a network that still grows.
struct NetworkStep: Sendable {
  var site: Int
  var metres: Double
}

extension Network {
  /// The sites one can go on to from a site, on runs and connectors; lifts are not ridden.
  /// - Complexity: O(*d* · *s*) in the lines through it and their stops.
  func stepsOut(of site: Int) -> [NetworkStep] { steps(of: site, isForward: true) }

  /// The sites one can come from to a site, on runs and connectors.
  func stepsIn(to site: Int) -> [NetworkStep] { steps(of: site, isForward: false) }

  private func steps(of site: Int, isForward: Bool) -> [NetworkStep] {
    let site = root(site)
    var steps: [NetworkStep] = []
    for line in Set(linesThrough[site]).sorted() {
      let travel = lines[line].travel
      for at in stops[line].indices where root(stops[line][at].site) == site {
        if at + 1 < stops[line].count, travel == .both || (travel == .along) == isForward {
          steps.append(step(line, from: at, to: at + 1))
        }
        if at > 0, travel == .both || (travel == .against) == isForward {
          steps.append(step(line, from: at, to: at - 1))
        }
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

  private func step(_ line: Int, from: Int, to: Int) -> NetworkStep {
    let (a, b) = (
      lines[line].offset(stops[line][from].position), lines[line].offset(stops[line][to].position)
    )
    return NetworkStep(site: root(stops[line][to].site), metres: Double(max(a, b) - min(a, b)) / 100)
  }

  /// The metres from a site to all within reach of it on runs and connectors; against the ways when not forward.
  /// - Complexity: O(*k*²) in the sites reached: meant for short limits.
  func distances(from site: Int, isForward: Bool, limitMetres: Double) -> [Int: Double] {
    var settled: [Int: Double] = [:]
    var open: [Int: Double] = [root(site): 0]
    while let next = open.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      open.removeValue(forKey: next.key)
      settled[next.key] = next.value
      for step in steps(of: next.key, isForward: isForward) where settled[step.site] == nil {
        let metres = next.value + step.metres
        if metres <= limitMetres, metres < open[step.site] ?? .infinity { open[step.site] = metres }
      }
    }
    return settled
  }

  /// The metres to a position on a line, given the metres to sites; with the line when forward, else against it.
  func metres(to position: LinePosition, on line: Int, given known: [Int: Double], isForward: Bool) -> Double?
  {
    let track = lines[line]
    let offset = Double(track.offset(position))
    var best: Double?
    let before = stops[line].lastIndex { $0.position <= position }
    let after = stops[line].firstIndex { $0.position >= position }
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
