import SkiGraph
import SkiSystem

/// The detection of areas that only outline mapped lines.
struct OutlineFinder: BuildStage {
  let context: BuildContext
  /// The lines of the runs.
  let tracks: [ProjectedLine]
  /// The spatial index of the lines.
  let index: LineIndex
  var runs: [LocalRun]

  /// The least share of an outline's area that is no farther from the lines inside than its width.
  private static let outlineShare = 0.85
  /// The least share for lines of the area's own name, and for lines about as long as the area.
  private static let likelyShare = 0.75
  /// The least length of such lines, as a share of the area's length.
  private static let likelyLengthShare = 0.9

  /// The greatest width of an outline as a share of its length; plateaus from which lines fan out are rounder.
  private static let outlineAspectRatio = 0.25

  /// The least length of all lines together, as a share of the area's length.
  private static let leastLengthShare = 0.6

  /// The distance in metres beside an area within which a line counts as inside, since both are drawn inexactly.
  private static let besideMetres = 5.0

  /// The least share of a line's length inside an area from which it takes the area's name and grade, 0...1.
  private static let transferShare = 0.6

  /// Returns the runs with the lines that their areas outline, and with names and grades transferred between areas and
  /// the lines in them.
  ///
  /// An area is an outline when it is long and narrow, however winding, and hardly any of it is far from the lines
  /// inside.
  /// - Complexity: O(*a* (log *n* + *k* · *v*)) in areas and the lines around each.
  consuming func outlined(_ report: inout ImportReport) throws -> [LocalRun] {
    for run in runs.indices {
      for area in runs[run].areas.indices {
        let inside = try linesAlong(runs[run].areas[area], of: runs[run].run)
        let belonging = inside.filter { $0.share >= Self.transferShare }.map(\.line)
        if try isOutline(runs[run].areas[area], runs[run].run, of: inside) {
          runs[run].areas[area].outlined = inside.map(\.line)
          name(area: run, after: belonging)
        }
        transferAttributes(from: run, to: belonging)
      }
      if !runs[run].areas.isEmpty, runs[run].areas.allSatisfy(\.isOutline) {
        report.count(
          "areaOutlinesRun", .noted, id: runs[run].run.id.rawValue, detail: runs[run].run.name ?? "")
      }
    }
    return runs
  }

  /// A line that runs through an area.
  private struct InsideLine {
    var line: Int
    var pieces: [[PlanePoint]]
    /// The share of the line's length inside, 0...1.
    var share: Double
  }

  /// Returns the lines that run along an area, without those that only cross it or end in it.
  private func linesAlong(_ area: LocalArea, of run: Run) throws -> [InsideLine] {
    let width = strip(area).widthMetres
    var room: GEOSGeometry?
    var lines: [InsideLine] = []
    for line in try index.lines(near: area.box)
    where tracks[line].isClimbed == run.isClimbed {
      guard try index.shape(line).isWithin(Self.besideMetres, of: area.shape) else { continue }
      let wide = try room ?? area.shape.buffer(Self.besideMetres)
      room = wide
      let pieces = try wide.intersection(index.shape(line)).parts().filter { $0.count >= 2 }
      guard !pieces.isEmpty else { continue }
      let inside = pieces.reduce(0) { $0 + mapLengthMetres($1) }
      let share = inside / max(0.01, mapLengthMetres(tracks[line].plane))
      guard share >= Self.transferShare || pieces.contains(where: { mapLengthMetres($0) > 1.2 * width })
      else {
        continue
      }
      lines.append(InsideLine(line: line, pieces: pieces, share: share))
    }
    return lines
  }

  /// Returns the length and width of an area as a strip with two long and two short edges; holes don't count.
  private func strip(_ area: LocalArea) -> (mapLengthMetres: Double, widthMetres: Double) {
    let edgeMetres = area.shape.parts().reduce(0) { $0 + mapLengthMetres($1) }
    let width = 2 * area.shape.parts().reduce(0) { $0 + squareMetresInside($1) } / max(1, edgeMetres)
    return (edgeMetres / 2 - width, width)
  }

  private func isOutline(_ area: LocalArea, _ run: Run, of inside: [InsideLine]) throws -> Bool {
    guard !inside.isEmpty else { return false }
    let squareMetres = area.shape.areaSquareMetres()
    let (long, width) = strip(area)
    guard width <= Self.outlineAspectRatio * long else { return false }
    func share(_ lines: [InsideLine]) throws -> Double {
      guard !lines.isEmpty else { return 0 }
      let near = try geos.lines(lines.flatMap(\.pieces)).buffer(width)
      return try area.shape.intersection(near).areaSquareMetres() / squareMetres
    }
    let length = inside.flatMap(\.pieces).reduce(0) { $0 + mapLengthMetres($1) }
    guard length >= Self.leastLengthShare * long else { return false }
    let isLikely = length >= Self.likelyLengthShare * long
    if try share(inside) >= (isLikely ? Self.likelyShare : Self.outlineShare) { return true }
    guard let name = run.name else { return false }
    let namesakes = inside.filter { runs[tracks[$0.line].feature].run.name == name }
    return try share(namesakes) >= Self.likelyShare
  }

  /// Gives an unnamed outline the common name of its lines, if there is one.
  private mutating func name(area: Int, after lines: [Int]) {
    guard runs[area].run.name == nil else { return }
    let names = Set(lines.compactMap { runs[tracks[$0].feature].run.name })
    if names.count == 1 { runs[area].run.name = names.first }
  }

  /// Gives the name and grade of an area to lines mostly inside it that lack them, so that no grade is estimated for
  /// these.
  private mutating func transferAttributes(from area: Int, to lines: [Int]) {
    for line in lines {
      let run = tracks[line].feature
      if runs[run].grade == nil { runs[run].grade = runs[area].grade }
      if runs[run].run.name == nil { runs[run].run.name = runs[area].run.name }
    }
  }
}

/// Returns the area inside a closed ring, in square metres.
func squareMetresInside(_ ring: [PlanePoint]) -> Double {
  abs(zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }) / 2
}
