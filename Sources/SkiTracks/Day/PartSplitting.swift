import SkiBase
import SkiGraph

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
    guard next.isContinued || silence <= options.rideGapSeconds else { return false }
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
    next.isContinued || next.start.secondsSince1970 - last.end.secondsSince1970 <= longestInterruptionSeconds
  }
}
