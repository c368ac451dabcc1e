import SkiBase
import SkiGraph
package import SkiRouting

extension RawRoute {
  /// Creates the values of the GeoJSON of a route without its text, to check thousands of routes.
  ///
  /// Numbers are rounded as in the text, so that both give equal values.
  package init(_ route: Route) {
    self.init(
      steps: route.steps.map { RawStep($0) }, seconds: Double(route.totalMilliseconds()) / 1000)
  }

  /// Creates the values of the GeoJSON of an answer; without a route, no steps and the reason.
  package init(_ result: Answer<Route>) {
    switch result {
    case .answer(let route): self.init(route)
    case .noAnswer(let reason): self.init(steps: [], seconds: nil, reason: reason.reason.rawValue)
    }
  }
}

extension RawStep {
  init(_ step: RouteStep) {
    self.init(
      kind: step.kind.rawValue, id: step.id?.rawValue, name: step.name,
      difficulty: step.difficulty?.rawValue, difficultyEstimated: step.isDifficultyEstimated,
      liftType: step.liftKind?.rawValue, seconds: Double(step.milliseconds) / 1000,
      waitSeconds: Double(step.waitMilliseconds) / 1000, lengthMetres: Self.rounded(step.lengthMetres, 10),
      ascentMetres: step.ascentMetres.map { Self.rounded($0, 10) },
      descentMetres: step.descentMetres.map { Self.rounded($0, 10) },
      maxGradient: step.maxGradient.map { Self.rounded($0.ratio, 10_000) },
      vertices: step.points.map {
        RawVertex(
          longitude: Self.rounded($0.coordinate.longitude, 1e7),
          latitude: Self.rounded($0.coordinate.latitude, 1e7), elevation: $0.elevationMetres)
      })
    staysOn = step.isStayingOn
    movement = step.movement.rawValue
  }

  private static func rounded(_ value: Double, _ scale: Double) -> Double {
    (value * scale).rounded() / scale
  }
}
