package import SkiBase
public import SkiGraph
package import SkiTracks

/// A simulated day: the fixes of a phone with the ground truth of each.
///
/// The same graph, profile, seed and options give the same day on every machine.
public struct SimulatedDay: Sendable {
  /// The recorded fixes in order of time; outages leave gaps.
  public var fixes: [LocationFix]
  /// The ground truth of each fix.
  package var truth: [SimulatedTruth]
  /// The edges traversed completely, in order; the fixes of a passage are indices of ``fixes``.
  package var passages: [EdgePassage]

  /// Simulates the day of a seed.
  /// - Throws: ``SkiError`` with code `.emptyInput` when no lift of the region is part of a circuit.
  /// - Complexity: O(*n*) in the steps of the day, and a search of the graph for each descent.
  package static func make(
    graph: RoutingGraph, seed: UInt64, options: SimulationOptions = SimulationOptions()
  ) throws -> SimulatedDay {
    make(
      on: try SimulatedMountain(graph: graph, profile: options.profile), seed: seed, options: options)
  }

  /// Returns the simulated day of a seed on a prepared mountain.
  ///
  /// The profile of the mountain takes precedence over that of the options.
  /// - Parameters:
  ///   - mountain: The prepared region.
  ///   - seed: The seed of all random numbers.
  ///   - options: The behaviour of the skier and of the phone.
  /// - Complexity: O(*n*) in the steps of the day, and a search of the graph for each descent.
  public static func make(
    on mountain: SimulatedMountain, seed: UInt64, options: SimulationOptions = SimulationOptions()
  ) -> SimulatedDay {
    var skier = SimulatedSkier(on: mountain, seed: seed, options: options)
    var day = SimulatedDay(fixes: [], truth: [], passages: [])
    while let step = skier.next() {
      day.passages += step.passages
      guard let fix = step.fix else { continue }
      day.fixes.append(fix)
      day.truth.append(step.truth)
    }
    return day
  }

  /// Returns the lift rides and runs of the day in order, with consecutive passages of one feature joined.
  /// - Complexity: O(*n*) in passages.
  package func stretches(in graph: RoutingGraph) -> [SimulatedLap] {
    var stretches: [SimulatedLap] = []
    var lastEdge: EdgeIndex?
    for passage in passages {
      let code = graph.storage.linkFeature[graph.link(of: passage.edge).position]
      defer { lastEdge = code == .max ? nil : passage.edge }
      guard code != .max else { continue }
      let kind = FeatureKind(code: graph.kindCode(of: Int(code))) ?? .run
      let metres = passage.leftMetres - passage.enteredMetres
      let isSame = lastEdge != nil && stretches.last?.feature == FeatureIndex(code) && kind != .lift
      if isSame, passage.isContinued {
        stretches[stretches.count - 1].leftAt = passage.leftAt
        stretches[stretches.count - 1].metres += metres
      } else {
        stretches.append(
          SimulatedLap(
            kind: kind, feature: FeatureIndex(code), enteredAt: passage.enteredAt, leftAt: passage.leftAt,
            metres: metres))
      }
    }
    return stretches
  }
}

/// The ground truth of a simulated fix.
package struct SimulatedTruth: Hashable, Sendable {
  /// The activity of the skier.
  package var state: TravellerState
  /// The position on the network; nil off it.
  ///
  /// A queue for a lift is at the start of its edge.
  package var place: EdgePlace?
  /// The lift, run or street; nil on connectors, indoors and off the network.
  package var feature: FeatureIndex?
  /// The true coordinate of the skier, turns included.
  package var coordinate: Coordinate
  /// The elevation in metres above mean sea level; synthetic where the map has none.
  package var elevationMetres: Double
}

/// A lift ride, or a run skied without another in between: an entry of a list of laps.
package struct SimulatedLap: Hashable, Sendable {
  /// The kind: `lift`, `run` or `street`.
  package var kind: FeatureKind
  /// The lift, run or street.
  package var feature: FeatureIndex
  /// The time of entering.
  package var enteredAt: UniversalTime
  /// The time of leaving.
  package var leftAt: UniversalTime
  /// The map length in metres.
  package var metres: Double
}
