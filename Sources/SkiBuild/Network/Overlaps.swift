import SkiGraph

extension Network {
  /// Returns the parts of graded runs that overlap a harder run, and cuts the lines there.
  ///
  /// Both grades must be on the scale from novice to expert. Runs that are near each other at forks, merges and
  /// crossings don't overlap: see ``LineOverlap``.
  /// - Complexity: O(*n* log *n* + *k* · *v*) for *k* pairs of lines near each other with different grades.
  mutating func findOverlaps(
    _ index: LineIndex, _ runs: [LocalRun], _ options: GraphBuildOptions
  ) throws -> Overlaps {
    var overlaps = Overlaps(lineCount: lines.count)
    for (a, b) in try index.pairs(within: options.overlapWidthMetres) {
      guard let gradeA = scaleGrade(a, runs), let gradeB = scaleGrade(b, runs), gradeA != gradeB,
        lines[a].layer == lines[b].layer
      else { continue }
      let (easier, harder) = gradeA < gradeB ? (a, b) : (b, a)
      try overlap(easier, with: harder, grade: max(gradeA, gradeB), index, options, &overlaps)
    }
    return overlaps
  }

  private func scaleGrade(_ line: Int, _ runs: [LocalRun]) -> Difficulty? {
    let run = runs[lines[line].feature]
    guard let grade = run.grade, grade.isOnScale, !lines[line].isClimbed else { return nil }
    return grade
  }

  private mutating func overlap(
    _ line: Int, with other: Int, grade: Difficulty, _ index: LineIndex, _ options: GraphBuildOptions,
    _ overlaps: inout Overlaps
  ) throws {
    let near = index.stretches(of: line, within: options.overlapWidthMetres, of: other)
    guard lines[line].greatestMetres(within: near) >= options.overlapLengthMetres else { return }
    let common = try index.shape(line).intersection(index.shape(other).buffer(options.overlapWidthMetres))
    for part in common.parts() where part.count >= 2 {
      let track = lines[line]
      let ends = [part[0], part[part.count - 1]].map { track.nearest(to: $0).position }.sorted()
      let metres = Double(track.offset(ends[1]) - track.offset(ends[0])) / 100
      guard metres >= options.overlapLengthMetres else { continue }
      let shared = LineOverlap(track, from: ends[0], to: ends[1], beside: lines[other])
      guard shared.sharedMetres(width: options.overlapWidthMetres) >= options.overlapLengthMetres else {
        continue
      }
      overlaps.add(Overlap(from: ends[0], to: ends[1], grade: grade), to: line)
      for end in ends { _ = cut(line, at: end, within: 1) }
    }
  }
}

extension ProjectedLine {
  /// The tolerance of lengths in metres: that of rounded distances along the line.
  static let roundingMetres = 0.05

  /// Returns an upper bound in metres for the distance along the line between the ends of one connected part in ranges of
  /// positions, segment plus fraction.
  ///
  /// Ranges that touch each other, such as those of a loop, may hold one part together.
  /// - Complexity: O(*r*²) in ranges.
  fileprivate func greatestMetres(within ranges: [ClosedRange<Double>]) -> Double {
    let ends = ranges.map { range in
      (from: metres(at: range.lowerBound), to: metres(at: range.upperBound), box: course.box(of: range))
    }
    var greatest = 0.0
    for first in ends.indices {
      for last in first..<ends.count where ends[first].box.meets(ends[last].box) {
        greatest = max(greatest, ends[last].to - ends[first].from + Self.roundingMetres)
      }
    }
    return greatest
  }

  /// Returns the distance along the feature in metres to a position, segment plus fraction.
  func metres(at position: Double) -> Double {
    let segment = max(0, min(plane.count - 2, Int(position)))
    return Double(offset(Self.position(segment, position - Double(segment)))) / 100
  }
}
