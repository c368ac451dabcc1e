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
    for (a, b) in try index.pairs(within: GraphBuildOptions.overlapWidthMetres) {
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
    let near = index.stretches(of: line, within: GraphBuildOptions.overlapWidthMetres, of: other)
    guard lines[line].greatestMetres(within: near) >= GraphBuildOptions.overlapLengthMetres else { return }
    let common = try index.shape(line).intersection(
      index.shape(other).buffer(GraphBuildOptions.overlapWidthMetres))
    for part in common.parts() where part.count >= 2 {
      let track = lines[line]
      let ends = [part[0], part[part.count - 1]].map { track.nearest(to: $0).position }.sorted()
      let metres = Double(track.offset(ends[1]) - track.offset(ends[0])) / 100
      guard metres >= GraphBuildOptions.overlapLengthMetres else { continue }
      let shared = LineOverlap(track, from: ends[0], to: ends[1], beside: lines[other])
      guard
        shared.sharedMetres(width: GraphBuildOptions.overlapWidthMetres)
          >= GraphBuildOptions.overlapLengthMetres
      else {
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

extension Network {
  /// The length in metres up to which a loop of a line at one site gets no link.
  private static let loopMetres = 2.0

  /// Finalises the sites of every line, so that no part has zero length or the same site at both ends.
  ///
  /// A short part between two positions of one site is merged with its neighbour; a longer loop gets a site in its
  /// middle.
  /// - Complexity: O(*s*²) in the sites of one line, summed over lines.
  mutating func finalizeSites() {
    for line in lines.indices {
      var kept: [LineSite] = []
      for stop in stops[line] {
        guard let last = kept.last, root(last.site) == root(stop.site) else {
          kept.append(stop)
          continue
        }
        let isLast = stop.position == lines[line].end
        if piece(line, last.position, stop.position) > Self.loopMetres {
          kept.append(contentsOf: loopMiddle(line, last, stop).map { [$0, stop] } ?? [])
        } else if isLast, kept.count > 1 {
          kept[kept.count - 1] = stop
        }
      }
      stops[line] = kept.count > 1 ? kept : []
    }
  }

  private func piece(_ line: Int, _ from: LinePosition, _ to: LinePosition) -> Double {
    Double(lines[line].offset(to) - lines[line].offset(from)) / 100
  }

  private mutating func loopMiddle(_ line: Int, _ from: LineSite, _ to: LineSite) -> LineSite? {
    let track = lines[line]
    let middle = Double(track.offset(from.position)) + Double(track.offset(to.position))
    let position = track.position(atMetres: middle / 200 - Double(track.offsets[0]) / 100)
    guard position > from.position, position < to.position else { return nil }
    let site = site(
      at: track.place(position), plane: track.point(position), height: track.elevation(position),
      layer: track.layer)
    guard root(site) != root(from.site) else { return nil }
    linesThrough[site].append(line)
    stopsThrough[site].append(SiteReference(line: line, position: position))
    return LineSite(position: position, site: site)
  }
}
