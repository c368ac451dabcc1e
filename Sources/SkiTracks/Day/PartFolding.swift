import SkiBase
import SkiGraph

/// Forms the parts of a day from the passages of a track, merging those too short for a lap into their neighbours.
struct PartFolding {
  let track: MatchedTrack
  let edges: TravelledEdges
  let options: SkiDayOptions

  /// Returns the parts in order: lifts, runs, and walks between them. Complexity: O(passages).
  func parts() -> [DayPart] {
    let raw = PartSplitting(track: track, edges: edges, options: options).parts()
    return joined(shortPartsFolded(joined(connectorsFolded(ridesJoined(raw).map(partialRideAsConnector)))))
  }

  /// The longest interruption of a ride in seconds in which noisy fixes were matched elsewhere.
  private static let rideInterruptionSeconds = 180.0
  /// The greatest distance back along a lift, in metres, between the pieces of one ride.
  private static let rideReturnMetres = 50.0

  /// Joins the pieces of a ride between which fixes were matched elsewhere, but to no other lift.
  private func ridesJoined(_ parts: [DayPart]) -> [DayPart] {
    var result: [DayPart] = []
    for part in parts {
      if part.kind == .lift, let last = result.lastIndex(where: { $0.kind == .lift }),
        resumes(part, after: result[last])
      {
        result.removeSubrange(last + 1..<result.count)
        result[last].append(part)
      } else {
        result.append(part)
      }
    }
    return result
  }

  /// Returns whether a part continues the ride of an earlier one farther along the same lift.
  private func resumes(_ part: DayPart, after earlier: DayPart) -> Bool {
    guard part.isSame(as: earlier),
      part.start.secondsSince1970 - earlier.end.secondsSince1970 <= Self.rideInterruptionSeconds,
      !track.passages[earlier.passages.upperBound...part.passages.lowerBound].contains(where: \.isAfterGap)
    else { return false }
    let (before, after) = (
      track.passages[earlier.passages.upperBound - 1], track.passages[part.passages.lowerBound]
    )
    let (from, to) = (edges.edge(of: before), edges.edge(of: after))
    guard before.edge == after.edge else { return from.head == to.tail && from.link != to.link }
    let tolerance = min(Self.rideReturnMetres, from.mapLengthMetres / 4)
    return after.enteredMetres >= before.leftMetres - tolerance
      && after.leftMetres > before.leftMetres
  }

  /// The least share of the way between stations that is a ride, where the recording covers both ends.
  private static let leastRideShare = 0.6

  /// Returns a lift of which only a piece was travelled as a connector; other parts unchanged.
  ///
  /// Lifts are boarded and left at stations. A piece is a ride where the recording begins, ends or is silent at its ends.
  private func partialRideAsConnector(_ part: DayPart) -> DayPart {
    guard part.kind == .lift else { return part }
    var sections: Set<EdgeIndex> = []
    let whole = part.passages.reduce(0) { sum, position in
      let passage = track.passages[position]
      let edge = edges.edge(of: passage)
      guard edge.feature == part.feature, sections.insert(passage.edge).inserted else { return sum }
      return sum + edge.mapLengthMetres
    }
    guard part.metres < Self.leastRideShare * whole else { return part }
    if part.metres >= options.leastRunMetres, isCutOff(part) { return part }
    var part = part
    (part.kind, part.feature) = (.connector, nil)
    return part
  }

  /// Returns whether the recording begins, ends or is silent at an end of a part.
  private func isCutOff(_ part: DayPart) -> Bool {
    let fixes = part.passages.map { track.passages[$0].fixes }.filter { !$0.isEmpty }
    guard let first = fixes.first?.lowerBound, let last = fixes.last?.upperBound, first > 0,
      last < track.fixes.count
    else { return true }
    return isSilent(first) || isSilent(last)
  }

  /// Returns whether there is a gap before a fix.
  private func isSilent(_ position: Int) -> Bool {
    track.fixes[position].fix.time.secondsSince1970 - track.fixes[position - 1].fix.time.secondsSince1970
      > SkiDayOptions.longestInterruptionSeconds
  }

  /// Merges short connectors and walks into the run before or after them; turns long connectors into walks.
  private func connectorsFolded(_ parts: [DayPart]) -> [DayPart] {
    folded(parts) { part in
      switch part.kind {
      case .connector: part.metres <= SkiDayOptions.mergedConnectorMetres
      case .walk: part.metres < options.leastRunMetres
      case .lift, .run: false
      }
    } lonely: { part in
      var part = part
      part.kind = .walk
      return part
    }
  }

  /// Merges short pieces of runs into the run before or after them; turns those without one into walks.
  private func shortPartsFolded(_ parts: [DayPart]) -> [DayPart] {
    folded(parts) {
      $0.kind == .run && $0.metres < options.leastRunMetres
    } lonely: { part in
      var part = part
      (part.kind, part.feature) = (.walk, nil)
      return part
    }
  }

