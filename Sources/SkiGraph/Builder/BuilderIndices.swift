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
