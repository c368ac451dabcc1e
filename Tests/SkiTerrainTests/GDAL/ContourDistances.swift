import Foundation
import SkiGraph

/// The contours of one level as segments in pixels, indexed for distances to the nearest line.
///
/// The splitting and direction of lines do not matter.
struct ContourDistances {
  struct Place {
    var x: Double
    var y: Double
  }

  /// The lines as lists of places, in pixels from the north-western corner of the raster.
  let lines: [[Place]]
  private let columns: Int
  private let rows: Int
  /// The index of the first segment of each pixel: those of pixel *i* are `starts[i]..<starts[i + 1]`.
  private var starts: [Int32]
  private var segments: [(Place, Place)]

  /// - Parameters:
  ///   - columns: Pixels of the raster; lines may run along its edges.
  init(_ lines: [[Place]], columns: Int, rows: Int) {
    (self.lines, self.columns, self.rows) = (lines, columns, rows)
    starts = [Int32](repeating: 0, count: columns * rows + 1)
    segments = []
    each { pixel, _ in starts[pixel + 1] += 1 }
    for pixel in 0..<columns * rows { starts[pixel + 1] += starts[pixel] }
    var next = starts
    let none = Place(x: 0, y: 0)
    var found = [(Place, Place)](repeating: (none, none), count: Int(starts.last ?? 0))
    each { pixel, segment in
      found[Int(next[pixel])] = segment
      next[pixel] += 1
    }
    segments = found
  }

  /// Calls a body for each segment and each pixel that its bounding box overlaps.
  private func each(_ body: (Int, (Place, Place)) -> Void) {
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let across = inside(min(a.x, b.x), columns)...inside(max(a.x, b.x), columns)
        for row in inside(min(a.y, b.y), rows)...inside(max(a.y, b.y), rows) {
          for column in across { body(row * columns + column, (a, b)) }
        }
      }
    }
  }

  private func inside(_ place: Double, _ count: Int) -> Int { max(0, min(count - 1, Int(place))) }

  /// The length of all lines in pixels.
  var length: Double {
    lines.reduce(0) {
      $0 + zip($1, $1.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }
  }

  /// The distance in pixels of a place from the nearest line; 1 without one in its pixel or the eight around it.
  func distance(_ place: Place) -> Double {
    var best = 1.0
    for row in inside(place.y - 1, rows)...inside(place.y + 1, rows) {
      for column in inside(place.x - 1, columns)...inside(place.x + 1, columns) {
        let pixel = row * columns + column
        for index in Int(starts[pixel])..<Int(starts[pixel + 1]) {
          best = min(best, Self.distance(place, segments[index].0, segments[index].1))
        }
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

  /// Calls a body for places along all lines at most a quarter of a pixel apart, vertices included.
  func places(_ body: (Place) -> Void) {
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let steps = max(1, Int((hypot(b.x - a.x, b.y - a.y) * 4).rounded(.up)))
        for step in 0..<steps {
          let share = Double(step) / Double(steps)
          body(Place(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share))
        }
      }
      line.last.map(body)
    }
  }
}
