import SkiBase
import SkiGraph

/// A spatial index of the segments of a route: a ``PackedTree`` of their boxes.
///
/// Coordinates are projected to the tangent plane at the start of the route.
struct RouteSegmentTree {
  private struct Box {
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    mutating func add(_ other: Box) {
      low = pointwiseMin(low, other.low)
      high = pointwiseMax(high, other.high)
    }

    func touches(_ other: Box) -> Bool {
      low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y
    }
  }

  /// A position on the route near a coordinate, with the distance and the side of the coordinate.
  struct Hit {
    let metres: Double
    let distance: Double
    let side: Side
  }

  private let plane: LocalPlane
  private let flat: [SIMD2<Double>]
  private let metres: [Double]
  private let tree: PackedTree
  private let boxes: [Box]

  /// Creates the index of a route.
  /// - Complexity: O(*p*) in points.
  init(_ way: RouteLine) {
    plane = LocalPlane(at: way.points.first?.coordinate ?? Coordinate(latitude: 0, longitude: 0))
    metres = way.metres
    flat = way.points.map { [plane] in plane.metres($0.coordinate) }
    tree = PackedTree(itemCount: max(0, flat.count - 1))
    let leaves = zip(flat, flat.dropFirst()).map {
      Box(low: pointwiseMin($0, $1), high: pointwiseMax($0, $1))
    }
    boxes = tree.boxes(leaves: leaves) { $0.add($1) }
  }

  /// Calls a closure with each segment whose box intersects a box.
  /// - Complexity: O(log *p* + *k*) in segments *p* and results *k*.
  private func visit(_ box: Box, _ body: (Int) -> Void) {
    tree.visit(where: { boxes[$0].touches(box) }, leaf: body)
  }

  /// Returns the nearest position on the route within a distance in metres.
  /// - Complexity: O(log *p* + *k*) in segments *p* and those within the distance *k*.
  func nearest(_ place: Coordinate, withinMetres limit: Double) -> Hit? {
    let spot = plane.metres(place)
    let reach = SIMD2(repeating: limit)
    var best: Hit?
    visit(Box(low: spot - reach, high: spot + reach)) { piece in
      let line = Segment(flat[piece], flat[piece + 1])
      let along = line.end - line.start
      guard (along * along).sum() > 0 else { return }
      let share = line.fractionNearest(to: spot)
      let away = spot - line.place(at: share)
      let distance = (away * away).sum().squareRoot()
      guard distance <= min(limit, best?.distance ?? .infinity) else { return }
      best = Hit(
        metres: metres[piece] + (metres[piece + 1] - metres[piece]) * share, distance: distance,
        side: along.x * away.y - along.y * away.x > 0 ? .left : .right)
    }
    return best
  }

  /// Returns the distances along the route at which a straight line crosses it, in order, in metres.
  /// - Complexity: O(log *p* + *k*) in segments *p* and results *k*.
  func crossings(from a: Coordinate, to b: Coordinate) -> [Double] {
    let (start, end) = (plane.metres(a), plane.metres(b))
    let line = end - start
    var found: [Double] = []
    visit(Box(low: pointwiseMin(start, end), high: pointwiseMax(start, end))) { piece in
      let (from, along) = (flat[piece], flat[piece + 1] - flat[piece])
      let cross = along.x * line.y - along.y * line.x
      guard cross != 0 else { return }
      let gap = start - from
      let share = (gap.x * line.y - gap.y * line.x) / cross
      let other = (gap.x * along.y - gap.y * along.x) / cross
      guard share >= 0, share < 1, other >= 0, other <= 1 else { return }
      found.append(metres[piece] + (metres[piece + 1] - metres[piece]) * share)
    }
    return found.sorted()
  }
}

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
