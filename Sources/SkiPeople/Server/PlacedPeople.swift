import SkiAPI
import SkiBase
import SkiSystem

/// The shown positions of people, arranged for questions by distance.
///
/// Positions lie in bands of latitude, within a band in the order of longitude. Distances are compared by the chord
/// between points of the unit sphere, which grows with the distance.
struct PlacedPeople: Sendable {
  private struct Point {
    var longitude: Double
    var x: Double
    var y: Double
    var z: Double
    var number: Int32

    init(_ place: Coordinate, number: Int) {
      let degree = Double.pi / 180
      let (latitude, longitude) = (place.latitude * degree, place.longitude * degree)
      self.longitude = place.longitude
      (x, y, z) = (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
      self.number = Int32(number)
    }

    func squaredChord(to other: Point) -> Double {
      let (a, b, c) = (x - other.x, y - other.y, z - other.z)
      return a * a + b * b + c * c
    }
  }

  /// The height of a band: 125 m.
  private static let bandDegrees = 125 / metresPerDegree
  private static let metresPerDegree = earthMeanRadiusMetres * .pi / 180

  private var points: [Point] = []
  /// The first point of each band; empty when the people are spread so widely that all are looked at.
  private var starts: [Int32] = []
  private var firstBand = 0
  /// The people whose position has no coordinate.
  private var withoutPlace: [Int] = []

  /// Arranges positions; their numbers are those in the list. Complexity: O(*n* log *n*).
  init(_ locations: [SharedLocation?]) {
    var keyed: [(band: Int, point: Point)] = []
    keyed.reserveCapacity(locations.count)
    for (number, location) in locations.enumerated() {
      guard let location else { continue }
      if let place = location.coordinate {
        keyed.append((Self.band(place.latitude), Point(place, number: number)))
      } else {
        withoutPlace.append(number)
      }
    }
    keyed.sort {
      ($0.band, $0.point.longitude, $0.point.number) < ($1.band, $1.point.longitude, $1.point.number)
    }
    points = keyed.map(\.point)
    guard let first = keyed.first?.band, let last = keyed.last?.band, last - first <= 4 * keyed.count + 1000
    else { return }
    firstBand = first
    starts = [Int32](repeating: Int32(points.count), count: last - first + 2)
    for index in keyed.indices.reversed() { starts[keyed[index].band - first] = Int32(index) }
    for band in stride(from: starts.count - 2, through: 0, by: -1) {
      starts[band] = min(starts[band], starts[band + 1])
    }
  }

  private static func band(_ latitude: Double) -> Int { Int((latitude / bandDegrees).rounded(.down)) }

  /// Returns the numbers of those nearest to a coordinate within a distance, the nearest first, equally near ones by
  /// their numbers; those without a coordinate come last.
  /// - Complexity: O(*k* log *k*) in the people in the bands and longitudes within the distance.
  func nearest(to origin: Coordinate, withinMetres metres: Double, most: Int, without own: Int?) -> [Int] {
    let centre = Point(origin, number: -1)
    let halfAngle = min(.pi / 2, metres / (2 * earthMeanRadiusMetres))
    let limit = 4 * sin(halfAngle) * sin(halfAngle)
    var found: [(squared: Double, number: Int32)] = []
    for range in ranges(around: origin, metres) {
      for point in points[range] {
        let squared = point.squaredChord(to: centre)
        if squared <= limit, Int(point.number) != own { found.append((squared, point.number)) }
      }
    }
    found.sort { ($0.squared, $0.number) < ($1.squared, $1.number) }
    let near = found.prefix(most).map { Int($0.number) }
    return near + withoutPlace.lazy.filter { $0 != own }.prefix(most - near.count)
  }

  /// The ranges of points that contain all within a distance; all points where bands don't help.
  private func ranges(around origin: Coordinate, _ metres: Double) -> [Range<Int>] {
    let reach = metres / Self.metresPerDegree * 1.001
    let farthest = abs(origin.latitude) + reach
    guard !starts.isEmpty, farthest < 89 else { return [points.indices] }
    // The meridians that touch a circle on the sphere.
    let sine = sin(min(90, reach) * .pi / 180) / cos(origin.latitude * .pi / 180)
    guard sine < 1 else { return [points.indices] }
    let width = asin(sine) * 180 / .pi * 1.001
    guard abs(origin.longitude) + width < 180 else { return [points.indices] }
    let lowest = max(firstBand, Self.band(origin.latitude - reach))
    let highest = min(firstBand + starts.count - 2, Self.band(origin.latitude + reach))
    guard lowest <= highest else { return [] }
    guard (highest - lowest) * 16 < points.count else { return [points.indices] }
    return (lowest...highest).compactMap { band in
      let whole = Int(starts[band - firstBand])..<Int(starts[band - firstBand + 1])
      let lower = first(in: whole, from: origin.longitude - width)
      let upper = first(in: lower..<whole.upperBound, from: (origin.longitude + width).nextUp)
      return lower < upper ? lower..<upper : nil
    }
  }

  /// Returns the first point of a band whose longitude is not less.
  private func first(in range: Range<Int>, from longitude: Double) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if points[middle].longitude < longitude { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
