import SkiGraph

/// The signs of a leg: runs with one of them belong to the route.
struct LegSigns {
  private let signs: [RunSign]

  /// Creates the set of the signs of steps.
  /// - Complexity: O(*s*) in steps.
  init(_ steps: [RouteStep]) { signs = steps.map(RunSign.init) }

  /// Returns whether a run has one of the signs.
  /// - Complexity: O(*s*) in signs.
  func contains(_ sign: RunSign) -> Bool { signs.contains { $0.hasSameReference(as: sign) } }

  /// The labels and names of the signs.
  var names: Set<String> { Set(signs.flatMap { [$0.label, $0.name].compactMap(\.self) }) }
}

extension RunSign {
  /// Creates the sign of a step, with its texts in spoken form.
  package init(_ step: RouteStep) {
    self.init(
      name: SpokenName.of(step.name), refs: SpokenName.of(step.refs), difficulty: step.difficulty,
      isEstimated: step.isDifficultyEstimated, convention: step.convention, link: step.link)
  }
}
