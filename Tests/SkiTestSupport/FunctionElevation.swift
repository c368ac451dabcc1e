public import SkiGeo
public import SkiTerrain

/// Ground made of a formula, for tests that need heights without files.
public struct FunctionElevation: ElevationSource {
  private let height: @Sendable (Coordinate) -> Double?
  private let resolution: Double

  /// Makes ground from a function of place to metres; nil where it is void.
  public init(resolutionMetres: Double = 10, _ height: @escaping @Sendable (Coordinate) -> Double?) {
    self.height = height
    resolution = resolutionMetres
  }

  /// Ground of one height everywhere, metres.
  public static func flat(_ metres: Double) -> FunctionElevation { FunctionElevation { _ in metres } }

  public func elevationMetres(at place: Coordinate) throws -> Double? { height(place) }
  public func resolutionMetres(at place: Coordinate) -> Double? { height(place) == nil ? nil : resolution }
  public var names: [String] { ["function"] }
}
