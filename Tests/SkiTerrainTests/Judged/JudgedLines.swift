import Foundation

/// The contours of one level as segments in pixels, to be measured to: how far is a place from the nearest line?
///
/// How lines are cut or which way they run makes no difference.
struct JudgedLines {
  struct Place {
    var x: Double
    var y: Double
  }

  /// Each a list of places, in pixels from the north-western corner of the raster.
  let lines: [[Place]]
  private var buckets: [Int64: [(Place, Place)]] = [:]

  init(_ lines: [[Place]]) {
    self.lines = lines
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let columns = Int(min(a.x, b.x))...Int(max(a.x, b.x))
        let rows = Int(min(a.y, b.y))...Int(max(a.y, b.y))
        for row in rows {
          for column in columns { buckets[Self.key(column, row), default: []].append((a, b)) }
        }
      }
    }
  }

  private static func key(_ column: Int, _ row: Int) -> Int64 { Int64(row) << 32 | Int64(column) }

  /// The length of all lines, pixels.
  var length: Double {
    lines.reduce(0) {
      $0 + zip($1, $1.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }
  }

  /// How far a place is from the nearest line; pixels, 1 when there is none in its pixel or the eight around it.
  func distance(_ place: Place) -> Double {
    var best = 1.0
    for row in Int(place.y) - 1...Int(place.y) + 1 {
      for column in Int(place.x) - 1...Int(place.x) + 1 {
        for (a, b) in buckets[Self.key(column, row)] ?? [] { best = min(best, Self.distance(place, a, b)) }
      }
    }
    return best
  }

  private static func distance(_ p: Place, _ a: Place, _ b: Place) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let share = square > 0 ? max(0, min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square)) : 0
    return hypot(p.x - a.x - share * dx, p.y - a.y - share * dy)
  }

  /// Places along all lines, no further apart than a tenth of a pixel, vertices among them.
  func places(_ body: (Place) -> Void) {
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let steps = max(1, Int((hypot(b.x - a.x, b.y - a.y) * 10).rounded(.up)))
        for step in 0..<steps {
          let share = Double(step) / Double(steps)
          body(Place(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share))
        }
      }
      line.last.map(body)
    }
  }
}
