package import SkiModel

/// A link that a builder collects: what freezing makes a ``GraphLink`` of.
package struct BuilderLink: Hashable, Sendable {
  package var kind: LinkKind
  /// The feature it is a piece of; nil for connectors.
  package var feature: BuilderFeatureIndex?
  package var tail: BuilderNodeIndex
  package var head: BuilderNodeIndex
  /// Whether one may go from tail to head.
  package var allowsForward: Bool
  /// Whether one may go from head to tail.
  package var allowsBackward: Bool
  /// The grade that counts for a ceiling; nil when ungraded and not estimated.
  package var difficulty: Difficulty?
  package var flags: LinkFlags
  package var cause: LinkCause
  /// How sure the builder is that the link exists: 0 guess ... 100 mapped so.
  package var confidencePercent: UInt8
  /// Centimetres along the source feature's line where the link starts (at its tail).
  package var startOffsetCentimetres: UInt32
  /// Centimetres along the source feature's line where the link ends; less than the start when it runs against the line.
  package var endOffsetCentimetres: UInt32
  /// The shape from tail to head, two points or more; the first and last are the nodes' positions.
  package var points: [GraphPoint]
  /// Centimetres along the map (horizontal) from the tail to each point; starts with 0, never falls.
  package var distancesCentimetres: [UInt32]
  /// Centimetres of height at each point, inferred from all that is known around; nil where heights are known, or none could be
  /// inferred. They are for prices and directions, never to be shown: their zero is arbitrary.
  package var inferredElevationsCentimetres: [Int32]?

  /// Makes a link.
  package init(
    kind: LinkKind, feature: BuilderFeatureIndex?, tail: BuilderNodeIndex, head: BuilderNodeIndex,
    allowsForward: Bool,
    allowsBackward: Bool, difficulty: Difficulty? = nil, flags: LinkFlags = [],
    cause: LinkCause = .source, confidencePercent: UInt8 = 100, startOffsetCentimetres: UInt32 = 0,
    endOffsetCentimetres: UInt32 = 0, points: [GraphPoint], distancesCentimetres: [UInt32],
    inferredElevationsCentimetres: [Int32]? = nil
  ) {
    self.kind = kind
    self.feature = feature
    self.tail = tail
    self.head = head
    self.allowsForward = allowsForward
    self.allowsBackward = allowsBackward
    self.difficulty = difficulty
    self.flags = flags
    self.cause = cause
    self.confidencePercent = confidencePercent
    self.startOffsetCentimetres = startOffsetCentimetres
    self.endOffsetCentimetres = endOffsetCentimetres
    self.points = points
    self.distancesCentimetres = distancesCentimetres
    self.inferredElevationsCentimetres = inferredElevationsCentimetres
  }
}
