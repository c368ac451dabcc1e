import SkiGeo
package import SkiProjection

/// Transforms to one reference system, each used by one thread at a time and kept for the next.
package final class TransformPool: Sendable {
  /// A transform on its way from one thread to another.
  ///
  /// `@unchecked Sendable`: it is either in the pool, where nobody uses it, or was taken out by one thread under the lock.
  private final class Box: @unchecked Sendable {
    let transform: CoordinateTransform
    init(_ transform: CoordinateTransform) { self.transform = transform }
  }

  private let reference: ReferenceSystem
  private let idle = Locked<[Box]>([])

  /// Makes the first transform, so that an unknown system shows at once.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat`.
  package init(_ reference: ReferenceSystem) throws {
    self.reference = reference
    let first = Box(try CoordinateTransform(to: reference))
    idle.withLock { $0.append(first) }
  }

  /// Calls a body with a transform nobody else uses meanwhile.
  package func use(_ body: (CoordinateTransform) -> Void) throws {
    let box = try idle.withLock { $0.popLast() } ?? Box(CoordinateTransform(to: reference))
    body(box.transform)
    idle.withLock { $0.append(box) }
  }
}
