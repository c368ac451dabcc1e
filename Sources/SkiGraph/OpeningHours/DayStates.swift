/// The states of the minutes of a day and of the following day, assigned rule by rule.
struct DayStates {
  /// Consecutive minutes with one state.
  struct MinuteSpan: Hashable {
    var range: Range<Int>
    var state: HoursState
  }

  /// The number of minutes of two days: a span belongs to the day it starts on.
  static let minutes = 2880
  /// The segments in order, without overlaps; minutes outside have no state.
  private(set) var segments: [MinuteSpan] = []

  /// Assigns a state to a range of minutes, overwriting other states.
  /// - Complexity: O(*n*) in the segments.
  mutating func assign(_ range: Range<Int>, _ state: HoursState) {
    guard !range.isEmpty else { return }
    var kept: [MinuteSpan] = []
    for segment in segments {
      let before = segment.range.clamped(to: 0..<max(0, range.lowerBound))
      let after = segment.range.clamped(to: range.upperBound..<max(range.upperBound, Self.minutes))
      for rest in [before, after] where !rest.isEmpty {
        kept.append(MinuteSpan(range: rest, state: segment.state))
      }
    }
    let place = kept.firstIndex { $0.range.lowerBound > range.lowerBound } ?? kept.count
    kept.insert(MinuteSpan(range: range, state: state), at: place)
    segments = kept
  }

  /// Assigns a state to the minutes of a range that are closed or have none.
  /// - Complexity: O(*n*²) in the segments.
  mutating func fill(_ range: Range<Int>, _ state: HoursState) {
    let taken = segments.filter { $0.state != .closed && $0.range.overlaps(range) }
    assign(range, state)
    for segment in taken { assign(segment.range, segment.state) }
  }

  /// Removes all segments.
  mutating func clear() { segments = [] }

  /// Returns the ranges with a state, adjacent ones joined.
  /// - Complexity: O(*n*) in the segments.
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
