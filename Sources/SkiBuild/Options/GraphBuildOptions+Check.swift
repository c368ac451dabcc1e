import SkiBase

extension GraphBuildOptions {
  /// Refuses options that no build can work with, when a build starts.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a distance, gradient or drop is not finite or negative,
  ///   ``wideningMetres`` don't ascend, or an option with a least value is below it.
  func check() throws {
    for option in Mirror(reflecting: self).children {
      let values = option.value as? [Double] ?? (option.value as? Double).map { [$0] } ?? []
      try SkiError.require(
        values.allSatisfy { $0.isFinite && $0 >= 0 },
        "build option \(option.label ?? "") must be finite and 0 or more, got \(option.value)")
    }
    try SkiError.require(
      zip(wideningMetres, wideningMetres.dropFirst()).allSatisfy { $0 < $1 },
      "build option wideningMetres must ascend, got \(wideningMetres)")
    for (name, value) in [("groupingMetres", groupingMetres), ("heightSpacingMetres", heightSpacingMetres)] {
      try SkiError.require(value >= 1, "build option \(name) must be 1 or more, got \(value)")
    }
    let counts = [
      ("areaEntryLimit", areaEntryLimit), ("regionPointLimit", regionPointLimit),
      ("parallelTasks", parallelTasks ?? 1),
    ]
    for (name, count) in counts {
      try SkiError.require(count >= 1, "build option \(name) must be 1 or more, got \(count)")
    }
  }
}
