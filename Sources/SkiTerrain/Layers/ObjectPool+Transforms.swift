package import SkiBase

extension ObjectPool<CoordinateTransform> {
  /// Creates a pool of transformations to a reference system; the first is created at once, so that an unknown system
  /// throws.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat`.
  package convenience init(to reference: ReferenceSystem) throws(SkiError) {
    self.init(try CoordinateTransform(to: reference)) { try CoordinateTransform(to: reference) }
  }
}
