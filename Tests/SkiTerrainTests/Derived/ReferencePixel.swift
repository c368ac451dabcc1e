import Foundation
import SkiBase

@testable import SkiTerrain

/// A reference for one pixel of a product from nine elevations, in double precision.
struct ReferencePixel {
  let product: TerrainProduct
  let edges: EdgeRule

  /// The value of a pixel, grey levels not rounded yet.
  enum Pixel {
    case grey(Double)
    case value(Double)
    case colour(Colour)
    case noData
  }

  /// Returns the pixel of a sample; `heights` are the rows of its neighbourhood from the north, NaN for voids.
  func pixel(_ heights: [Double], _ step: SampleSpacing.Step) -> Pixel {
    if case .relief(let ramp, nil) = product { return .colour(ramp.colour(atMetres: heights[4])) }
    guard let known = known(heights) else { return .noData }
    switch product {
    case .hillshade(let shade):
      return .grey(Self.brightness(gradient(known, step, shade.method), shade))
    case .relief(let ramp, let shade):
      let shade = shade ?? Hillshade()
      let grey = (Self.brightness(gradient(known, step, shade.method), shade) + 0.5).rounded(.down)
      return .colour(Self.lit(ramp.colour(atMetres: heights[4]), grey, ReliefShading(shade).level))
    case .slopeClasses(let classes):
      let slope = gradient(known, step, classes.method)
      return .colour(classes.colour(ofDegrees: atan(hypot(slope.east, slope.north)) * 180 / .pi))
    case .slope, .aspect, .roughness, .ruggedness, .position:
      return value(known, step).map { .value($0) } ?? .noData
    }
  }

  private func value(_ known: [Double], _ step: SampleSpacing.Step) -> Double? {
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

  private static func lit(_ colour: Colour, _ grey: Double, _ level: Double) -> Colour {
    let dark = level > 1 ? (grey - 1) / (level - 1) : 0
    let light = grey > level ? ReliefShading.lightShare * (grey - level) / (255 - level) : 0
    func part(_ part: UInt8) -> UInt8 {
      let multiplied = Double(part) * min(1, ReliefShading.darkShare + (1 - ReliefShading.darkShare) * dark)
      return UInt8((multiplied + (255 - Double(part)) * light + 0.5).rounded(.down))
    }
    return Colour(
      red: part(colour.red), green: part(colour.green), blue: part(colour.blue), alpha: colour.alpha)
  }

  /// Returns the nine elevations, with voids filled if the rule extends edges; nil for nodata.
  private func known(_ heights: [Double]) -> [Double]? {
    guard !heights[4].isNaN, edges == .extended || !heights.contains(where: \.isNaN) else { return nil }
    return heights.map { $0.isNaN ? heights[4] : $0 }
  }

  private func gradient(
    _ h: [Double], _ step: SampleSpacing.Step, _ method: SlopeMethod
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
