import SkiBase
package import SkiGraph
package import SkiSimulation
import SkiTracks

/// Checks a simulated day against the rules of skiing, without the code of the simulator.
package struct SimulationCheck {
  private let graph: RoutingGraph
  private let neighbours: NeighbourSearch

  /// Creates a checker of days of one region.
  package init(graph: RoutingGraph) {
    self.graph = graph
    neighbours = NeighbourSearch(graph)
  }

  /// Returns the faults of a day; empty for a valid one.
  package func faults(of day: SimulatedDay) -> [String] {
    Array((countFaults(day) + passageFaults(day) + fixFaults(day)).prefix(10))
  }

  private func countFaults(_ day: SimulatedDay) -> [String] {
    var faults: [String] = []
    if day.fixes.isEmpty || day.fixes.count != day.truth.count {
      faults.append("\(day.fixes.count) fixes with \(day.truth.count) truths")
    }
    if zip(day.fixes, day.fixes.dropFirst()).contains(where: { $0.time >= $1.time }) {
      faults.append("time does not grow")
    }
    return faults
  }

  /// Checks that passages are contiguous, whole and in the direction of their edges.
  private func passageFaults(_ day: SimulatedDay) -> [String] {
    var faults: [String] = []
    var last: EdgePassage?
    for passage in day.passages {
      let length = Double(graph.link(graph.link(of: passage.edge)).distancesCentimetres.last ?? 0) / 100
      if abs(passage.leftMetres - length) > 0.02 || passage.enteredMetres != 0 {
        faults.append("edge \(passage.edge.rawValue) was left at \(passage.leftMetres) of \(length) m")
      }
      if let last, passage.isContinued, graph.head(last.edge) != graph.tail(passage.edge) {
        faults.append("edge \(passage.edge.rawValue) does not begin where \(last.edge.rawValue) ends")
      }
      if passage.leftAt < passage.enteredAt || passage.enteredAt < last?.leftAt ?? passage.enteredAt {
        faults.append("edge \(passage.edge.rawValue) was left before it was entered")
      }
      last = passage
    }
    return faults
  }

  /// Checks that the true positions move no faster than a skier and lie near their stated line.
  private func fixFaults(_ day: SimulatedDay) -> [String] {
    var faults: [String] = []
    for (index, truth) in day.truth.enumerated() {
      if let place = truth.place {
        let away = neighbours.coordinate(of: place).distanceMetres(to: truth.coordinate)
        if away > 75 { faults.append("fix \(index) is \(away) m from its place, \(truth.state)") }
      }
      guard index > 0 else { continue }
      let seconds =
        day.fixes[index].time.secondsSince1970 - day.fixes[index - 1].time.secondsSince1970
      let metres = day.truth[index - 1].coordinate.distanceMetres(to: truth.coordinate)
      if seconds < 5, metres > 36 * seconds {
        faults.append("fix \(index) is \(metres) m after \(seconds) s, \(truth.state)")
      }
    }
    return faults
  }
}
