extension RawArea {
  /// Checks that the length, speed and heights of a step agree with its line and with each other.
  func checkMeasures(_ step: RawStep, _ index: Int, _ result: inout RawCheckResult) {
    let horizontal = step.horizontalMetres
    let surface = surfaceMetres(of: step, horizontal: horizontal)
    // A walk may take a corner that its simplified line cuts.
    let rounding = step.kind == "walk" ? 2.5 : 1
    if step.lengthMetres < horizontal * 0.995 - 0.1 || step.lengthMetres > surface * 1.02 + rounding {
      result.add(
        .length, index,
        "lengthMetres \(step.lengthMetres), the line has \(horizontal) (\(surface) on the slope)")
    }
    let moving = step.seconds - (step.kind == "lift" ? step.waitSeconds : 0)
    let limit = step.kind == "lift" ? 13.0 : 12.0
    if horizontal > 1, horizontal > moving * limit + 1 {
      result.add(.speed, index, "\(horizontal) m in \(moving) s, faster than \(limit) m/s")
    }
    checkHeights(step, index, &result)
  }

  private func surfaceMetres(of step: RawStep, horizontal: Double) -> Double {
    let vertical = (step.ascentMetres ?? 0) + (step.descentMetres ?? 0)
    let plain = (horizontal * horizontal + vertical * vertical).squareRoot()
    guard step.vertices.allSatisfy({ $0.elevation != nil }) else { return plain }
    return zip(step.vertices, step.vertices.dropFirst()).reduce(0) { sum, pair in
      let flat = rawDistanceMetres(pair.0, pair.1)
      let rise = (pair.1.elevation ?? 0) - (pair.0.elevation ?? 0)
      return sum + (flat * flat + rise * rise).squareRoot()
    }
  }

  /// Checks that ascent less descent is the difference of the ends, and that neither exceeds the climb or drop of the
  /// line.
  private func checkHeights(_ step: RawStep, _ index: Int, _ result: inout RawCheckResult) {
    guard let ascent = step.ascentMetres, let descent = step.descentMetres,
      let first = step.vertices.first?.elevation, let last = step.vertices.last?.elevation
    else { return }
    let allowance = 2 + 0.02 * (ascent + descent)
    if abs(ascent - descent - (last - first)) > allowance {
      result.add(
        .heights, index, "ascent \(ascent) less descent \(descent) m, but from \(first) to \(last) m")
    }
  }
}
