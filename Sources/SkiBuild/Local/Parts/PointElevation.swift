/// A measured elevation at a point.
struct PointElevation: Sendable {
  var point: PlanePoint
  var metres: Double
}
