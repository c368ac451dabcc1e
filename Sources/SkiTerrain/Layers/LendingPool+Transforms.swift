package import SkiGeo
package import SkiProjection

extension LendingPool<CoordinateTransform> {
  /// Lends transforms to a reference system; the first is made at once, so that an unknown system shows.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat`.
  package convenience init(to reference: ReferenceSystem) throws {
    self.init(try CoordinateTransform(to: reference)) { try CoordinateTransform(to: reference) }
  }
}