  /// Merges small parts into the run before them, else into the run after them.
  private func folded(
    _ parts: [DayPart], where isSmall: (DayPart) -> Bool, lonely: (DayPart) -> DayPart
  ) -> [DayPart] {
    var result: [DayPart] = []
    /// The small parts in sequence that follow no run.
    var waiting: DayPart?
    for part in parts {
      if isSmall(part) {
        if let small = waiting, options.isUnbroken(small, part) {
          waiting = chained(small, part)
        } else {
          if let small = waiting { result.append(lonely(small)) }
          waiting = nil
          if let last = result.last, last.kind == .run, options.isUnbroken(last, part) {
            result[result.count - 1].append(part)
          } else {
            waiting = part
          }
        }
        continue
      }
      var part = part
      if let small = waiting {
        if part.kind == .run, options.isUnbroken(small, part) {
          part.prepend(small)
        } else {
          result.append(isSmall(small) ? lonely(small) : small)
        }
        waiting = nil
      }
      result.append(part)
    }
    if let small = waiting { result.append(isSmall(small) ? lonely(small) : small) }
    return result
  }

  /// Returns two small parts as one, with the kind and feature of the longer.
  private func chained(_ a: DayPart, _ b: DayPart) -> DayPart {
    var (first, second) = (a, b)
    if first.ownMetres >= second.ownMetres {
      first.append(second)
      return first
    }
    second.prepend(first)
    return second
  }

  /// Joins adjacent pieces of one run, and adjacent walks.
  private func joined(_ parts: [DayPart]) -> [DayPart] {
    var result: [DayPart] = []
    for part in parts {
      if let last = result.last, options.isUnbroken(last, part),
        last.kind == .run && last.isSame(as: part) || last.kind == .walk && part.kind == .walk
      {
        result[result.count - 1].append(part)
      } else {
        result.append(part)
      }
    }
    return result
  }
}

/// Splits the passages of a track where the feature changes, or where the same lift is boarded again.
struct PartSplitting {
  let track: MatchedTrack
  let edges: TravelledEdges
  let options: SkiDayOptions

  /// Returns the parts in order. Complexity: O(passages).
  func parts() -> [DayPart] {
    var parts: [DayPart] = []
    /// The nodes passed by the current ride.
    var visited: Set<NodeIndex> = []
    for (position, passage) in track.passages.enumerated() {
      let next = part(of: passage, at: position)
      let edge = edges.edge(of: passage)
      if let last = parts.last, continues(last, next, visited) {
        parts[parts.count - 1].append(next)
      } else {
        parts.append(next)
        visited = [edge.tail]
      }
      if next.kind == .lift { visited.insert(edge.head) }
    }
    return parts
  }

  private func part(of passage: EdgePassage, at position: Int) -> DayPart {
    let edge = edges.edge(of: passage)
    let kind: DayPart.Kind =
      switch edge.kind {
      case .lift where edge.feature != nil: .lift
      case .run where edge.feature != nil: .run
      case .walk: .walk
      default: .connector
      }
    let metres = edges.metres(of: passage)
    return DayPart(
      kind: kind, region: passage.region, feature: kind == .lift || kind == .run ? edge.feature : nil,
      passages: position..<position + 1, metres: metres, ownMetres: metres, start: passage.enteredAt,
      end: max(passage.enteredAt, passage.leftAt), isContinued: passage.isContinued)
  }

  private func continues(_ last: DayPart, _ next: DayPart, _ visited: Set<NodeIndex>) -> Bool {
    guard last.kind == next.kind, last.region == next.region, last.feature == next.feature else {
      return false
    }
    if last.kind == .lift { return isSameRide(last, next, visited) }
    return options.isUnbroken(last, next)
  }

  /// Returns whether a ride continues: farther along the same edge, or from the station it arrived at.
  private func isSameRide(_ last: DayPart, _ next: DayPart, _ visited: Set<NodeIndex>) -> Bool {
    let silence = next.start.secondsSince1970 - last.end.secondsSince1970
    guard next.isContinued || silence <= SkiDayOptions.rideGapSeconds else { return false }
    let before = track.passages[last.passages.upperBound - 1]
    let after = track.passages[next.passages.lowerBound]
    guard !after.isAfterGap else { return false }
    if before.edge == after.edge {
      return after.enteredMetres >= before.leftMetres - options.leastRunMetres
    }
    let (from, to) = (edges.edge(of: before), edges.edge(of: after))
    return from.head == to.tail && from.link != to.link && !visited.contains(to.head)
  }
}

extension SkiDayOptions {
  /// Returns whether no more than ``longestInterruptionSeconds`` lie between two parts.
  func isUnbroken(_ last: DayPart, _ next: DayPart) -> Bool {
    next.isContinued
      || next.start.secondsSince1970 - last.end.secondsSince1970 <= Self.longestInterruptionSeconds
  }
}
