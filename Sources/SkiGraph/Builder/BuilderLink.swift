package import SkiBase

/// A link of a builder, encoded as a ``GraphLink``.
package struct BuilderLink: Hashable, Sendable {
  package var kind: LinkKind
  /// The feature it is a piece of; nil for connectors.
  package var feature: BuilderFeatureIndex?
  package var tail: BuilderNodeIndex
  package var head: BuilderNodeIndex
  /// Indicates whether it may be travelled from tail to head.
  package var allowsForward: Bool
  /// Indicates whether it may be travelled from head to tail.
  package var allowsBackward: Bool
  /// The grade that counts for a ceiling; nil when ungraded and not estimated.
  package var difficulty: Difficulty?
  package var flags: LinkFlags
  package var cause: LinkCause
  /// The confidence that the link exists, from 0 for a guess to 100 for a mapped one.
  package var confidencePercent: UInt8
  /// Centimetres along the source feature's line where the link starts (at its tail).
  package var startOffsetCentimetres: UInt32
  /// Centimetres along the source feature's line where the link ends; less than the start when it runs against the line.
  package var endOffsetCentimetres: UInt32
  /// The shape from tail to head, two points or more; the first and last are the nodes' positions.
  package var points: [GraphPoint]
  /// Centimetres along the map (horizontal) from the tail to each point; starts with 0, never falls.
  package var distancesCentimetres: [UInt32]
  /// Elevations of the points in centimetres above an arbitrary zero, inferred from the surroundings, for costs and
  /// directions only; nil when elevations are known or can't be inferred.
  package var inferredElevationsCentimetres: [Int32]?

  /// Creates a link.
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

/// The position of a node in one ``RoutingGraphBuilder``.
///
/// Another type than ``NodeIndex``, since freezing numbers nodes anew; ``FrozenIndices`` leads from one to the other.
package struct BuilderNodeIndex: Hashable, Sendable, BitwiseCopyable {
  package let rawValue: UInt32
  package init(_ value: Int) { rawValue = UInt32(value) }
  /// The position as an `Int`, to index the builder's nodes with.
  package var position: Int { Int(rawValue) }
}

/// The position of a feature in one ``RoutingGraphBuilder``.
///
/// Another type than ``FeatureIndex``, since freezing numbers features anew; ``FrozenIndices`` leads from one to the other.
package struct BuilderFeatureIndex: Hashable, Sendable, BitwiseCopyable {
  package let rawValue: UInt32
  package init(_ value: Int) { rawValue = UInt32(value) }
  /// The position as an `Int`, to index the builder's features with.
  package var position: Int { Int(rawValue) }
}

/// A feature of a builder, with its nodes and its lift in that builder.
package struct BuilderFeature: Hashable, Sendable {
  /// The attributes; their nodes and lift are nil, as they belong to a graph.
  package var facts: GraphFeature
  /// The node at the start; nil when the feature is not part of the network.
  package var startNode: BuilderNodeIndex?
  /// The node at the end; nil when the feature is not part of the network.
  package var endNode: BuilderNodeIndex?
  /// The lift a station belongs to.
  package var parent: BuilderFeatureIndex?
}
