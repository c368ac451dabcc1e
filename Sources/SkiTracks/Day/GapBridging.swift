import SkiBase
import SkiGraph

/// Cuts the passages of a track at the gaps in its fixes, and fills the gaps over which there is one way.
///
/// A gap is an interval between fixes longer than ``SkiDayOptions/gapSeconds``. What a matcher assumes within one is
/// dropped: passages end at the last fix before it and start at the first one after it.
struct GapBridging {
  let track: MatchedTrack
  let edges: TravelledEdges
  let options: SkiDayOptions

  /// Returns the track with its passages cut and bridged; unchanged without gaps.
  /// - Complexity: O(*n*) in fixes and passages, and for each gap that of ``GapWaySearch``.
  func bridged() -> MatchedTrack {
    let gaps = track.fixes.indices.dropFirst().filter { seconds(before: $0) > options.gapSeconds }
    guard !gaps.isEmpty else { return track }
    var searches: [RegionIndex: GapWaySearch] = [:]
    var result = track
    result.passages = []
    var rest = track.passages[...]
    for gap in gaps {
      result.passages += takePassages(from: &rest, before: gap)
      let way = way(over: gap, &searches)
      if let way { result.passages += way }
      if var next = rest.first {
        next.isContinued = way != nil
        next.isAfterGap = way == nil
        rest[rest.startIndex] = next
      }
    }
    result.passages += rest
    return result
  }

  /// Returns the tracks before and after a gap.
  /// - Complexity: O(*n*) in fixes and passages.
  func halves(at gap: Int) -> (before: MatchedTrack, after: MatchedTrack) {
    var rest = track.passages[...]
    let before = takePassages(from: &rest, before: gap)
    let after = rest.map { passage in
      var passage = passage
      passage.fixes = passage.fixes.lowerBound - gap..<passage.fixes.upperBound - gap
      return passage
    }
    var later = MatchedTrack(fixes: Array(track.fixes[gap...]), passages: after)
    if !later.passages.isEmpty { later.passages[0].isContinued = false }
    var earlier = MatchedTrack(fixes: Array(track.fixes[..<gap]), passages: before)
    (earlier.quality, later.quality) = (track.quality, track.quality)
    return (earlier, later)
  }

  private func seconds(before position: Int) -> Double {
    let seconds = time(position).secondsSince1970 - time(position - 1).secondsSince1970
    return seconds.isFinite ? seconds : 0
  }

  private func time(_ position: Int) -> UniversalTime { track.fixes[position].fix.time }

  /// Removes and returns the passages before a gap, with the one across it cut in two; those within are dropped.
  private func takePassages(from rest: inout ArraySlice<EdgePassage>, before gap: Int) -> [EdgePassage] {
    var before: [EdgePassage] = []
    while let passage = rest.first {
      guard passage.fixes.lowerBound < gap else { break }
      rest.removeFirst()
      let (head, tail) = halves(passage, at: gap)
      if let head { before.append(head) }
      if let tail {
        rest = [tail] + rest
        break
      }
    }
    // A passage without fixes is positioned at the fix after it.
    while let passage = rest.first, passage.fixes.isEmpty, passage.fixes.lowerBound == gap {
      rest.removeFirst()
    }
    if var next = rest.first, next.enteredAt < time(gap) {
      if let place = place(gap, on: next) {
        next.enteredMetres = min(max(place, next.enteredMetres), next.leftMetres)
      }
      next.enteredAt = time(gap)
      next.leftAt = max(next.leftAt, next.enteredAt)
      rest[rest.startIndex] = next
    }
    return before
  }

  /// Returns the parts of a passage before and after a gap, each bounded by its fixes.
  private func halves(_ passage: EdgePassage, at gap: Int) -> (EdgePassage?, EdgePassage?) {
    var (head, tail) = (passage, passage)
    let ends = (before: time(gap - 1), after: time(gap))
    if passage.leftAt > ends.before {
      head.leftAt = max(head.enteredAt, ends.before)
      if let place = place(gap - 1, on: passage) {
        head.leftMetres = max(head.enteredMetres, min(place, head.leftMetres))
      }
    }
    guard passage.fixes.upperBound > gap else { return (head, nil) }
    (head.fixes, tail.fixes) = (passage.fixes.lowerBound..<gap, gap..<passage.fixes.upperBound)
    if let place = place(gap, on: passage) {
      tail.enteredMetres = min(max(place, tail.enteredMetres), tail.leftMetres)
    }
    tail.enteredAt = ends.after
    tail.leftAt = max(tail.leftAt, ends.after)
    return (head, tail)
  }

  /// Returns the distance of a fix along the edge of a passage; nil where it is not on it.
  private func place(_ position: Int, on passage: EdgePassage) -> Double? {
    guard let place = track.fixes[position].place, place.edge == passage.edge, place.region == passage.region,
      place.metresAlong.isFinite
    else { return nil }
    return place.metresAlong
  }

  /// Returns the passages of the one way over a gap, their times in proportion to the usual ones; nil when it is open.
  private func way(over gap: Int, _ searches: inout [RegionIndex: GapWaySearch]) -> [EdgePassage]? {
    guard let start = track.fixes[gap - 1].place, let goal = track.fixes[gap].place,
      start.region == goal.region,
      start.metresAlong.isFinite, goal.metresAlong.isFinite
    else { return nil }
    var search = searches[start.region] ?? GapWaySearch(edges.graph(start.region), options: options)
    defer { searches[start.region] = search }
    let silence = seconds(before: gap)
    guard case .one(let way) = search.answer(from: start, to: goal, seconds: silence) else { return nil }
    var now = time(gap - 1)
    var usual = 0.0
    let whole = max(way.usualSeconds, 0.001)
    return way.elements.enumerated().map { index, element in
      usual += element.usualSeconds
      // The last one ends with the gap, also where the traveller stood.
      let isLast = index == way.elements.count - 1
      let end =
        isLast ? time(gap) : min(time(gap), time(gap - 1).advanced(bySeconds: silence * usual / whole))
      defer { now = end }
      var passage = EdgePassage(
        region: start.region, edge: element.edge, metres: (element.enteredMetres, element.leftMetres),
        times: (now, max(now, end)), fixes: gap..<gap, isContinued: true)
      passage.isBridged = true
      return passage
    }
  }
}
