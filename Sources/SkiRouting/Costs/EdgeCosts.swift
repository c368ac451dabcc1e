package import SkiGraph

/// The costs of the directed edges of one graph for one profile: the base costs of its pace, restricted to the
/// admitted edges.
///
/// Restrictions are tested where an edge is read, so that a profile costs O(*c*) in classes, and not a pass over the
/// edges.
package struct EdgeCosts: Sendable {
  /// The value of an edge that may not be used.
  package static let notAllowed = UInt32.max

  let base: BaseCosts
  let classes: AdmissionClasses
  /// The admission of each class: 1 when its edges may be used, else 0.
  let admitted: [UInt8]
  /// The closed edges; nil when none is closed.
  let closed: ClosedEdges?

  /// Creates the costs of a profile.
  /// - Complexity: O(*c*) in classes; with closed features also that of
  ///   ``FeatureClosures/edges(in:)``.
  init(base: BaseCosts, classes: AdmissionClasses, profile: SkierProfile, graph: RoutingGraph) {
    (self.base, self.classes) = (base, classes)
    let rule = AdmissionRule(profile)
    admitted = classes.classes.map { rule.violations($0).isEmpty ? 1 : 0 }
    closed = profile.closures.edges(in: graph)
  }

  /// Creates the costs of the same admitted edges from other base costs.
  init(_ other: EdgeCosts, base: BaseCosts) {
    self.base = base
    (classes, admitted, closed) = (other.classes, other.admitted, other.closed)
  }

  /// Creates the costs of the same profile with other edges closed.
  init(_ other: EdgeCosts, closed: ClosedEdges?) {
    (base, classes, admitted) = (other.base, other.classes, other.admitted)
    self.closed = closed
  }

  /// The milliseconds of each edge; ``notAllowed`` where the profile may not go.
  /// - Complexity: O(*m*), a new array.
  package var milliseconds: [UInt32] {
    base.milliseconds.indices.map { isAllowed($0) ? base.milliseconds[$0] : Self.notAllowed }
  }

  /// Returns the cost of an edge, or nil when it may not be used.
  package subscript(edge: EdgeIndex) -> UInt32? {
    guard isAllowed(edge.position) else { return nil }
    let cost = base.milliseconds[edge.position]
    return cost == Self.notAllowed ? nil : cost
  }

  /// Returns whether the costs are those of another profile for every edge, as far as that is known without comparing
  /// base costs.
  /// - Complexity: O(*c* + *m* / 64) in classes and edges.
  func equals(_ other: EdgeCosts) -> Bool {
    base === other.base && admitted == other.admitted && closed?.words == other.closed?.words
  }

  @inline(__always)
  private func isAllowed(_ edge: Int) -> Bool {
    guard admitted[Int(classes.ofEdge[edge])] != 0 else { return false }
    return closed.map { !$0.contains(edge) } ?? true
  }

  /// The greatest straight-line speed of the admitted classes, in metres per millisecond: at least that of any usable
  /// edge.
  /// - Complexity: O(*c*) in classes.
  var greatestSpeed: Double {
    var greatest = 0.0
    for (isAdmitted, speed) in zip(admitted, base.greatestSpeeds) where isAdmitted != 0 {
      greatest = max(greatest, speed)
    }
    return greatest
  }
}
