import SkiGraph

/// The decision about the tracks and paths that count as snow-covered: those farther than 200 m from the streets that
/// cars use.
struct SnowCoverFinder {
  /// The distance from a street for cars up to which paths are trodden or cleared, in metres.
  static let clearedMetres = 200.0
  /// The distance between the positions of a line that are examined, in metres.
  private static let stepMetres = 10.0
  /// The accuracy of the places where the snow cover begins and ends, in metres.
  private static let accuracyMetres = 0.5

  private let streets: [LocalStreet]
  /// The lines of streets that cars use.
  private let roads: [ProjectedLine]
  private let index: LineIndex

  /// Creates the finder for the lines of some streets.
  /// - Complexity: O(*n* log *n*) in lines.
  init(_ lines: [ProjectedLine], of streets: [LocalStreet], _ geos: GEOSContext) {
    self.streets = streets
    roads = lines.filter { streets[$0.feature].street.kind.isForCars }
    index = LineIndex(roads, geos)
  }

  /// Returns the decision for the positions of one line; nil for a line of a kind that stays open or is cleared.
  /// - Complexity: O(log *n* + *k*) in lines near it.
  func finder(for line: ProjectedLine) throws -> Line? {
    let street = streets[line.feature].street
    guard street.kind.isHiddenBySnow, !street.isCleared else { return nil }
    let near = try index.lines(near: line.course.box.grown(by: Self.clearedMetres))
    return Line(line: line, roads: near.map { roads[$0].course })
  }

  /// The snow cover along one line.
  struct Line {
    fileprivate let line: ProjectedLine
    fileprivate let roads: [PlaneLine]

    /// Returns whether a distance in metres from the start of the line is snow-covered.
    /// - Complexity: O(*k*) in streets near the line.
    func isCovered(atMetres metres: Double) -> Bool {
      let place = line.point(line.position(atMetres: metres))
      return !roads.contains { $0.nearest(to: place, within: SnowCoverFinder.clearedMetres) != nil }
    }

    /// Returns the positions where the snow cover begins or ends, in order.
    /// - Complexity: O(*l* · *k*) in the length of the line and streets near it.
    func borders() -> [LinePosition] {
      if roads.isEmpty { return [] }
      let length = line.mapLengthMetres
      let count = max(1, Int((length / SnowCoverFinder.stepMetres).rounded(.up)))
      var borders: [LinePosition] = []
      var before = (metres: 0.0, isCovered: isCovered(atMetres: 0))
      for step in 1...count {
        let metres = length * Double(step) / Double(count)
        let after = (metres: metres, isCovered: isCovered(atMetres: metres))
        if before.isCovered != after.isCovered {
          borders.append(border(before.metres, after.metres, from: before.isCovered))
        }
        before = after
      }
      return borders
    }

    private func border(_ start: Double, _ end: Double, from isCovered: Bool) -> LinePosition {
      var (low, high) = (start, end)
      while high - low > SnowCoverFinder.accuracyMetres {
        let middle = (low + high) / 2
        if self.isCovered(atMetres: middle) == isCovered { low = middle } else { high = middle }
      }
      return line.position(atMetres: (low + high) / 2)
    }
  }
}

extension StreetKind {
  /// Indicates whether cars use streets of this kind, so that they are cleared.
  var isForCars: Bool {
    switch self {
    case .trunk, .primary, .secondary, .tertiary, .unclassified, .residential, .livingStreet, .service, .road:
      true
    case .pedestrian, .track, .path, .footway, .bridleway, .cycleway, .steps: false
    }
  }

  /// Indicates whether streets of this kind are under snow in the season unless they are cleared.
  var isHiddenBySnow: Bool {
    switch self {
    case .track, .path, .bridleway, .footway: true
    default: false
    }
  }
}

/// The passages through snow-covered parts of streets: those of at most 300 m may be walked.
///
/// A passage leads from a place of the rest of the network (a cleared street, a station, a run, a hut) to another one,
/// or to a dead end. It is kept if no walk through kept parts that are connected, crossings of runs included, becomes
/// longer than the limit; the shortest passages between places are kept first, then those to dead ends.
struct SnowPassages {
  /// The greatest length of a walk through snow-covered parts, in centimetres.
  static let greatestCentimetres = 30_000

  private struct Arc {
    var segment: Int
    var head: Int
    var centimetres: Int
  }

  private struct Passage {
    var isDeadEnd: Bool
    var centimetres: Int
    var tail: Int
    var head: Int
    var segments: [Int]

    var rank: (Int, Int, Int, Int) { (isDeadEnd ? 1 : 0, centimetres, tail, head) }
  }

