import SkiGeo
import SkiGraph
import SkiModel

extension RouteDocument {
  /// Returns the answer as GPX 1.1: a waypoint where each step starts, and one track with a segment for each step.
  ///
  /// Without a route there is only the metadata, whose description says why. Complexity: O(size).
  public func gpx() -> String {
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text += #"<gpx version="1.1" creator="skiroute" xmlns="http://www.topografix.com/GPX/1/1">"# + "\n"
    text += metadata()
    if let route, !route.steps.isEmpty {
      for step in route.steps {
        guard let first = step.points.first else { continue }
        let description = step.label == nil ? "" : "<desc>\(StepWords.kind(step).xmlEscaped())</desc>"
        text += Self.point(
          "wpt", first, inside: "<name>\(Self.name(step).xmlEscaped())</name>" + description)
      }
      text += "<trk><name>\(title.xmlEscaped())</name>\n"
      for step in route.steps {
        text += "<trkseg>\n"
        for point in step.points { text += Self.point("trkpt", point, inside: "") }
        text += "</trkseg>\n"
      }
      text += "</trk>\n"
    }
    return text + "</gpx>\n"
  }

  /// The name of a step's waypoint; a device shows no more than this.
  private static func name(_ step: RouteStep) -> String {
    let title = StepWords.title(step)
    if step.isStayingOn { return "Stay on: \(title)" }
    return step.isDown == true && step.label != nil ? "\(title), ride down" : title
  }

  private var title: String { "\(from) – \(to)" }

  private func metadata() -> String {
    var text = "<metadata><name>\(title.xmlEscaped())</name>"
    switch result {
    case .noRoute(let reason): text += "<desc>\(reason.message().xmlEscaped())</desc>"
    case .route(let route):
      if let remark = route.heights()?.remark() { text += "<desc>\(remark.xmlEscaped())</desc>" }
    }
    if !attributions.isEmpty {
      let author = (attributions + licences).joined(separator: "; ")
      text += "<copyright author=\"\(author.xmlEscaped())\"/>"
    }
    return text + "</metadata>\n"
  }

  private static func point(_ element: String, _ point: GraphPoint, inside: String) -> String {
    let place = point.coordinate
    let latitude = decimalText(place.latitude, places: 7) ?? "0"
    let longitude = decimalText(place.longitude, places: 7) ?? "0"
    let height = point.elevationMetres.flatMap { decimalText($0, places: 2) }.map { "<ele>\($0)</ele>" } ?? ""
    let content = height + inside
    let start = "<\(element) lat=\"\(latitude)\" lon=\"\(longitude)\""
    return content.isEmpty ? "\(start)/>\n" : "\(start)>\(content)</\(element)>\n"
  }
}
