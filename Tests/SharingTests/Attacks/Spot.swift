import SkiBase

@testable import SkiAPI
@testable import SkiPeople

/// A position in metres east and north of a reference.
struct Spot: Hashable {
  var east: Double
  var north: Double

  static let zero = Spot(east: 0, north: 0)

  func metres(to other: Spot) -> Double { (squaredMetres(to: other)).squareRoot() }

  func squaredMetres(to other: Spot) -> Double {
    let (x, y) = (east - other.east, north - other.north)
    return x * x + y * y
  }

  func advanced(_ metres: Double, along radians: Double) -> Spot {
    Spot(east: east + metres * sine(.pi / 2 - radians), north: north + metres * sine(radians))
  }

  /// Returns the mean of positions.
  static func mean(_ spots: some Collection<Spot>) -> Spot {
    let count = Double(max(1, spots.count))
    return Spot(
      east: spots.reduce(0) { $0 + $1.east } / count, north: spots.reduce(0) { $0 + $1.north } / count)
  }
}

/// A plane that touches the Earth at a coordinate.
struct Plane {
  let origin: Coordinate
  private static let metresPerDegree = 111_195.08

  private var metresPerDegreeEast: Double {
    Self.metresPerDegree * sine((90 - origin.latitude) * .pi / 180)
  }

  func spot(_ place: Coordinate) -> Spot {
    Spot(
      east: (place.longitude - origin.longitude) * metresPerDegreeEast,
      north: (place.latitude - origin.latitude) * Self.metresPerDegree)
  }

  func coordinate(_ spot: Spot) -> Coordinate {
    Coordinate(
      latitude: origin.latitude + spot.north / Self.metresPerDegree,
      longitude: origin.longitude + spot.east / metresPerDegreeEast)
  }
}

/// The root mean square of errors of position.
struct ErrorMeter {
  private(set) var count = 0
  private var sum = 0.0

  mutating func add(_ estimate: Spot, for truth: Spot) {
    count += 1
    sum += estimate.squaredMetres(to: truth)
  }

  var metres: Double { (sum / Double(max(1, count))).squareRoot() }

  func share(of side: Int) -> Double { metres / Double(side) }
}
