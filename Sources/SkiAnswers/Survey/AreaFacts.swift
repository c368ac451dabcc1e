package import SkiBase
package import SkiGraph

/// The statistics of runs, connectors and junctions of one area.
package struct AreaFacts: Sendable, Hashable {
  /// The connectors of one cause.
  package struct Connectors: Sendable, Hashable {
    package var cause: LinkCause
    /// The horizontal lengths in centimetres, in ascending order.
    package internal(set) var lengthsCentimetres: [UInt32]

    /// The number of connectors.
    package var count: Int { lengthsCentimetres.count }
    /// The median length in metres; the shorter of two.
    package var medianMetres: Double { Double(lengthsCentimetres[(count - 1) / 2]) / 100 }
    /// The greatest length, in metres.
    package var longestMetres: Double { Double(lengthsCentimetres[count - 1]) / 100 }

    /// The upper limits of all but the last class of ``histogram()``, in metres.
    package static let classLimitsMetres = [5, 15, 30, 60, 100, 150]

    /// Returns the number of connectors in each class of length. Complexity: O(*n*).
    package func histogram() -> [Int] {
      var counts = [Int](repeating: 0, count: Self.classLimitsMetres.count + 1)
      for length in lengthsCentimetres {
        let place = Self.classLimitsMetres.firstIndex { length <= $0 * 100 } ?? Self.classLimitsMetres.count
        counts[place] += 1
      }
      return counts
    }
  }

  /// A run with a problem at one of its ends.
  package struct RunFinding: Sendable, Hashable {
    /// The problem.
    @nonexhaustive
    package enum Problem: String, Sendable, Hashable, CaseIterable {
      /// The lack of an edge that leads on from its lower end.
      case nothingLeadsOn
      /// The lack of an edge that leads to its upper end.
      case nothingLeadsTo
      /// The lack of any connection with another feature; the run is not part of the network.
      case touchesNothing
    }

    package var id: SourceID
    package var name: String?
    package var problem: Problem
    /// The end with the problem.
    package var place: Coordinate
  }

  /// A connector of low confidence.
  package struct UnsureConnector: Sendable, Hashable {
    package var cause: LinkCause
    package var confidencePercent: UInt8
    package var mapLengthMetres: Double
    package var line: [Coordinate]
  }

  /// The confidence in per cent below which connectors are listed.
  package static let unsureBelowPercent: UInt8 = 50

  /// The connectors by cause, in order of the causes.
  package internal(set) var connectors: [Connectors] = []
  /// The number of junctions by cause.
  package internal(set) var junctions: [JunctionCause: Int] = [:]
  /// The number of operating downhill runs.
  package internal(set) var runCount = 0
  /// The number of those runs without a difficulty.
  package internal(set) var ungradedRunCount = 0
  /// The number of those runs with an estimated difficulty.
  package internal(set) var estimatedRunCount = 0
  /// The runs with problems at their ends, in the order of the map.
  package internal(set) var runFindings: [RunFinding] = []
  /// The connectors of low confidence, in the order of the map.
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

  /// Adds the statistics of another part of the map. Complexity: O(size of both).
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
