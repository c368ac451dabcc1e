import SkiAPI
package import SkiBase
package import SkiGraph
package import SkiNavigation

/// The lifts, runs and huts near a place; see Data/Formats/server.md.
package struct NearbyDocument: AnswerDocument {
  private let list: NearbyList
  private let label: String
  private let start: GraphPoint
  private let graph: RoutingGraph
  private let map: SkiMap

  /// Creates the document of a list.
  package init(
    _ list: NearbyList, from label: String, _ start: GraphPoint, graph: RoutingGraph, _ map: SkiMap
  ) {
    (self.list, self.label, self.start) = (list, label, start)
    (self.graph, self.map) = (graph, map)
  }

  package func text(colour: Bool) -> TerminalText {
    TerminalText(
      lines: places.map { entry, place in
        let time = entry.milliseconds.map { "\(($0 + 30_000) / 60_000) min" } ?? "not reachable"
        let name = place.label ?? graph.feature(place.feature).id.rawValue
        return "\(entry.kind.rawValue)  \(name)  \(time)  \(Int(entry.metres)) m"
      })
  }

  package func json() -> TerminalText { answer().line() }

  package func geoJSON() -> TerminalText { json() }

  private var places: [(NearbyEntry, Place)] {
    list.entries.compactMap { entry in entry.place.map { (entry, $0) } }
  }

  private func answer() -> NearbyAnswer {
    var answer = NearbyAnswer()
    (answer.attribution, answer.place) = (map.sources.attributions().credit, label)
    answer.position = AnswerPosition(start)
    answer.nearby = places.map { entry, place in
      var near = NearbyAnswer.Entry()
      (near.kind, near.id, near.name) = (place.kind, graph.feature(place.feature).id, place.label)
      (near.minutes, near.metres) = (entry.milliseconds.map { Double($0) / 60_000 }, entry.metres)
      near.bearingDegrees = start.coordinate.bearingDegrees(to: place.point.coordinate)
      near.climbMetres = place.point.elevationCentimetres.flatMap { there in
        start.elevationCentimetres.map { Double(there - $0) / 100 }
      }
      near.position = AnswerPosition(place.point)
      return near
    }
    return answer
  }
}

extension AnswerPosition {
  /// Creates the position of an answer.
  init(_ point: GraphPoint) { self.init(point.coordinate, elevationMetres: point.elevationMetres) }
}
