public import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiRouting

extension RouteDocument {
  /// Returns the answer as GPX 1.1: a waypoint where each step starts, and one track with a segment for each step.
  ///
  /// Without a route there is only the metadata, whose description says why. Complexity: O(size).
  public func gpx() -> MarkupText {
    var text: MarkupText = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="skiroute" xmlns="http://www.topografix.com/GPX/1/1">

      """
    text += metadata()
    if let route, !route.steps.isEmpty {
      for step in route.steps {
        guard let first = step.points.first else { continue }
        let description: MarkupText =
          step.label == nil ? "" : "<desc>\(StepWords.kind(step))</desc>"
        text += Self.point(
          "wpt", first, inside: "<name>\(Self.name(step))</name>\(description)")
      }
      text += "<trk><name>\(title)</name>\n"
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

  private func metadata() -> MarkupText {
    var text: MarkupText = "<metadata><name>\(title)</name>"
    switch result {
    case .noAnswer(let reason): text += "<desc>\(reason.message())</desc>"
    case .answer(let route):
      if let remark = route.heights()?.remark() { text += "<desc>\(remark)</desc>" }
    }
    if !attributions.isEmpty {
      let author = (attributions + licences).joined(separator: "; ")
      text += "<copyright author=\"\(author)\"/>"
    }
    return text + "</metadata>\n"
  }

  private static func point(_ element: StaticString, _ point: GraphPoint, inside: MarkupText) -> MarkupText {
    let place = point.coordinate
    let latitude = decimalText(place.latitude, places: 7) ?? "0"
    let longitude = decimalText(place.longitude, places: 7) ?? "0"
    let height =
      point.elevationMetres.flatMap { decimalText($0, places: 2) }.map { "<ele>\($0)</ele>" as MarkupText }
      ?? ""
    let content = height + inside
    let start: MarkupText = "<\(element) lat=\"\(latitude)\" lon=\"\(longitude)\""
    return content.isEmpty ? "\(start)/>\n" : "\(start)>\(content)</\(element)>\n"
  }
}
