public import SkiGeo

extension ElevationFiles {
  /// Returns the height at a place in metres by bilinear interpolation, or nil when no layer has one.
  public func elevationMetres(at place: Coordinate) throws -> Double? {
    try elevationMetres(at: place, sampling: .bilinear)
  }

  /// Returns the height at each vertex in metres by bilinear interpolation, nil where no layer has one.
  public func elevationsMetres(along line: [Coordinate]) throws -> [Double?] {
    try elevationsMetres(at: line, sampling: .bilinear)
  }

  /// Returns the elevation at a place in metres, or nil where no layer has one.
  /// - Throws: ``SkiError`` as ``ElevationSource/elevationMetres(at:)``.
  package func elevationMetres(at place: Coordinate, sampling: Sampling) throws -> Double? {
    try withHeight(at: place) { try sample($0, sampling, into: $1) }
  }

  /// Returns the elevations at places in metres, in their order, or nil where no layer has one.
  ///
  /// The same answers as asking one by one, but faster, most of all for places that follow each other on the ground.
  /// - Throws: ``SkiError`` as ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of places, and the decoding of tiles that are not kept.
  package func elevationsMetres(at places: [Coordinate], sampling: Sampling = .bilinear) throws -> [Double?] {
    try withHeights(at: places) { try sample($0, sampling, into: $1) }
  }

  /// Fills memory with the elevations at places in metres, NaN where no layer has one.
  ///
  /// The fastest way to many heights: nothing is allocated for a place. Any number of threads may sample at once.
  /// - Parameters:
  ///   - places: WGS 84 degrees.
  ///   - sampling: How a height is made of the samples around.
  ///   - metres: One element for each place.
  /// - Throws: ``SkiError`` as ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of places, and the decoding of tiles that are not kept.
  /// - Precondition: `metres.count == places.count`
  package func sample(
    _ places: UnsafeBufferPointer<Coordinate>, _ sampling: Sampling = .bilinear,
    into metres: UnsafeMutableBufferPointer<Double>
  ) throws {
    precondition(places.count == metres.count, "\(metres.count) heights for \(places.count) places")
    if layers.count == 1 {
      var cursor = ElevationLayer.Cursor()
      return try layers[0].sample(places, sampling, into: metres, &cursor)
    }
    var mixing = Mixing(self, sampling)
    var start = 0
    while start < places.count {
      // Places of one degree of latitude that follow each other ask the layers in the same order.
      let degree = degree(of: places[start])
      var end = start + 1
      while end < places.count, end - start < ElevationLayer.blockCount,
        self.degree(of: places[end]) == degree
      { end += 1 }
      try mixing.mix(
        UnsafeBufferPointer(rebasing: places[start..<end]), order: orderByDegree[degree],
        into: UnsafeMutableBufferPointer(rebasing: metres[start..<end]))
      start = end
    }
  }
}
