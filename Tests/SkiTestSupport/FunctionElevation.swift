package import SkiBase
import SkiTerrain

/// Ground given by a formula, for tests that need heights without files.
package struct FunctionElevation: ElevationSource {
  private let height: @Sendable (Coordinate) -> Double?
  private let resolution: Double

  /// Creates ground from a function of place to metres; nil where it is void.
  package init(resolutionMetres: Double = 10, _ height: @escaping @Sendable (Coordinate) -> Double?) {
    self.height = height
    resolution = resolutionMetres
  }

  /// Returns ground of one height everywhere, in metres.
  package static func flat(_ metres: Double) -> FunctionElevation { FunctionElevation { _ in metres } }

  package func elevationMetres(at place: Coordinate) throws -> Double? { height(place) }
  package func resolutionMetres(at place: Coordinate) -> Double? { height(place) == nil ? nil : resolution }
  package var names: [String] { ["function"] }
}
