import SkiGraph

/// The search for parts of runs whose direction nothing tells, on a connected network.
///
/// A run without elevations falls as it is drawn where something confirms the line: a direction tag, elevations at both of
/// its ends, or lifts. Runs are skied from the top of a lift, or down to where one is boarded; in fifteen real areas of
/// 135 sections of which only one of both holds three are drawn uphill, all at one place, and of 40 of which neither
/// holds eleven. A circle of one-way runs contradicts itself: it can't fall all around. And of runs whose fitted elevations
/// fall by less than 5 %, hardly more than the fit is exact, a quarter rise.
///
/// Such parts are priced as a climb, and so are ski tours and hikes, which may lead up or down, where the elevations around
/// them don't tell. Those of runs away from all lifts, and of circles, are travelled both ways; others are drawn downwards
/// more often than not, and go as drawn.
struct DirectionDoubts {
  /// The reason for a doubt, as its report code.
  enum Reason: String {
    /// No lift leads to the run, and the run leads to none.
    case runUnserved
    /// The run is part of a circle of one-way runs.
    case runsInCircle
    /// The elevations around the run show it as almost level.
    case runTooFlatToTell
    /// The elevations around a ski tour or hike show less of a rise than they may be wrong by.
    case climbDirectionUnknown
  }

  private let runs: [LocalRun]
  /// The lines with elevations of two vertices or more, and none at others.
  private let marked: Set<Int>

  /// Creates the search.
  /// - Parameter marks: The elevations of single vertices, of lines whose other vertices have none.
  init(_ runs: [LocalRun], marks: [VertexElevation]) {
    self.runs = runs
    var (seen, marked) = (Set<Int>(), Set<Int>())
    for mark in marks where !seen.insert(mark.line).inserted { marked.insert(mark.line) }
    self.marked = marked
  }

  /// Marks the parts of lines whose direction nothing tells, and counts their runs.
  /// - Complexity: O(*n* + *m*) in sites and edges, times the rounds of circles, at most ``roundLimit``.
  func mark(_ network: inout Network, _ report: inout ImportReport) {
    guard network.lines.contains(where: { $0.elevations == nil }) else { return }
    let unserved = markUnserved(&network)
    count(unserved, .runUnserved, network, &report)
    let circling = markCircles(&network).subtracting(unserved)
    count(circling, .runsInCircle, network, &report)
    count(markFlat(&network).subtracting(unserved).subtracting(circling), .runTooFlatToTell, network, &report)
    count(markTours(&network), .climbDirectionUnknown, network, &report)
  }

  private func count(
    _ lines: Set<Int>, _ reason: Reason, _ network: Network, _ report: inout ImportReport
  ) {
    for feature in Set(lines.map { network.lines[$0].feature }).sorted() {
      let run = runs[feature].run
      report.count(reason.rawValue, .noted, id: run.id.rawValue, detail: run.name ?? "")
    }
  }

  /// Returns whether the drawn direction of a line is all that there may be: it is one-way, without elevations and tag.
  private func isAsDrawn(_ line: Int, _ network: Network) -> Bool {
    let track = network.lines[line]
    return track.elevations == nil && track.travel != .both && !track.isClimbed && !marked.contains(line)
      && runs[track.feature].run.oneway == nil
  }

  /// Marks the parts that no lift leads to, and that lead to none; returns their lines.
  ///
  /// Those that nothing connects to a lift are travelled both ways; others are drawn as their neighbours are, two in three
  /// downwards, and going up them would open ways to the lifts that most of them are not.
  private func markUnserved(_ network: inout Network) -> Set<Int> {
    let reach = network.liftReach(isOnSkis: true)
    let isConnected = network.isConnectedToLifts()
    var found = Set<Int>()
    for line in network.lines.indices where isAsDrawn(line, network) {
      guard !network.hasKnownEnds(line) else { continue }
      let isAgainst = network.lines[line].travel == .against
      let grade = runs[network.lines[line].feature].grade
      let gradient = max(TypicalGradients.unserved, TypicalGradients.steepest(grade))
      for part in network.stops[line].indices.dropLast() {
        let (a, b) = network.ends(of: part, line)
        let (from, to) = isAgainst ? (b, a) : (a, b)
        guard !reach.comesFromLift[from], !reach.leadsToLift[to] else { continue }
        network.stops[line][part].doubt = DirectionDoubt(gradient: gradient, isTwoWay: !isConnected[from])
        found.insert(line)
      }
    }
    return found
  }

