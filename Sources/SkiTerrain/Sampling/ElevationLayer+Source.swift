import SkiBase

extension ElevationLayer: ElevationSource {
  func elevationMetres(at place: Coordinate) throws -> Double? {
    var cursor = Cursor()
    return try withElevation(at: place) { try sample($0, .bilinear, into: $1, &cursor) }
  }

  func elevationsMetres(along line: [Coordinate]) throws -> [Double?] {
    var cursor = Cursor()
    return try withElevations(at: line) { try sample($0, .bilinear, into: $1, &cursor) }
  }

  func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)? {
    try coversEverywhere(on: line) ? self : nil
  }

  /// Returns whether the layer has a height at each vertex.
  /// - Complexity: O(*n*).
  func coversEverywhere(on line: [Coordinate]) throws -> Bool {
    !(try elevationsMetres(along: line).contains(nil))
  }
}
