package import SkiFormats
import SkiGeo
package import SkiGraph
import SkiModel
package import SkiNavigation
import SkiReports

/// The lifts, runs and huts near a place; see Data/Formats/server.md.
package struct NearbyDocument: AnswerDocument {
  private static let version = 1
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

  package func json() -> TerminalText {
    TerminalText(
      json: { json in
        json.object { json in
          json.member("version", Self.version)
          json.member("attribution", map.sources.attributions().credit)
          json.member("place", label)
          Self.write(start, &json)
          json.array("nearby") { json in for (entry, place) in places { write(entry, place, &json) } }
        }
      })
  }

  package func geoJSON() -> TerminalText { json() }

  private var places: [(NearbyEntry, Place)] {
    list.entries.compactMap { entry in entry.place.map { (entry, $0) } }
  }

  private func write(_ entry: NearbyEntry, _ place: Place, _ json: inout JSONWriter) {
    let climb = place.point.elevationCentimetres.flatMap { there in
      start.elevationCentimetres.map { Double(there - $0) / 100 }
    }
    json.object { json in
      json.member("kind", entry.kind.rawValue)
      json.member("id", graph.feature(place.feature).id.rawValue)
      json.member("name", place.label)
      json.member("minutes", entry.milliseconds.map { Double($0) / 60_000 }, places: 1)
      json.member("metres", entry.metres, places: 0)
      json.member(
        "bearingDegrees", start.coordinate.bearingDegrees(to: place.point.coordinate), places: 0)
      json.member("climbMetres", climb, places: 0)
      Self.write(place.point, &json)
    }
  }

  private static func write(_ point: GraphPoint, _ json: inout JSONWriter) {
    json.member("latitude", point.coordinate.latitude, places: 7)
    json.member("longitude", point.coordinate.longitude, places: 7)
    json.member("elevationMetres", point.elevationMetres, places: 1)
  }
}