  /// Marks the other parts of lines that are almost level; returns these lines.
  private func markFlat(_ network: inout Network) -> Set<Int> {
    let flat = network.lines.indices.filter { network.lines[$0].isInferredFlat && isAsDrawn($0, network) }
    for line in flat {
      for part in network.stops[line].indices.dropLast()
      where network.stops[line][part].doubt == nil {
        network.stops[line][part].doubt = DirectionDoubt(
          gradient: TypicalGradients.traverse, isTwoWay: false)
      }
    }
    return Set(flat)
  }

  /// Marks ski tours and hikes whose inferred rise is less than its uncertainty; returns their lines.
  ///
  /// They go either way, and hundreds of metres up: nothing but elevations tells where.
  private func markTours(_ network: inout Network) -> Set<Int> {
    let usual = TypicalGradients.climbed
    let unknown = network.lines.indices.filter { line in
      let track = network.lines[line]
      guard track.isClimbed, track.elevations == nil, track.travel == .both, !marked.contains(line),
        !network.hasKnownEnds(line), let rise = track.inferredClimbMetres
      else { return false }
      let length = track.mapLengthMetres
      let sections = max(1, length / TypicalGradients.correlationMetres)
      return abs(rise) < usual.deviation * length / sections.squareRoot()
    }
    for line in unknown {
      for part in network.stops[line].indices.dropLast() {
        network.stops[line][part].doubt = DirectionDoubt(gradient: usual.deviation, isTwoWay: true)
      }
    }
    return Set(unknown)
  }

  /// The greatest number of rounds in which circles are opened one line each; all that is left is in doubt then.
  private static let roundLimit = 20

  /// Marks parts of circles of one-way runs until none is left; returns their lines.
  private func markCircles(_ network: inout Network) -> Set<Int> {
    var found = Set<Int>()
    for round in 0... {
      let circles = OneWayCircles(network).parts
      let doubts = circles.flatMap { circle in
        round < Self.roundLimit ? doubt(in: circle, network).map { [$0] } ?? [] : circle
      }.filter { isAsDrawn($0.line, network) }
      if doubts.isEmpty { break }
      for (line, parts) in doubts {
        let gradient = TypicalGradients.steepest(runs[network.lines[line].feature].grade)
        let doubt = DirectionDoubt(gradient: gradient, isTwoWay: true)
        for part in parts { network.stops[line][part].doubt = doubt }
        found.insert(line)
      }
    }
    return found
  }

  /// The length of a line that can rise by what another one falls, relative to that one: the usual gradient of runs over
  /// that of the steepest.
  private static let risingShare = TypicalGradients.run(nil).mean / TypicalGradients.steep(.expert)

  /// Returns the parts of a circle that are in doubt; nil without an untagged line.
  ///
  /// A line that comes back to itself is in doubt where it closes its circle. Else the shortest part of a line in a circle
  /// that can rise by what the longest falls is, with the rest of the line where it is less, since a whole line is drawn in the wrong direction more easily than a
  /// piece of one; lines with more outside are in doubt only where there are no others.
  private func doubt(in circle: [OneWayCircles.Part], _ network: Network) -> OneWayCircles.Part? {
    let lengths = circle.map { line, parts in parts.reduce(0) { $0 + network.metres(ofPart: $1, line) } }
    let least = Self.risingShare * (lengths.max() ?? 0)
    var best: (isPiece: Bool, metres: Double, part: OneWayCircles.Part)?
    for ((line, parts), metres) in zip(circle, lengths) where isAsDrawn(line, network) {
      if let closing = closingPart(of: line, parts, network) { return (line, [closing]) }
      guard metres >= least else { continue }
      let isPiece = metres < network.lines[line].mapLengthMetres / 2
      if let best, (best.isPiece ? 1 : 0, best.metres) <= (isPiece ? 1 : 0, metres) { continue }
      best = (isPiece, metres, (line, isPiece ? parts : Array(network.stops[line].indices.dropLast())))
    }
    return best?.part
  }

