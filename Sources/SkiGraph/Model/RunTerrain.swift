/// The grooming, terrain and services of a run; nil where the source does not state it.
public struct RunTerrain: Hashable, Sendable, Codable {
  /// The grooming of the snow; nil when unknown.
  public var grooming: Grooming?
  /// Indicates whether the run leads between trees; nil when unknown.
  public var isGladed: Bool?
  /// Indicates whether the run is lit at night; nil when unknown.
  public var isLit: Bool?
  /// Indicates whether the run is patrolled; nil when unknown.
  public var isPatrolled: Bool?
  /// Indicates whether the run has snowmaking; nil when unknown.
  public var hasSnowmaking: Bool?

  /// Creates a terrain; all properties may be unknown.
  public init(
    grooming: Grooming? = nil, isGladed: Bool? = nil, isLit: Bool? = nil, isPatrolled: Bool? = nil,
    hasSnowmaking: Bool? = nil
  ) {
    self.grooming = grooming
    self.isGladed = isGladed
    self.isLit = isLit
    self.isPatrolled = isPatrolled
    self.hasSnowmaking = hasSnowmaking
  }

  /// Indicates whether a machine smooths the snow; nil when unknown.
  public var isGroomed: Bool? { grooming?.isGroomed }
}
