import Foundation

/// Stations that no raw file names and that the drawing implies, found independently of the builder.
extension RawArea {
  private static let cabinKinds: Set = ["gondola", "cable_car"]
  private static let throughKinds: Set = [
    "gondola", "cable_car", "funicular", "railway", "rack_railway", "unknown",
  ]

  /// Returns whether a point is a vertex in mid-span where another lift ends, or, for cabins on a rope, where a run
  /// ends or the lift bends beside one.
  func isClearStation(_ point: SIMD2<Double>, of feature: Int) -> Bool {
    let kind = features[feature].tags.liftKind ?? "unknown"
    guard Self.throughKinds.contains(kind) else { return false }
    return features[feature].lines.contains { line in
      guard
        let vertex = line.points.indices.first(where: { length(line.points[$0] - point) <= Self.onLineMetres }
        ),
        let whole = line.offsets.last, min(line.offsets[vertex], whole - line.offsets[vertex]) >= 59
      else { return false }
      let here = line.points[vertex]
      if hasEnd(of: liftsByID, at: here, but: feature) { return true }
      guard Self.cabinKinds.contains(kind) else { return false }
      return hasEnd(of: runsByID, at: here, but: feature)
        || turnDegrees(of: line, at: vertex) >= 2.9 && hasRun(within: 61, of: here)
    }
  }

  private func hasEnd(of some: [String: [Int]], at point: SIMD2<Double>, but feature: Int) -> Bool {
    grid.near(point).contains { entry in
      let other = features[Int(entry.feature)]
      let line = other.lines[Int(entry.line)].points
      return Int(entry.feature) != feature && some[other.tags.id] != nil
        && [line.first, line.last].contains { $0.map { length($0 - point) <= 0.6 } ?? false }
    }
  }

  private func hasRun(within metres: Double, of point: SIMD2<Double>) -> Bool {
    grid.near(point, within: metres).contains { entry in
      let other = features[Int(entry.feature)]
      guard runsByID[other.tags.id] != nil, other.tags.isOperating else { return false }
      let line = other.lines[Int(entry.line)].points
      return nearest(point, on: line[Int(entry.segment)], line[Int(entry.segment) + 1]).distance <= metres
    } || features.contains { $0.isArea && $0.contains(point) }
  }

  /// Returns the angle by which a line turns at a vertex, over 200 m on either side of it.
  private func turnDegrees(of line: RawLine, at vertex: Int) -> Double {
    func place(_ offset: Double) -> SIMD2<Double> {
      let after = line.offsets.firstIndex { $0 >= offset } ?? line.offsets.count - 1
      guard after > 0, line.offsets[after] > line.offsets[after - 1] else { return line.points[after] }
      let part = min(1, (offset - line.offsets[after - 1]) / (line.offsets[after] - line.offsets[after - 1]))
      return line.points[after - 1] + (line.points[after] - line.points[after - 1]) * part
    }
    let coming = line.points[vertex] - place(max(0, line.offsets[vertex] - 200))
    let going = place(min(line.offsets.last ?? 0, line.offsets[vertex] + 200)) - line.points[vertex]
    let cross = coming.x * going.y - coming.y * going.x
    let dot = coming.x * going.x + coming.y * going.y
    return abs(atan2(cross, dot)) * 180 / .pi
  }
}
