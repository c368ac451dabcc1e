import Glibc
import SkiModel

extension Locality {
  /// The part of an area's length that lines inside it must cover for the area to be only their outline.
  private static let outlineShare = 0.6

  /// How wide for its length the outline of a line may be; a plateau that lines fan out from is rounder.
  private static let outlineSlimness = 0.8

  /// Finds the areas that only draw the width of mapped lines, and lends names and grades between the two.
  /// - Complexity: O(*a* (log *n* + *k* · *v*)) in areas and the lines around each.
  mutating func findOutlines(_ index: LineIndex) throws {
    for run in runs.indices {
      for area in runs[run].areas.indices {
        let inside = try linesInside(runs[run].areas[area], of: runs[run].run, index)
        guard try share(of: runs[run].areas[area], coveredBy: inside.map(\.pieces)) >= Self.outlineShare
        else { continue }
        runs[run].areas[area].isOutline = true
        lend(from: run, to: inside.filter { $0.share >= Self.outlineShare }.map(\.line))
        setOutlineEnds(run, inside.map(\.line), area: runs[run].areas[area])
      }
      if !runs[run].areas.isEmpty, runs[run].areas.allSatisfy(\.isOutline) {
        report.count(
          "areaOutlinesRun", .noted, id: runs[run].run.id.rawValue, detail: runs[run].run.name ?? "")
      }
    }
  }

  /// A line that runs through an area.
  private struct InsideLine {
    var line: Int
    var pieces: [[PlanePoint]]
    /// The part of the line that is inside, 0...1.
    var share: Double
  }

  private func linesInside(_ area: LocalArea, of run: Run, _ index: LineIndex) throws -> [InsideLine] {
    try index.lines(near: area.box).compactMap { line in
      let other = runs[network.lines[line].feature].run
      guard !other.uses.isDisjoint(with: run.uses), other.isClimbed == run.isClimbed,
        try area.shape.intersects(index.shapes[line])
      else { return nil }
      let pieces = try area.shape.intersection(index.shapes[line]).parts().filter { $0.count >= 2 }
      let inside = pieces.reduce(0) { $0 + Self.lengthMetres($1) }
      return InsideLine(
        line: line, pieces: pieces, share: inside / max(0.01, Self.lengthMetres(network.lines[line].plane)))
    }
  }

  private static func lengthMetres(_ points: [PlanePoint]) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
  }

  /// The part of the longer side of an area that pieces of lines cover, seen from the side.
  private func share(of area: LocalArea, coveredBy pieces: [[[PlanePoint]]]) throws -> Double {
    let corners = try area.shape.smallestRectangle()
    guard corners.count >= 4 else { return 0 }
    let isFirst = corners[0].distanceMetres(to: corners[1]) >= corners[1].distanceMetres(to: corners[2])
    let (a, b) = isFirst ? (corners[0], corners[1]) : (corners[1], corners[2])
    let length = max(0.01, a.distanceMetres(to: b))
    let width =
      isFirst ? corners[1].distanceMetres(to: corners[2]) : corners[0].distanceMetres(to: corners[1])
    guard width <= length * Self.outlineSlimness else { return 0 }
    let (ux, uy) = ((b.x - a.x) / length, (b.y - a.y) / length)
    let spans = pieces.flatMap { $0 }.map { piece -> (low: Double, high: Double) in
      let along = piece.map { ($0.x - a.x) * ux + ($0.y - a.y) * uy }
      return (along.min() ?? 0, along.max() ?? 0)
    }
    var covered = 0.0
    var end = -Double.infinity
    for span in spans.sorted(by: { $0 < $1 }) {
      covered += max(0, span.high - max(end, span.low))
      end = max(end, span.high)
    }
    return covered / length
  }

  /// An area and the line it outlines are one run: what one knows serves both.
  private mutating func lend(from area: Int, to lines: [Int]) {
    for line in lines {
      let run = network.lines[line].feature
      if runs[run].grade == nil { runs[run].grade = runs[area].grade }
      if runs[run].run.name == nil { runs[run].run.name = runs[area].run.name }
    }
  }

  /// Remembers the highest and the lowest stop inside, so that the area can be named as a place.
  private mutating func setOutlineEnds(_ run: Int, _ lines: [Int], area: LocalArea) {
    let stops = lines.flatMap { line in
      [endSite(line, isLower: false), endSite(line, isLower: true)]
    }
    guard let first = stops.first, let last = stops.last else { return }
    func height(_ site: Int) -> Int32 { network.sites[site].height ?? 0 }
    let upper = stops.max { (height($0), $1) < (height($1), $0) } ?? first
    let lower = stops.min { (height($0), $0) < (height($1), $1) } ?? last
    runs[run].outlineEnds = height(upper) == height(lower) ? (first, last) : (upper, lower)
  }
}
