import CTerrain

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
  static var bestInstructionSet: Int32 { terrain_instruction_set() }

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
