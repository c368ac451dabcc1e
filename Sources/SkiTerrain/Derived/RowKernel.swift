import CKernels
import SkiSystem

/// The kernel that makes a row of a product's pixels, with the best instruction set of the machine.
///
/// Computes in single precision. Compared with double precision, for each instruction set: grey levels differ where the
/// exact value lies within 0.002 of the middle between two levels (0.05 when combined with slope), slopes by at most
/// 0.0002°, aspects by at most 0.01° where the gradient is 1 % or more; differences of elevations by a few units in the
/// last place.
struct RowKernel: Sendable {
  let product: TerrainProduct
  let edges: EdgeRule
  private let instructionSet: Int32
  private let kind: terrain_kind
  private let method: SlopeMethod
  private let exaggeration: Double
  private let parameters: RowParameters

  /// The best instruction set of the machine: 0 baseline, 1 AVX2, 2 AVX-512.
  static var bestInstructionSet: Int32 { processor_instruction_set() }

  /// Creates the kernel of a product.
  /// - Parameter instructionSet: An instruction set that the machine has, for tests; nil for the best.
  init(_ product: TerrainProduct, edges: EdgeRule, instructionSet: Int32? = nil) {
    self.product = product
    self.edges = edges
    self.instructionSet = instructionSet ?? Self.bestInstructionSet
    parameters = RowParameters(product, edges: edges)
    let shade = product.shade
    exaggeration = shade?.verticalExaggeration ?? 1
    method = product.slopeMethod
    kind = product.kind
  }

  /// Writes a row of pixels.
  ///
  /// - Parameters:
  ///   - middle: The elevations of the row, with one more before and 32 readable floats after them.
  ///   - stride: The distance in samples to the rows before and after, which are readable too.
  ///   - count: The number of pixels.
  ///   - step: The sample spacing of the row.
  ///   - out: The memory of the pixels.
  func makeRow(
    _ middle: UnsafePointer<Float>, stride: Int, count: Int, step: SampleSpacing.Step,
    into out: UnsafeMutableRawPointer
  ) {
    let weights = method == .horn ? 8.0 : 2
    var row = terrain_row(
      middle: middle, stride: stride, count: count,
      east: Float(exaggeration / (weights * step.eastMetres)),
      north: Float(exaggeration / (weights * step.southMetres)))
    terrain_make_row(instructionSet, kind, method == .horn ? 0 : 1, &row, parameters.pointer, out)
  }
}

extension TerrainProduct {
  /// The hillshade of a product; nil for products without.
  fileprivate var shade: Hillshade? {
    switch self {
    case .hillshade(let shade): shade
    case .relief(_, let shade): shade
    default: nil
    }
  }

  /// The slope method of a product; Horn's where it has none.
  fileprivate var slopeMethod: SlopeMethod {
    switch self {
    case .slope(let method, _), .aspect(let method): method
    case .slopeClasses(let classes): classes.method
    case .hillshade, .relief: shade?.method ?? .horn
    case .roughness, .ruggedness, .position: .horn
    }
  }

  /// The kernels' code of a product.
  fileprivate var kind: terrain_kind {
    switch self {
    case .hillshade(let shade):
      switch shade.style {
      case .single: TERRAIN_SHADE
      case .multidirectional: TERRAIN_SHADE_MULTIPLE
      case .combined: TERRAIN_SHADE_COMBINED
      }
    case .relief(_, nil): TERRAIN_RELIEF
    case .relief(_, let shade?):
      switch shade.style {
      case .single: TERRAIN_RELIEF_SHADE
      case .multidirectional: TERRAIN_RELIEF_SHADE_MULTIPLE
      case .combined: TERRAIN_RELIEF_SHADE_COMBINED
      }
    case .slope(_, .degrees): TERRAIN_SLOPE_DEGREES
    case .slope(_, .percent): TERRAIN_SLOPE_PERCENT
    case .aspect: TERRAIN_ASPECT
    case .slopeClasses: TERRAIN_SLOPE_CLASSES
    case .roughness: TERRAIN_ROUGHNESS
    case .ruggedness(.riley): TERRAIN_RUGGEDNESS_RILEY
    case .ruggedness(.wilson): TERRAIN_RUGGEDNESS_WILSON
    case .position: TERRAIN_POSITION
    }
  }
}

/// The sample spacing of a grid on the ground, row by row.
///
/// On geographic grids it follows from the WGS 84 radii of curvature along the parallel and the meridian of each row;
/// on Web Mercator the same at the row's latitude; on other projected grids it is that of the map.
/// **Source:** Bomford, "Geodesy", 4th edition, 1980, for the radii.
struct SampleSpacing: Sendable {
  /// The spacing of a sample and its neighbours on the ground.
  struct Step: Sendable, Hashable {
    /// The distance to the next column, in metres.
    let eastMetres: Double
    /// The distance to the next row, in metres.
    let southMetres: Double
  }

  private let grid: RasterGrid

  init(_ grid: RasterGrid) { self.grid = grid }

  /// Returns the spacing at the samples of a row; beyond ±89.9999° of latitude, that at ±89.9999°.
  func step(ofRow row: Int) -> Step {
    let y = grid.y(ofRow: Double(row))
    switch grid.reference.kind {
    case .projected(let metresPerUnit):
      return Step(eastMetres: grid.stepX * metresPerUnit, southMetres: grid.stepY * metresPerUnit)
    case .geographic:
      let perDegree = Self.metresPerRadian(latitude: y * .pi / 180)
      return Step(
        eastMetres: grid.stepX * perDegree.east * .pi / 180,
        southMetres: grid.stepY * perDegree.north * .pi / 180)
    case .webMercator:
      let latitude = 2 * atan(exp(y / Self.equatorialRadius)) - .pi / 2
      let perRadian = Self.metresPerRadian(latitude: latitude)
      return Step(
        eastMetres: grid.stepX / Self.equatorialRadius * perRadian.east,
        southMetres: grid.stepY / Self.equatorialRadius * perRadian.north * cos(latitude))
    }
  }

  private static let equatorialRadius = 6_378_137.0
  private static let squaredEccentricity = 0.006_694_379_990_141_316

  /// Returns the length of a radian of longitude and of latitude, in metres, at a latitude in radians.
  static func metresPerRadian(latitude: Double) -> (east: Double, north: Double) {
    let limit = 89.9999 * Double.pi / 180
    let latitude = min(limit, max(-limit, latitude))
    let sine = sin(latitude)
    let square = 1 - squaredEccentricity * sine * sine
    let prime = equatorialRadius / square.squareRoot()
    return (prime * cos(latitude), prime * (1 - squaredEccentricity) / square)
  }
}
