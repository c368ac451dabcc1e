import SkiBase
import SkiGraph

/// The points of the step being built, with their horizontal distances from its start and their elevations in metres.
///
/// Its memory has room for the points of a whole path and is reused from step to step.
struct StepLine: ~Copyable {
  private let points: UnsafeMutablePointer<GraphPoint>
  private let distances: UnsafeMutablePointer<Double>
  private let heights: UnsafeMutablePointer<Double>
  private let capacity: Int
  /// The number of points.
  private(set) var count = 0
  /// Indicates whether every point has an elevation.
  private(set) var hasHeights = true

  /// The measures of a line, in metres.
  struct Measures {
    var length = 0.0
    var ascent = 0.0
    var descent = 0.0
  }

  /// A part of a link in the direction of travel.
  ///
  /// Nothing is interpolated: the points at the ends were found with the route, and an end without one is the link's own,
  /// with all points at its distance.
  struct Part {
    /// The positions of the link's points in the point arrays of the graph.
    let points: Range<Int>
    let isReversed: Bool
    /// The length of the link, and the distances of both ends of the part from its start, in centimetres.
    let total: UInt32
    let start: UInt32
    let end: UInt32
    let startPoint: GraphPoint?
    let endPoint: GraphPoint?

    /// Creates the part of a link that a piece covers.
    init(_ link: LinkRow, reversed: Bool, _ piece: RoutePiece, _ storage: GraphStorage) {
      points = link.points
      isReversed = reversed
      total = points.isEmpty ? 0 : storage.pointDistance[points.upperBound - 1]
      end = min(piece.endCentimetres, total)
      start = min(piece.startCentimetres, end)
      (startPoint, endPoint) = (piece.startPoint, piece.endPoint)
    }

    /// Returns whether a point at a distance from the start of the link lies inside the part.
    @inline(__always)
    func contains(_ place: UInt32) -> Bool {
      (startPoint == nil || place > start) && (endPoint == nil || place < end)
    }

    /// Calls a closure with each point inside, in the direction of travel, and its distance from the start of the link.
    @inline(__always)
    func forEachPoint(_ storage: GraphStorage, _ body: (GraphPoint, UInt32) -> Void) {
      let distances = storage.pointDistance.unchecked
      // The four sections have an element for each point, checked when the region was opened.
      precondition(points.upperBound <= distances.count, "points are outside their section")
      guard let distances = distances.baseAddress,
        let latitudes = storage.pointLatitude.unchecked.baseAddress,
        let longitudes = storage.pointLongitude.unchecked.baseAddress,
        let elevations = storage.pointElevation.unchecked.baseAddress
      else { return }
      var index = isReversed ? points.upperBound - 1 : points.lowerBound
      for _ in 0..<points.count {
        let place = isReversed ? total - distances[index] : distances[index]
        if contains(place) {
          let elevation = elevations[index]
          body(
            GraphPoint(
              position: FixedCoordinate(latitudeE7: latitudes[index], longitudeE7: longitudes[index]),
              elevationCentimetres: elevation == .min ? nil : elevation), place)
        }
        index &+= isReversed ? -1 : 1
      }
    }

    /// Returns whether all points have one position.
    func isPoint(_ storage: GraphStorage) -> Bool {
      var places = [startPoint?.position, endPoint?.position].compactMap(\.self)
      forEachPoint(storage) { point, _ in places.append(point.position) }
      return Set(places).count == 1
    }
  }

  /// Creates an empty line with room for a number of points.
  init(capacity: Int) {
    self.capacity = capacity
    points = .allocate(capacity: max(1, capacity))
    distances = .allocate(capacity: 2 * max(1, capacity))
    heights = distances + max(1, capacity)
  }

  deinit {
    points.deallocate()
    distances.deallocate()
  }

  /// The length along the map, in metres.
  var mapMetres: Double { count > 0 ? distances[count - 1] : 0 }

  /// The points in an array of their own.
  var pointArray: [GraphPoint] { Array(UnsafeBufferPointer(start: points, count: count)) }

  /// Removes all points.
  mutating func removeAll() { (count, hasHeights) = (0, true) }

  /// Adds a part of a link; its first point is the last of the part before.
  /// - Precondition: There is room for the points of the link and two more.
  mutating func append(_ part: Part, _ storage: GraphStorage) {
    precondition(count + part.points.count + 2 <= capacity, "a line has no room for its points")
    var next = Writer(line: self, skipsFirst: count > 0, base: mapMetres, start: part.start)
    if let point = part.startPoint { next.put(point, at: part.start) }
    part.forEachPoint(storage) { point, place in next.put(point, at: place) }
    if let point = part.endPoint { next.put(point, at: part.end) }
    (count, hasHeights) = (next.count, next.hasHeights)
  }

  /// Writes points behind those of a line, whose room is checked before.
  private struct Writer {
    let points: UnsafeMutablePointer<GraphPoint>
    let distances: UnsafeMutablePointer<Double>
    let heights: UnsafeMutablePointer<Double>
    let base: Double
    let start: UInt32
    var count: Int
    var hasHeights: Bool
    var skipsFirst: Bool

    init(line: borrowing StepLine, skipsFirst: Bool, base: Double, start: UInt32) {
      (points, distances, heights) = (line.points, line.distances, line.heights)
      (count, hasHeights) = (line.count, line.hasHeights)
      (self.base, self.start, self.skipsFirst) = (base, start, skipsFirst)
    }

    @inline(__always)
    mutating func put(_ point: GraphPoint, at place: UInt32) {
      if skipsFirst {
        skipsFirst = false
        return
      }
      (points + count).initialize(to: point)
      distances[count] = base + Double(place - start) / 100
      if let height = point.elevationCentimetres {
        heights[count] = Double(height) / 100
      } else {
        hasHeights = false
      }
      count &+= 1
    }
  }

  /// Returns the length along the surface, horizontal where elevations are missing, with ascent and descent.
  func measures() -> Measures {
    var found = Measures()
    var index = 1
    while index < count {
      let run = distances[index] - distances[index - 1]
      let rise = hasHeights ? heights[index] - heights[index - 1] : 0
      found.length += (run * run + rise * rise).squareRoot()
      found.ascent += rise > 0 ? rise : 0
      found.descent += rise < 0 ? -rise : 0
      index &+= 1
    }
    return found
  }

  /// Returns the steepest gradient over 25 m; every point must have an elevation.
  func steepest() -> Gradient {
    SteepestWindow.steepest(
      distances: UnsafeBufferPointer(start: distances, count: count),
      heights: UnsafeBufferPointer(start: heights, count: count))
  }
}
