/// A height somebody measured.
struct GroundHeight: Sendable {
  var point: PlanePoint
  var metres: Double
}
