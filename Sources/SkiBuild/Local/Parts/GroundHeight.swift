/// A measured elevation at a point.
struct GroundHeight: Sendable {
  var point: PlanePoint
  var metres: Double
}
