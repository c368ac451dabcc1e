/// The states of the minutes of a day and of the one after, painted rule by rule.
struct DayPainting {
  /// Minutes with one state.
  struct Segment: Hashable {
    var range: Range<Int>
    var state: HoursState
  }

  /// Minutes of two days: a span belongs to the day it begins on.
  static let minutes = 2880
  /// In order, apart from each other; what is in none was not spoken of.
  private(set) var segments: [Segment] = []

  /// Gives minutes a state, whatever they had. Complexity: O(segments).
  mutating func paint(_ range: Range<Int>, _ state: HoursState) {
    guard !range.isEmpty else { return }
    var kept: [Segment] = []
    for segment in segments {
      let before = segment.range.clamped(to: 0..<max(0, range.lowerBound))
      let after = segment.range.clamped(to: range.upperBound..<max(range.upperBound, Self.minutes))
      for rest in [before, after] where !rest.isEmpty {
        kept.append(Segment(range: rest, state: segment.state))
      }
    }
    let place = kept.firstIndex { $0.range.lowerBound > range.lowerBound } ?? kept.count
    kept.insert(Segment(range: range, state: state), at: place)
    segments = kept
  }

  /// Gives those of some minutes a state that are closed or not spoken of. Complexity: O(segments²).
  mutating func fill(_ range: Range<Int>, _ state: HoursState) {
    let taken = segments.filter { $0.state != .closed && $0.range.overlaps(range) }
    paint(range, state)
    for segment in taken { paint(segment.range, segment.state) }
  }

  /// Forgets all. Complexity: O(1).
  mutating func clear() { segments = [] }

  /// The minutes with a state, joined where they touch. Complexity: O(segments).
  func ranges(of state: HoursState) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for segment in segments where segment.state == state {
      if let last = joined.last, last.upperBound == segment.range.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<segment.range.upperBound
      } else {
        joined.append(segment.range)
      }
    }
    return joined
  }
}
