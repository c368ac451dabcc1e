/// The evidence that the features at a node meet.
@nonexhaustive
package enum JunctionCause: String, Sendable, Hashable, CaseIterable {
  /// No two features meet: an end, the start of a connector, or a place a feature was split at.
  case alone
  /// The features share a vertex in the source.
  case sharedVertex
  /// The lines cross in the plane, and no tag tells that one passes over the other.
  case crossing
  /// The lines pass within a few metres of each other without touching.
  case passing

  /// The code used in map files; a code is never given to another case.
  package var code: UInt8 {
    switch self {
    case .alone: 0
    case .sharedVertex: 1
    case .crossing: 2
    case .passing: 3
    }
  }

  /// Creates a cause from its code, or nil when there is no such code.
  package init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }
}

/// The evidence, with its confidence, that features meet at a node.
package struct Junction: Sendable, Hashable {
  /// The weakest evidence where there are several.
  package var cause: JunctionCause
  /// The confidence that the features meet, in per cent; 100 when mapped so.
  package var confidencePercent: UInt8

  /// The junction of a node where no two features meet.
  package static let alone = Junction(cause: .alone, confidencePercent: 100)

  /// Creates a junction.
  package init(cause: JunctionCause, confidencePercent: UInt8) {
    self.cause = cause
    self.confidencePercent = confidencePercent
  }
}
