package import SkiGeo
package import SkiGraph
package import SkiModel

/// What is known of the runs, connectors and junctions of one area.
///
/// A value that can be merged with that of another part of the map.
package struct AreaFacts: Sendable, Hashable {
  /// Connectors of one cause.
  package struct Connectors: Sendable, Hashable {
    package var cause: LinkCause
    /// Their horizontal lengths in whole centimetres, shortest first.
    package internal(set) var lengthsCentimetres: [UInt32]

    /// How many there are.
    package var count: Int { lengthsCentimetres.count }
    /// The length in the middle of them, metres; the shorter of two.
    package var medianMetres: Double { Double(lengthsCentimetres[(count - 1) / 2]) / 100 }
    /// The longest, metres.
    package var longestMetres: Double { Double(lengthsCentimetres[count - 1]) / 100 }

    /// The upper ends of all but the last class of ``histogram()``, metres.
    package static let classLimitsMetres = [5, 15, 30, 60, 100, 150]

    /// Returns how many there are in each class of length. Complexity: O(*n*).
    package func histogram() -> [Int] {
      var counts = [Int](repeating: 0, count: Self.classLimitsMetres.count + 1)
      for length in lengthsCentimetres {
        let place = Self.classLimitsMetres.firstIndex { length <= $0 * 100 } ?? Self.classLimitsMetres.count
        counts[place] += 1
      }
      return counts
    }
  }

  /// A run at whose end something is missing.
  package struct RunFinding: Sendable, Hashable {
    /// What is missing.
    @nonexhaustive
    package enum Trouble: String, Sendable, Hashable, CaseIterable {
      /// Nothing leads on from its lower end, not even back.
      case nothingLeadsOn
      /// Nothing leads to its upper end.
      case nothingLeadsTo
      /// It touches nothing and is no part of the network.
      case touchesNothing
    }

    package var id: SourceID
    package var name: String?
    package var trouble: Trouble
    /// The end that is meant.
    package var place: Coordinate
  }

  /// A connector that is more of a guess.
  package struct UnsureConnector: Sendable, Hashable {
    package var cause: LinkCause
    package var confidencePercent: UInt8
    package var lengthMetres: Double
    package var line: [Coordinate]
  }

  /// Connectors are listed as unsure below this confidence.
  package static let unsureBelowPercent: UInt8 = 50

  /// Connectors by cause, those of no cause left out, in order of the causes.
  package internal(set) var connectors: [Connectors] = []
  /// How many nodes there are where features meet, by how they do.
  package internal(set) var junctions: [JunctionCause: Int] = [:]
  /// Operating runs skied down, and how many of them are ungraded, and estimated.
  package internal(set) var runCount = 0
  package internal(set) var ungradedRunCount = 0
  package internal(set) var estimatedRunCount = 0
  /// Runs at whose ends something is missing, in order of the map.
  package internal(set) var runFindings: [RunFinding] = []
  /// Connectors that are more of a guess, in order of the map.
  package internal(set) var unsureConnectors: [UnsureConnector] = []

  var isEmpty: Bool { connectors.isEmpty && junctions.isEmpty && runCount == 0 && runFindings.isEmpty }

  mutating func add(connectorsOf cause: LinkCause, lengths: [UInt32]) {
    guard !lengths.isEmpty else { return }
    if let known = connectors.firstIndex(where: { $0.cause == cause }) {
      connectors[known].lengthsCentimetres = (connectors[known].lengthsCentimetres + lengths).sorted()
    } else {
      connectors.append(Connectors(cause: cause, lengthsCentimetres: lengths.sorted()))
      connectors.sort { $0.cause.code < $1.cause.code }
    }
  }

  /// Adds what is known of another part of the map. Complexity: O(size of both).
  mutating func merge(_ other: AreaFacts) {
    for more in other.connectors { add(connectorsOf: more.cause, lengths: more.lengthsCentimetres) }
    junctions.merge(other.junctions, uniquingKeysWith: +)
    runCount += other.runCount
    ungradedRunCount += other.ungradedRunCount
    estimatedRunCount += other.estimatedRunCount
    runFindings += other.runFindings
    unsureConnectors += other.unsureConnectors
  }
}
