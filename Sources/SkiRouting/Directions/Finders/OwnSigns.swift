import SkiModel

/// The signs one follows on a leg: a run that shows one of them is no other run.
struct OwnSigns {
  private let signs: [RunSign]

  /// Collects the signs of steps. Complexity: O(*s*).
  init(_ steps: [RouteStep]) { signs = steps.map(RunSign.init) }

  /// Whether a run shows one of the signs. Complexity: O(*s*).
  func contains(_ sign: RunSign) -> Bool { signs.contains { $0.hasSameSign(as: sign) } }

  /// All that is named by them: labels, and names alone. Complexity: O(*s*).
  var names: Set<String> { Set(signs.flatMap { [$0.label, $0.name].compactMap(\.self) }) }
}

extension RunSign {
  /// The sign of a step, its texts as they are said.
  init(_ step: RouteStep) {
    self.init(
      name: SpokenName.of(step.name), refs: SpokenName.of(step.refs), difficulty: step.difficulty,
      isEstimated: step.isDifficultyEstimated, convention: step.convention, link: step.link)
  }
}
