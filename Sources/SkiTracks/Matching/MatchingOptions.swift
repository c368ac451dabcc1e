/// How a track is laid onto the map. The defaults fit phones and watches on any mountain.
public struct MatchingOptions: Sendable, Hashable {
  /// Metres a fix may be off along each axis (one standard deviation) where it says nothing of its accuracy.
  public var noiseMetres: Double = 6
  /// Metres a skier may be from a run's line and still on it: runs are drawn as lines and are 20 to 60 m wide.
  public var runHalfWidthMetres: Double = 9
  /// Metres a mapped lift may be off its cable.
  public var liftHalfWidthMetres: Double = 4
  /// Metres a walker may be from a street's line.
  public var walkHalfWidthMetres: Double = 5
  /// Metres a skier may be from the line that stands for a way across a mapped area.
  public var areaHalfWidthMetres: Double = 25
  /// Seconds without a fix after which the way between is searched for widely, and may be unknown.
  public var gapSeconds: Double = 40
  /// Online: how many fixes a decision may wait for later ones.
  public var lagFixes: Int = 32
  /// Online: how many seconds a decision may wait.
  public var lagSeconds: Double = 60

  /// Makes the default options.
  public init() {}
}
