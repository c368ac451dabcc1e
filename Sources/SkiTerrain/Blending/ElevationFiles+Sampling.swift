public import SkiBase

extension ElevationFiles {
  /// Returns the elevation at a coordinate in metres by bilinear interpolation, or nil where no layer has one.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*s*) in the number of layers, and the decoding of tiles that are not cached.
  public func elevationMetres(at place: Coordinate) throws -> Double? {
    try elevationMetres(at: place, sampling: .bilinear)
  }

  /// Returns the elevation at each vertex in metres by bilinear interpolation, nil where no layer has one.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of vertices.
  public func elevationsMetres(along line: [Coordinate]) throws -> [Double?] {
    try elevationsMetres(at: line, sampling: .bilinear)
  }

  /// Returns the elevation at a coordinate in metres, or nil where no layer has one.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  package func elevationMetres(at place: Coordinate, sampling: Sampling) throws -> Double? {
    try withElevation(at: place) { try sample($0, sampling, into: $1) }
  }

  /// Returns the elevations at coordinates in metres, in their order, nil where no layer has one.
  ///
  /// The elevations equal those of single calls; this is faster, especially for coordinates near their predecessors.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of coordinates, and the decoding of tiles that are not cached.
  package func elevationsMetres(at places: [Coordinate], sampling: Sampling = .bilinear) throws -> [Double?] {
    try withElevations(at: places) { try sample($0, sampling, into: $1) }
  }

  /// Writes the elevations at coordinates in metres, NaN where no layer has one.
  ///
  /// It allocates nothing per coordinate, and up to 9 MB once for those of a single layer, whose tiles it holds where
  /// they fit the cache. Any number of threads may sample at once.
  /// - Parameters:
  ///   - places: WGS 84 degrees.
  ///   - sampling: The interpolation.
  ///   - metres: One element for each coordinate.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of coordinates, and the decoding of tiles that are not cached.
  /// - Precondition: `metres.count == places.count`
  package func sample(
    _ places: UnsafeBufferPointer<Coordinate>, _ sampling: Sampling = .bilinear,
    into metres: UnsafeMutableBufferPointer<Double>
  ) throws {
    precondition(places.count == metres.count, "\(metres.count) elevations for \(places.count) coordinates")
    if layers.count == 1 {
      var cursor = ElevationLayer.Cursor()
      return try layers[0].sample(places, sampling, into: metres, &cursor)
    }
    var mixing = LayerBlending(self, sampling)
    var start = 0
    while start < places.count {
      // Successive coordinates of one degree of latitude share the order of layers.
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
