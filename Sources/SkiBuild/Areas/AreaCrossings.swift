import SkiGeo
import SkiGraph
import SkiModel
import SkiTerrain

extension Locality {
  /// How far a way across may leave the area, metres: outlines are drawn by hand.
  private static let edgeToleranceMetres = 1.0
  /// Metres between heights on the way across.
  private static let sampleMetres = 25.0
  /// A way across is left out when lines lead there at no more than this many times its length.
  private static let detourLimit = 1.3

  /// Makes straight ways across mapped areas between the places where something meets them.
  /// - Complexity: O(*a* · *e*²) in areas and entries of one.
  mutating func crossAreas(_ index: LineIndex) throws {
    for area in try findAreaEntries(index) {
      let entries = Set(area.entries.map(network.root)).sorted()
      if entries.count < 2 {
        let run = runs[area.run].run
        report.count("areaLeadsNowhere", .noted, id: run.id.rawValue, detail: run.name ?? "")
        continue
      }
      let room = try area.area.shape.buffer(Self.edgeToleranceMetres)
      let middle = try area.area.shape.pointInside()
      for (a, b) in pairs(spread(entries)) { try cross(area, from: a, to: b, room: room, middle: middle) }
    }
  }

  /// Chooses at most as many sites as the limit, each as far as can be from those before it.
  private func spread(_ entries: [Int]) -> [Int] {
    guard entries.count > options.areaEntryLimit else { return entries }
    func gap(_ a: Int, _ b: Int) -> Double {
      network.sites[a].plane.distanceMetres(to: network.sites[b].plane)
    }
    var chosen = [entries[0]]
    var gaps = entries.map { gap($0, entries[0]) }
    while chosen.count < options.areaEntryLimit {
      guard let next = gaps.indices.max(by: { (gaps[$0], $1) < (gaps[$1], $0) }), gaps[next] > 0 else {
        break
      }
      chosen.append(entries[next])
      for index in gaps.indices { gaps[index] = min(gaps[index], gap(entries[index], entries[next])) }
    }
    return chosen
  }

  private func pairs(_ sites: [Int]) -> [(Int, Int)] {
    sites.indices.flatMap { first in sites.indices.filter { $0 > first }.map { (sites[first], sites[$0]) } }
  }

  private mutating func cross(
    _ area: CrossableArea, from a: Int, to b: Int, room: GEOSGeometry, middle: PlanePoint?
  ) throws {
    let (start, end) = (network.sites[a].plane, network.sites[b].plane)
    guard start.distanceMetres(to: end) > options.samePlaceMetres,
      let way = try wayInside(room, from: start, to: end, middle: middle)
    else { return }
    let (points, lengths) = sampled(way)
    let heights = try crossingHeights(points, lengths, a, b)
    let drop = heights.map { Double($0[0] - $0[$0.count - 1]) / 100 }
    let total = lengths[lengths.count - 1]
    let isClear =
      drop.map { abs($0) > options.flatCrossingMetres && abs($0) > options.clearDropGradient * total }
      ?? false
    let isTurned = isClear && (drop ?? 0) < 0
    let (tail, head) = isTurned ? (b, a) : (a, b)
    guard !isJoined(tail, head, total, both: !isClear) else { return }
    network.crossings.append(
      AreaCrossing(
        run: area.run, tail: tail, head: head, points: isTurned ? points.reversed() : points,
        heights: isTurned ? heights?.reversed() : heights, allowsBackward: !isClear, lengthMetres: total))
  }

  /// Whether lines lead there already; either way where both would be allowed.
  private func isJoined(_ tail: Int, _ head: Int, _ metres: Double, both: Bool) -> Bool {
    let limit = metres * Self.detourLimit
    if network.distances(from: tail, isForward: true, limitMetres: limit)[head] != nil { return true }
    return both && network.distances(from: head, isForward: true, limitMetres: limit)[tail] != nil
  }

  /// The straight way, else one with a bend in the middle of the area; nil when both leave the area.
  private func wayInside(
    _ room: GEOSGeometry, from start: PlanePoint, to end: PlanePoint, middle: PlanePoint?
  ) throws -> [PlanePoint]? {
    if try room.covers(geos.line([start, end])) { return [start, end] }
    guard let middle, middle != start, middle != end else { return nil }
    let bent = [start, middle, end]
    return try room.covers(geos.line(bent)) ? bent : nil
  }

  private func sampled(_ way: [PlanePoint]) -> (points: [PlanePoint], lengths: [Double]) {
    var points = [way[0]]
    var lengths = [0.0]
    for (a, b) in zip(way, way.dropFirst()) {
      let metres = a.distanceMetres(to: b)
      let pieces = max(1, (metres / Self.sampleMetres).rounded(.up))
      let base = lengths[lengths.count - 1]
      for piece in stride(from: 1, through: pieces, by: 1) {
        points.append(a.towards(b, piece / pieces))
        lengths.append(base + metres * piece / pieces)
      }
    }
    return (points, lengths)
  }

  /// Smoothed heights on the way across: from one source, else straight between the two ends.
  private func crossingHeights(_ points: [PlanePoint], _ lengths: [Double], _ a: Int, _ b: Int) throws
    -> [Int32]?
  {
    let places = try projection.coordinates(ofInterleavedMetres: points.flatMap { [$0.x, $0.y] })
    if let metres = try heights.heights(at: places),
      let profile = ElevationProfile(
        distancesMetres: lengths, elevationsMetres: metres,
        resolutionMetres: heights.source?.resolutionMetres(at: places[0]) ?? 0)
    {
      return lengths.map { Int32((profile.elevationMetres(atDistance: $0) * 100).rounded()) }
    }
    guard let from = network.sites[a].height, let to = network.sites[b].height else { return nil }
    let total = max(0.01, lengths[lengths.count - 1])
    return lengths.map { Int32((Double(from) + (Double(to) - Double(from)) * $0 / total).rounded()) }
  }
}
