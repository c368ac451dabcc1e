/// How the features that meet at a node come to meet there.
@nonexhaustive
package enum JunctionCause: String, Sendable, Hashable, CaseIterable {
  /// No two features meet here: an end, a bend where a connector begins, or a place a feature was split at.
  case alone
  /// The source draws them through the same vertex.
  case sharedVertex
  /// Their lines cross in the plan, and nothing says that one passes over the other.
  case crossing
  /// They come within a step of each other without touching.
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

  /// Makes a cause from its code, or nil when there is no such code.
  package init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }
}

/// What a node says about the features that meet there, and how sure that is.
package struct Junction: Sendable, Hashable {
  /// How they meet; the least sure way where there are several.
  package var cause: JunctionCause
  /// How sure the builder is that they meet: 0 guess ... 100 mapped so.
  package var confidencePercent: UInt8

  /// A node where no two features meet.
  package static let alone = Junction(cause: .alone, confidencePercent: 100)

  /// Makes a junction.
  package init(cause: JunctionCause, confidencePercent: UInt8) {
    self.cause = cause
    self.confidencePercent = confidencePercent
  }
}
