public import SkiBase
import SkiGraph
import SkiRouting

extension RouteDocument {
  /// Returns the answer as GPX 1.1: a waypoint at the start of each step, and one track with a segment for each step.
  ///
  /// Without a route there is metadata only, with the reason as its description. **Source:** GPX 1.1 Schema
  /// Documentation, Topografix 2004.
  /// - Complexity: O(*p*) in the points of the route.
  public func gpx() -> MarkupText {
    var writer = GPXWriter(
      name: title, description: remark,
      attribution: attributions.isEmpty ? nil : (attributions + licences).credit, isRecorded: false)
    if let route, !route.steps.isEmpty {
      for step in route.steps {
        guard let first = step.points.first else { continue }
        writer.addWaypoint(
          first.gpx, name: Self.name(step), description: step.label == nil ? nil : StepText.kind(step))
      }
      writer.beginTrack(name: title)
      for step in route.steps {
        writer.beginSegment()
        for point in step.points { writer.add(point.gpx) }
      }
    }
    writer.finish()
    return writer.takeText()
  }

  /// Returns the name of a step's waypoint, which is all that many devices show.
  private static func name(_ step: RouteStep) -> String {
    let title = StepText.title(step)
    if step.isStayingOn { return "Stay on: \(title)" }
    return step.isDown == true && step.label != nil ? "\(title), ride down" : title
  }

  private var title: String { "\(from) – \(to)" }

  /// The remark about the whole: the reason there is no route, or the knowledge of elevations.
  private var remark: String? {
    switch result {
    case .noAnswer(let reason): reason.message()
    case .answer(let route): route.elevationQuality()?.remark()
    }
  }
}

extension GraphPoint {
  fileprivate var gpx: GPXWriter.Point { .init(coordinate, elevationMetres: elevationMetres) }
}
