import SkiBase

/// Returns the heights a closure writes for coordinates, with nil for NaN.
func withElevations(
  at places: [Coordinate],
  _ body: (UnsafeBufferPointer<Coordinate>, UnsafeMutableBufferPointer<Double>) throws -> Void
) rethrows -> [Double?] {
  let metres = try [Double](unsafeUninitializedCapacity: places.count) { buffer, filled in
    let part = UnsafeMutableBufferPointer(rebasing: buffer[..<places.count])
    part.initialize(repeating: .nan)
    try places.withUnsafeBufferPointer { try body($0, part) }
    filled = places.count
  }
  return metres.map { $0.isNaN ? nil : $0 }
}

/// Returns the height a closure writes for one coordinate, nil for NaN.
func withElevation(
  at place: Coordinate,
  _ body: (UnsafeBufferPointer<Coordinate>, UnsafeMutableBufferPointer<Double>) throws -> Void
) rethrows -> Double? {
  var metres = Double.nan
  try withUnsafePointer(to: place) { place in
    try withUnsafeMutablePointer(to: &metres) {
      try body(
        UnsafeBufferPointer(start: place, count: 1), UnsafeMutableBufferPointer(start: $0, count: 1))
    }
  }
  return metres.isNaN ? nil : metres
}
