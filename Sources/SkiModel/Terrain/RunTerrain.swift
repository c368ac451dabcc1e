/// What kind of terrain a run is and how it is kept, as the source says; nil is unknown.
public struct RunTerrain: Hashable, Sendable, Codable {
  /// How it is prepared.
  public var grooming: Grooming?
  /// Whether one skies between trees.
  public var isGladed: Bool?
  /// Whether it has lights for the night.
  public var isLit: Bool?
  /// Whether a patrol watches it.
  public var isPatrolled: Bool?
  /// Whether machines make snow for it.
  public var hasSnowmaking: Bool?

  /// Makes a terrain; everything may be unknown.
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

  /// Whether a machine smooths the snow; nil when unknown.
  public var isGroomed: Bool? { grooming?.isGroomed }
}
