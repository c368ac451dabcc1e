/// Forms the parts of a day from the passages of a track, merging those too short for a lap into their neighbours.
struct PartFolding {
  let track: MatchedTrack
  let edges: TravelledEdges
  let options: SkiDayOptions

  /// Returns the parts in order: lifts, runs, and walks between them. Complexity: O(passages).
  func parts() -> [DayPart] {
    let raw = PartSplitting(track: track, edges: edges, options: options).parts()
    return joined(shortPartsFolded(joined(connectorsFolded(raw.map(touchedLiftAsWalk)))))
  }

  /// Returns a lift of which only a short piece was matched as a connector; other parts unchanged.
  private func touchedLiftAsWalk(_ part: DayPart) -> DayPart {
    guard part.kind == .lift, part.metres < options.leastRunMetres else { return part }
    let whole = part.passages.reduce(0) { $0 + edges.edge(of: track.passages[$1]).mapLengthMetres }
    guard part.metres < whole / 3 else { return part }
    var part = part
    (part.kind, part.feature) = (.connector, nil)
    return part
  }

  /// Merges short connectors and walks into the run before or after them; turns long connectors into walks.
  private func connectorsFolded(_ parts: [DayPart]) -> [DayPart] {
    folded(parts) { part in
      switch part.kind {
      case .connector: part.metres <= options.mergedConnectorMetres
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
