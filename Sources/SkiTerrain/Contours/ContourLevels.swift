import SkiBase

/// The elevations of contours, at an interval or from a list.
///
/// A value; `Sendable`. Samples exactly on a level count as above it, as in GDAL, which raises them by a micrometre.
package struct ContourLevels: Sendable, Hashable {
  /// The greatest number of levels between the lowest and the highest sample of a raster.
  package static let mostLevels = 1 << 16

  enum Spacing: Sendable, Hashable {
    case every(interval: Double, base: Double)
    case listed([Double])
  }

  let spacing: Spacing
  /// The number of levels from one index contour to the next; nil without index contours.
  package let indexEvery: Int?

  /// Creates levels at a base and at an interval above and below it.
  ///
  /// - Parameters:
  ///   - intervalMetres: The interval between levels in metres, 0.001 to 10⁷.
  ///   - baseMetres: One of the levels in metres, within ±10⁷.
  ///   - indexEvery: The number of levels from one index contour to the next, counted from the base; nil for none.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a parameter is out of range.
  package init(everyMetres intervalMetres: Double, baseMetres: Double = 0, indexEvery: Int? = nil) throws {
    try SkiError.require(
      (0.001...1e7).contains(intervalMetres),
      "contour interval must be a millimetre or more, in metres, got \(intervalMetres)")
    try SkiError.require(
      abs(baseMetres) <= 1e7,
      "contour base must be metres within ±10,000,000, got \(baseMetres)")
    spacing = .every(interval: intervalMetres, base: baseMetres)
    self.indexEvery = try Self.checked(indexEvery)
  }

  /// Creates levels from a list in any order, without repeats.
  ///
  /// - Parameters:
  ///   - levelsMetres: The elevations in metres within ±10⁷: at least one, at most ``mostLevels``.
  ///   - indexEvery: The number of levels from one index contour to the next, counted from the lowest; nil for none.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a parameter is out of range.
  /// - Complexity: O(*n* log *n*) in the levels; tracing takes time in proportion to levels times samples.
  package init(atMetres levelsMetres: [Double], indexEvery: Int? = nil) throws {
    try SkiError.require(
      !levelsMetres.isEmpty && levelsMetres.count <= Self.mostLevels,
      "contours must have between 1 and \(Self.mostLevels) levels, got \(levelsMetres.count)")
    if let odd = levelsMetres.first(where: { !(abs($0) <= 1e7) }) {
      throw SkiError(.invalidArgument, "contour level must be metres within ±10,000,000, got \(odd)")
    }
    spacing = .listed(Set(levelsMetres.map { $0 + 0 }).sorted())
    self.indexEvery = try Self.checked(indexEvery)
  }

  private static func checked(_ indexEvery: Int?) throws -> Int? {
    if let indexEvery, indexEvery < 1 {
      throw SkiError(.invalidArgument, "index contours must be every 1st or more, got \(indexEvery)")
    }
    return indexEvery
  }

  /// Returns the elevation between band `number` − 1 and band `number`, in metres.
  func levelMetres(_ number: Int32) -> Double {
    switch spacing {
    case .every(let interval, let base): base + Double(number) * interval
    case .listed(let levels): levels[Int(number) - 1]
    }
  }

  /// Returns whether the level below a band is an index contour.
  func isIndex(_ number: Int32) -> Bool {
    guard let indexEvery else { return false }
    let first: Int32 = if case .listed = spacing { 1 } else { 0 }
    return (Int(number) - Int(first)) % indexEvery == 0
  }
}

extension ContourLevels {
  /// Returns half the distance from a level to the nearest other one, in metres.
  func halfGapMetres(_ number: Int32) -> Double {
    switch spacing {
    case .every(let interval, _): return interval / 2
    case .listed(let levels):
      let place = Int(number) - 1
      let under = place > 0 ? levels[place] - levels[place - 1] : .infinity
      let over = place + 1 < levels.count ? levels[place + 1] - levels[place] : .infinity
      return min(under, over) / 2
    }
  }

  /// The least 32-bit elevations that are not below each listed level.
  var thresholds: [Float] {
    guard case .listed(let levels) = spacing else { return [] }
    return levels.map {
      let near = Float($0)
      return Double(near) < $0 ? near.nextUp : near
    }
  }
}
