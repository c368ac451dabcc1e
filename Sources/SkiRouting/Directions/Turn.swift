import SkiGeo

/// Which way one turns, judged by the angle between two bearings.
///
/// The angle is that of the new direction against the old one, clockwise: less than 20° either way is straight on, up to 50° one
/// bears, up to 125° one turns, up to 160° one turns sharply, beyond that one turns back.
public enum Turn: String, Hashable, Sendable, CaseIterable {
  case straight, bearLeft, bearRight, left, right, sharpLeft, sharpRight, back

  /// Judges an angle.
  /// - Parameter degrees: Degrees clockwise, −180...180; positive is to the right.
  public init(degrees: Double) {
    let isRight = degrees > 0
    switch abs(degrees) {
    case ..<20: self = .straight
    case ..<50: self = isRight ? .bearRight : .bearLeft
    case ..<125: self = isRight ? .right : .left
    case ..<160: self = isRight ? .sharpRight : .sharpLeft
    default: self = .back
    }
  }

  /// Whether nobody could take it for straight on.
  var isPlain: Bool {
    switch self {
    case .straight, .bearLeft, .bearRight: false
    case .left, .right, .sharpLeft, .sharpRight, .back: true
    }
  }

  /// Returns the angle from one bearing to another, degrees clockwise, −180..<180.
  static func degrees(from old: Double, to new: Double) -> Double {
    let turn = (new - old).truncatingRemainder(dividingBy: 360)
    return turn >= 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  }
}

/// A side of the way, in the direction of travel.
public enum Side: String, Hashable, Sendable, CaseIterable {
  case left, right
}
