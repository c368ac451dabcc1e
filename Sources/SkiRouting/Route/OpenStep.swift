import SkiGraph

/// The attributes of a step while its edges are added, but for its points.
struct OpenStep {
  /// The link of the first edge, and whether it is travelled from head to tail.
  let link: LinkIndex
  let isReversed: Bool
  let kind: LinkKind
  let feature: FeatureIndex?
  let isClimbed: Bool
  /// Indicates whether the ride continues on the lift of the step before.
  let isStayingOn: Bool
  /// Indicates whether it is a walk along nothing that is mapped.
  let isUnmapped: Bool
  /// Indicates whether the step follows the direction of its feature's line; nil when unknown.
  var isAlong: Bool?
  private(set) var difficulty: Difficulty?
  private(set) var isDifficultyEstimated = false
  private(set) var isSteeperThanGraded = false
  private(set) var isHeightInferred = false
  private(set) var isDirectionUnknown = false
  private(set) var milliseconds = 0
  private(set) var waitMilliseconds = 0
  private(set) var closedMilliseconds = 0
  /// The length that is too flat to glide, in centimetres.
  var pushedCentimetres: UInt64 = 0

  /// Creates a step that begins with a link.
  init(_ index: LinkIndex, _ link: LinkRow, reversed: Bool, along: Bool?, isClimbed: Bool) {
    (self.link, isReversed, isAlong, self.isClimbed) = (index, reversed, along, isClimbed)
    (kind, feature, isStayingOn) = (link.kind, link.feature, link.flags.contains(.staysOn))
    isUnmapped = link.cause == .unmapped
  }

  /// Returns whether a link belongs to the step.
  func continues(on link: LinkRow, along: Bool?, isClimbed: Bool) -> Bool {
    guard let next = link.feature, !link.flags.contains(.staysOn) else { return false }
    return feature == next && kind == link.kind && self.isClimbed == isClimbed
      && (isAlong == nil || along == nil || isAlong == along)
  }

  /// Adds the attributes and times of a piece of a link.
  mutating func add(_ link: LinkRow, _ piece: RoutePiece, wait: UInt32) {
    milliseconds += Int(piece.milliseconds)
    waitMilliseconds += Int(wait)
    closedMilliseconds += Int(piece.closedMilliseconds)
    if link.flags.contains(.steeperThanGraded) { isSteeperThanGraded = true }
    if link.hasInferredElevations { isHeightInferred = true }
    if link.flags.contains(.directionUnknown) { isDirectionUnknown = true }
    guard link.kind != .lift, let difficulty = link.difficulty else { return }
    if let hardest = self.difficulty, hardest >= difficulty { return }
    self.difficulty = difficulty
    isDifficultyEstimated = link.flags.contains(.difficultyEstimated)
  }
}
