/// The elevation of a single vertex of a line whose other vertices have none.
struct VertexElevation: Sendable {
  /// The index of the line in the network.
  var line: Int
  /// The index of the vertex.
  var vertex: Int
  var metres: Double
}

/// A measured elevation at a point.
struct PointElevation: Sendable {
  var point: PlanePoint
  var metres: Double
}