  private let segments: [StreetSegment]
  private var arcs: [Int: [Arc]] = [:]
  private let rest: Set<Int>
  /// The kept segments by the root of their component.
  private var kept: [Int: [Int]] = [:]
  private var components: [Int: Int] = [:]

  /// Creates the passages of some segments, whose ends are root sites.
  /// - Parameters:
  ///   - segments: The segments, of which those that are not cleared are snow-covered.
  ///   - rest: The root sites of the rest of the network.
  /// - Complexity: O(*s*) expected in segments.
  init(_ segments: [StreetSegment], rest: Set<Int>) {
    (self.segments, self.rest) = (segments, rest)
    for (number, segment) in segments.enumerated()
    where segment.snow != .cleared && segment.tail != segment.head {
      let length = Int(segment.distances.last ?? 0)
      arcs[segment.tail, default: []].append(Arc(segment: number, head: segment.head, centimetres: length))
      arcs[segment.head, default: []].append(Arc(segment: number, head: segment.tail, centimetres: length))
    }
  }

  /// Returns the segments that may be walked.
  /// - Complexity: O(*p* · (*k* log *k* + *e*)) in passages *p*, segments *k* within the limit of a place, and segments *e*
  ///   of a connected part.
  mutating func walked() -> Set<Int> {
    let places = arcs.keys.filter(rest.contains).sorted()
    let passages = places.flatMap(passages(from:)).sorted { $0.rank < $1.rank }
    for passage in passages { keep(passage) }
    return Set(kept.values.flatMap(\.self))
  }

  /// Returns the shortest passages from a place to those after it and to dead ends.
  ///
  /// **Source:** Dijkstra 1959, "A note on two problems in connexion with graphs".
  private func passages(from place: Int) -> [Passage] {
    var (open, settled): ([(centimetres: Int, site: Int, segments: [Int])], Set<Int>) = ([(0, place, [])], [])
    var found: [Passage] = []
    while let index = open.indices.min(by: {
      (open[$0].centimetres, open[$0].site) < (open[$1].centimetres, open[$1].site)
    }) {
      let at = open.remove(at: index)
      guard settled.insert(at.site).inserted else { continue }
      if at.site != place {
        let isRest = rest.contains(at.site)
        if isRest ? at.site > place : arcs[at.site]?.count == 1 {
          found.append(
            Passage(
              isDeadEnd: !isRest, centimetres: at.centimetres, tail: place, head: at.site,
              segments: at.segments))
        }
        if isRest { continue }
      }
      for arc in arcs[at.site] ?? [] where !settled.contains(arc.head) {
        let centimetres = at.centimetres + arc.centimetres
        guard centimetres <= Self.greatestCentimetres else { continue }
        open.append((centimetres, arc.head, at.segments + [arc.segment]))
      }
    }
    return found
  }

  /// Keeps a passage unless a walk through the parts connected with it would become too long.
  private mutating func keep(_ passage: Passage) {
    var part = Set(passage.segments)
    var roots: Set<Int> = []
    for segment in passage.segments {
      for site in [segments[segment].tail, segments[segment].head] {
        guard let root = components[site] else { continue }
        if roots.insert(root).inserted { part.formUnion(kept[root] ?? []) }
      }
    }
    guard greatestWalk(part) <= Self.greatestCentimetres else { return }
    for root in roots { kept[root] = nil }
    for segment in part {
      components[segments[segment].tail] = passage.tail
      components[segments[segment].head] = passage.tail
    }
    kept[passage.tail] = part.sorted()
  }

  /// Returns the length of the longest walk without a repeated part through connected segments, in centimetres; an upper
  /// bound where they form a loop.
  private func greatestWalk(_ part: Set<Int>) -> Int {
    let sites = Set(part.flatMap { [segments[$0].tail, segments[$0].head] })
    guard part.count == sites.count - 1, let first = sites.min() else {
      return part.reduce(0) { $0 + Int(segments[$1].distances.last ?? 0) }
    }
    return farthest(from: farthest(from: first, part).site, part).centimetres
  }

  private func farthest(from site: Int, _ part: Set<Int>) -> (site: Int, centimetres: Int) {
    var (best, open) = ((site: site, centimetres: 0), [(site: site, segment: -1, centimetres: 0)])
    while let at = open.popLast() {
      if at.centimetres > best.centimetres { best = (at.site, at.centimetres) }
      for arc in arcs[at.site] ?? [] where arc.segment != at.segment && part.contains(arc.segment) {
        open.append((arc.head, arc.segment, at.centimetres + arc.centimetres))
      }
    }
    return best
  }
}
