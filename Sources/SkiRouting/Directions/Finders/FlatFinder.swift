import SkiBase
import SkiGraph

/// A finder of sections of a run that are too flat to glide: less than 2 % down for 120 m or more, measured over 40 m.
struct FlatFinder {
  static let leastMetres = 120.0
  static let sampleMetres = 20.0
  static let glidingGradient = 0.02
  /// The ratio of flat sections from which the whole run counts as flat.
  static let wholeShare = 0.8
  private static let sampleLimit = 20_000.0

  /// A flat section, as a range of distances along the route in metres.
  struct Part {
    var metres: Range<Double>
    var ascentMetres: Double
  }

  let routeLine: RouteLine

  /// Returns the flat sections between two positions of the route; none where elevations are unknown.
  /// - Complexity: O(*l* log *p*) in the length between them and the points of the route.
  func parts(from start: Double, to end: Double) -> [Part] {
    let length = end - start
    guard length >= Self.leastMetres else { return [] }
    let count = Int(min(Self.sampleLimit, length / Self.sampleMetres))
    let spacing = length / Double(count)
    var heights: [Double] = []
    for index in 0...count {
      guard let height = routeLine.place(at: start + Double(index) * spacing)?.elevationMetres else {
        return []
      }
      heights.append(height)
    }
    var parts: [Part] = []
    var first: Int?
    for index in 0...count - 1 {
      let ahead = min(count, index + 2)
      let drop = heights[index] - heights[ahead]
      let isFlat = drop < Self.glidingGradient * spacing * Double(ahead - index)
      if isFlat, first == nil { first = index }
      guard let from = first, !isFlat || index == count - 1 else { continue }
      let last = isFlat ? count : index + 1
      first = nil
      guard Double(last - from) * spacing >= Self.leastMetres else { continue }
      let climb = zip(heights[from...last], heights[from...last].dropFirst()).reduce(0) {
        $0 + max(0, $1.1 - $1.0)
      }
      let (low, high) = (start + Double(from) * spacing, min(end, start + Double(last) * spacing))
      parts.append(Part(metres: low..<max(low, high), ascentMetres: climb))
    }
    return parts
  }
}
