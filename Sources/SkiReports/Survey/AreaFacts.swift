public import SkiGeo
public import SkiGraph
public import SkiModel

/// What is known of the runs, connectors and junctions of one area.
///
/// A value that can be merged with that of another part of the map.
public struct AreaFacts: Sendable, Hashable {
  /// Connectors of one cause.
  public struct Connectors: Sendable, Hashable {
    public var cause: LinkCause
    /// Their horizontal lengths in whole centimetres, shortest first.
    public internal(set) var lengthsCentimetres: [UInt32]

    /// How many there are.
    public var count: Int { lengthsCentimetres.count }
    /// The length in the middle of them, metres; the shorter of two.
    public var medianMetres: Double { Double(lengthsCentimetres[(count - 1) / 2]) / 100 }
    /// The longest, metres.
    public var longestMetres: Double { Double(lengthsCentimetres[count - 1]) / 100 }

    /// The upper ends of all but the last class of ``histogram()``, metres.
    public static let classLimitsMetres = [5, 15, 30, 60, 100, 150]

    /// Returns how many there are in each class of length. Complexity: O(*n*).
    public func histogram() -> [Int] {
      var counts = [Int](repeating: 0, count: Self.classLimitsMetres.count + 1)
      for length in lengthsCentimetres {
        let place = Self.classLimitsMetres.firstIndex { length <= $0 * 100 } ?? Self.classLimitsMetres.count
        counts[place] += 1
      }
      return counts
    }
  }

  /// A run at whose end something is missing.
  public struct RunFinding: Sendable, Hashable {
    /// What is missing.
    @nonexhaustive
    public enum Trouble: String, Sendable, Hashable, CaseIterable {
      /// Nothing leads on from its lower end, not even back.
      case nothingLeadsOn
      /// Nothing leads to its upper end.
      case nothingLeadsTo
      /// It touches nothing and is no part of the network.
      case touchesNothing
    }

    public var id: SourceID
    public var name: String?
    public var trouble: Trouble
    /// The end that is meant.
    public var place: Coordinate
  }

  /// A connector that is more of a guess.
  public struct UnsureConnector: Sendable, Hashable {
    public var cause: LinkCause
    public var confidencePercent: UInt8
    public var lengthMetres: Double
    public var line: [Coordinate]
  }

  /// Connectors are listed as unsure below this confidence.
  public static let unsureBelowPercent: UInt8 = 50

  /// Connectors by cause, those of no cause left out, in order of the causes.
  public internal(set) var connectors: [Connectors] = []
  /// How many nodes there are where features meet, by how they do.
  public internal(set) var junctions: [JunctionCause: Int] = [:]
  /// Operating runs skied down, and how many of them are ungraded, and estimated.
  public internal(set) var runCount = 0
  public internal(set) var ungradedRunCount = 0
  public internal(set) var estimatedRunCount = 0
  /// Runs at whose ends something is missing, in order of the map.
  public internal(set) var runFindings: [RunFinding] = []
  /// Connectors that are more of a guess, in order of the map.
  public internal(set) var unsureConnectors: [UnsureConnector] = []

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