  /// Returns the part of a line that ends where the line was before, in its direction of travel; nil without one.
  private func closingPart(of line: Int, _ parts: [Int], _ network: Network) -> Int? {
    let isAgainst = network.lines[line].travel == .against
    var passed = Set<Int>()
    for part in isAgainst ? parts.reversed() : parts {
      let (a, b) = network.ends(of: part, line)
      let (from, to) = isAgainst ? (b, a) : (a, b)
      passed.insert(from)
      if passed.contains(to) { return part }
    }
    return nil
  }
}

/// The circles of one-way runs: the strongly connected components of one-way lines alone.
private struct OneWayCircles {
  /// A line with some of its parts, by the site where each begins, ascending.
  typealias Part = (line: Int, parts: [Int])
  /// The lines of each circle with their parts in it, ascending.
  private(set) var parts: [[Part]] = []

  /// Finds the circles, without parts that are in doubt already.
  /// - Complexity: O(*n* + *m*) in sites and parts of lines.
  init(_ network: Network) {
    var ends: [(tail: Int, head: Int)] = []
    Self.forEachPart(of: network) { line, _, a, b in
      ends.append(network.lines[line].travel == .against ? (b, a) : (a, b))
    }
    let components = Components(SiteEdges(siteCount: network.sites.count, ends))
    var circleOf: [Int: Int] = [:]
    Self.forEachPart(of: network) { line, part, a, b in
      guard components.of[a] == components.of[b] else { return }
      let circle = circleOf[components.of[a]] ?? parts.count
      if circle == parts.count {
        circleOf[components.of[a]] = circle
        parts.append([])
      }
      if parts[circle].last?.line != line { parts[circle].append((line, [])) }
      parts[circle][parts[circle].count - 1].parts.append(part)
    }
  }

  /// Calls a closure with the line, the number and the root sites of each part of a one-way line, in order.
  private static func forEachPart(of network: Network, _ body: (Int, Int, Int, Int) -> Void) {
    for line in network.lines.indices
    where network.lines[line].travel != .both && !network.lines[line].isClimbed {
      for part in network.stops[line].indices.dropLast()
      where network.stops[line][part].doubt == nil {
        let (a, b) = network.ends(of: part, line)
        body(line, part, a, b)
      }
    }
  }
}

extension Network {
  /// Returns the root sites at the ends of a part of a line, in drawn order.
  fileprivate func ends(of part: Int, _ line: Int) -> (Int, Int) {
    (root(stops[line][part].site), root(stops[line][part + 1].site))
  }

  /// Returns for each root site whether runs, areas and connectors connect it to a lift, in whichever direction.
  /// - Complexity: O(*n* + *m*) in sites and edges.
  fileprivate func isConnectedToLifts() -> [Bool] {
    let out = edges(isOnSkis: true)
    var ends: [(tail: Int, head: Int)] = []
    for site in sites.indices {
      for edge in out.edges(of: site) { ends += [(site, out.heads[edge]), (out.heads[edge], site)] }
    }
    return SiteEdges(siteCount: sites.count, ends)
      .reached(from: rides.flatMap { [root($0.tail), root($0.head)] })
  }

  /// Returns the length of a part of a line in metres.
  fileprivate func metres(ofPart part: Int, _ line: Int) -> Double {
    lines[line].metres(to: stops[line][part + 1].position)
      - lines[line].metres(to: stops[line][part].position)
  }

  /// Returns whether the elevations of both ends of a line are known, from others that meet it there.
  fileprivate func hasKnownEnds(_ line: Int) -> Bool {
    guard let first = stops[line].first, let last = stops[line].last else { return false }
    return [first, last].allSatisfy { sites[root($0.site)].elevation != nil }
  }
}
