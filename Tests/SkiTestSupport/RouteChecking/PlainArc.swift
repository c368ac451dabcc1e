import SkiBase
import SkiGraph
import SkiRouting

/// An arc of the plain reference search: a link in one direction, a part of one, or a walk.
struct PlainArc {
  /// The hours that apply to an arc.
  enum Rule: UInt8 {
    /// No hours.
    case free
    /// A lift that is boarded within its hours, after the wait.
    case lift
    /// A lift that is ridden on by those aboard, whose cabins are never stopped.
    case passing
    /// A run, which has to be left before it closes.
    case run
  }

  var tail: Int
  var head: Int
  /// The position of the link; nil for walks.
  var link: Int?
  var isReversed = false
  var rule = Rule.free
  /// The wait on entry, in milliseconds.
  var wait = 0
  /// The cost after the wait, in milliseconds, weighted or not.
  var cost: Int
  /// The time on foot before the rule applies, in milliseconds.
  var before = 0
  /// The time on foot after the arc, in milliseconds.
  var after = 0

  /// Returns the arrival at the head for an arrival at the tail; nil when it is closed then.
  /// - Parameter hours: The hours; nil for none.
  func arrival(at time: Int, _ hours: PlainHours?) -> Int? {
    guard let hours else { return time + before + wait + cost + after }
    var entry = time + before
    switch rule {
    case .free: break
    case .lift:
      entry = max(entry, hours.opens) + wait
      guard entry <= hours.lastBoarding else { return nil }
    case .passing: entry = max(entry, hours.opens) + wait
    case .run: guard entry + cost <= hours.runsClose else { return nil }
    }
    let arrival = entry + cost + after
    return arrival <= PlainHours.lastMoment ? arrival : nil
  }
}

/// The hours of all lifts and runs on one day, in milliseconds since midnight.
struct PlainHours {
  let opens: Int
  /// The last moment for the wait at a lift to be over.
  let lastBoarding: Int
  let runsClose: Int
  /// The last moment of a timetable.
  static let lastMoment = Int(Int32.max)

  /// Reads hours with both times.
  init?(_ hours: OperatingHours) {
    guard let opens = hours.liftsOpen, let closes = hours.liftsClose else { return nil }
    self.opens = opens.milliseconds
    lastBoarding = closes.milliseconds - hours.boardingBufferMilliseconds
    runsClose = closes.milliseconds + hours.runsCloseAfterMilliseconds
  }
}
