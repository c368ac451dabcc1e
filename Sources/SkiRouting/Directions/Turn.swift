import SkiBase

/// The direction of a turn, by the angle between two bearings.
///
/// The angle is that of the new direction against the old one: below 20° is straight, below 50° bears, below 125°
/// turns, below 160° turns sharply, and from 160° on turns back.
package enum Turn: String, Hashable, Sendable, CaseIterable {
  /// A direction within its range of angles, see ``Turn``.
  case straight, bearLeft, bearRight, left, right, sharpLeft, sharpRight, back

  /// Creates a turn from an angle.
  /// - Parameter degrees: The angle in degrees clockwise, −180...180; positive to the right.
  package init(degrees: Double) {
    let isRight = degrees > 0
    switch abs(degrees) {
    case ..<20: self = .straight
    case ..<50: self = isRight ? .bearRight : .bearLeft
    case ..<125: self = isRight ? .right : .left
    case ..<160: self = isRight ? .sharpRight : .sharpLeft
    default: self = .back
    }
  }

  /// Indicates whether the turn is clearly not straight on.
  var isPlain: Bool {
    switch self {
    case .straight, .bearLeft, .bearRight: false
    case .left, .right, .sharpLeft, .sharpRight, .back: true
    }
  }

  /// Returns the angle from one bearing to another in degrees clockwise, −180..<180.
  static func degrees(from old: Double, to new: Double) -> Double {
    let turn = (new - old).truncatingRemainder(dividingBy: 360)
    return turn >= 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  }
}

/// A side of the route, in the direction of travel.
package enum Side: String, Hashable, Sendable, CaseIterable {
  /// The side of a skier who faces in the direction of travel.
  case left, right
}
