extension MatchedTrack {
  /// Returns the results of two regions combined: each fix where it is matched; where both match it, the nearer one, by
  /// passage.
  /// - Complexity: O(*n* + *p* log *p*) in fixes and passages.
  func merged(with other: MatchedTrack) -> MatchedTrack {
    var merged = self
    var kept = passages
    for passage in other.passages {
      let range = passage.fixes
      let mine = range.filter { fixes[$0].place != nil }
      let isFree = mine.isEmpty
      let isNearer =
        !isFree
        && range.reduce(0) { $0 + (other.fixes[$1].distanceMetres ?? 0) }
          < mine.reduce(0) { $0 + (fixes[$1].distanceMetres ?? 0) }
      guard !range.isEmpty, isFree || isNearer else { continue }
      for position in range { merged.fixes[position] = other.fixes[position] }
      kept.append(passage)
    }
    kept.removeAll { passage in
      !passage.fixes.isEmpty
        && passage.fixes.allSatisfy { merged.fixes[$0].place?.region != passage.region }
    }
    kept.sort { ($0.enteredAt, $0.leftAt) < ($1.enteredAt, $1.leftAt) }
    merged.passages = kept
    return merged
  }
}
