import Glibc

/// One pixel of a product from nine heights, in double precision and without haste.
struct PlainPixel {
  let product: TerrainProduct
  let edges: EdgeRule

  /// Writes the pixel of a sample; `heights` are the rows of its neighbourhood from the north, NaN for voids.
  func write(_ heights: [Double], _ step: GroundScale.Step, into out: UnsafeMutableRawPointer) {
    switch product.pixel {
    case .grey: out.storeBytes(of: grey(heights, step) ?? 0, as: UInt8.self)
    case .float: out.storeBytes(of: value(heights, step).map { Float($0) } ?? -9999, as: Float.self)
    case .colour: out.storeBytes(of: colour(heights, step).packed, as: UInt32.self)
    }
  }

  func grey(_ heights: [Double], _ step: GroundScale.Step) -> UInt8? {
    guard case .hillshade(let shade) = product, let known = known(heights) else { return nil }
    return UInt8((Self.brightness(gradient(known, step, shade.method), shade) + 0.5).rounded(.down))
  }

  func value(_ heights: [Double], _ step: GroundScale.Step) -> Double? {
    guard let known = known(heights) else { return nil }
    let others = known.enumerated().filter { $0.offset != 4 }.map { $0.element - known[4] }
    switch product {
    case .slope(let method, let unit):
      let slope = gradient(known, step, method)
      let steepness = hypot(slope.east, slope.north)
      return unit == .percent ? 100 * steepness : atan(steepness) * 180 / .pi
    case .aspect(let method):
      let slope = gradient(known, step, method)
      guard slope.east != 0 || slope.north != 0 else { return nil }
      let degrees = atan2(-slope.east, -slope.north) * 180 / .pi
      return degrees < 0 ? degrees + 360 : degrees
    case .roughness: return (known.max() ?? 0) - (known.min() ?? 0)
    case .ruggedness(.riley): return others.reduce(0) { $0 + $1 * $1 }.squareRoot()
    case .ruggedness(.wilson): return others.reduce(0) { $0 + $1.magnitude } / 8
    case .position: return -others.reduce(0, +) / 8
    case .hillshade, .relief, .slopeClasses: return nil
    }
  }

  func colour(_ heights: [Double], _ step: GroundScale.Step) -> Colour {
    switch product {
    case .relief(let ramp, nil): return ramp.colour(atMetres: heights[4])
    case .relief(let ramp, let shade?):
      guard let known = known(heights) else { return .transparent }
      let grey = (Self.brightness(gradient(known, step, shade.method), shade) + 0.5).rounded(.down)
      return ReliefShading(shade).shaded(ramp.colour(atMetres: heights[4]), grey: UInt8(grey))
    case .slopeClasses(let classes):
      guard let known = known(heights) else { return .transparent }
      let slope = gradient(known, step, classes.method)
      return classes.colour(ofDegrees: atan(hypot(slope.east, slope.north)) * 180 / .pi)
    default: return .transparent
    }
  }

  /// The nine heights, voids filled or not as the rule says; nil for no data.
  private func known(_ heights: [Double]) -> [Double]? {
    guard !heights[4].isNaN, edges == .extended || !heights.contains(where: \.isNaN) else { return nil }
    return heights.map { $0.isNaN ? heights[4] : $0 }
  }

  private func gradient(
    _ h: [Double], _ step: GroundScale.Step, _ method: SlopeMethod
  ) -> (east: Double, north: Double) {
    switch method {
    case .horn:
      let east = (h[2] + 2 * h[5] + h[8]) - (h[0] + 2 * h[3] + h[6])
      let north = (h[0] + 2 * h[1] + h[2]) - (h[6] + 2 * h[7] + h[8])
      return (east / (8 * step.eastMetres), north / (8 * step.southMetres))
    case .zevenbergenThorne:
      return ((h[5] - h[3]) / (2 * step.eastMetres), (h[1] - h[7]) / (2 * step.southMetres))
    }
  }

  /// 1...255.
  private static func brightness(_ slope: (east: Double, north: Double), _ shade: Hillshade) -> Double {
    let east = -slope.east * shade.verticalExaggeration
    let north = -slope.north * shade.verticalExaggeration
    let length = (1 + east * east + north * north).squareRoot()
    func light(_ azimuthDegrees: Double) -> Double {
      let (azimuth, altitude) = (azimuthDegrees * .pi / 180, shade.sun.altitudeDegrees * .pi / 180)
      return (sin(altitude) + cos(altitude) * (east * sin(azimuth) + north * cos(azimuth))) / length
    }
    switch shade.style {
    case .single: return 1 + 254 * max(0, light(shade.sun.azimuthDegrees))
    case .combined:
      let angle = acos(min(1, max(-1, light(shade.sun.azimuthDegrees))))
      return 1 + 254 * max(0, 1 - angle * acos(1 / length) * 4 / (.pi * .pi))
    case .multidirectional:
      let square = east * east + north * north
      guard square > 0 else { return 1 + 254 * max(0, sin(shade.sun.altitudeDegrees * .pi / 180)) }
      let sum = [225.0, 270, 315, 360].reduce(0) { sum, azimuth in
        let facing = east * sin(azimuth * .pi / 180) + north * cos(azimuth * .pi / 180)
        return sum + facing * facing / square * max(0, light(azimuth))
      }
      return 1 + 127 * sum
    }
  }
}
