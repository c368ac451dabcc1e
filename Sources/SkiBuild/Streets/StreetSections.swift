import SkiBase
import SkiGraph
import SkiTerrain

/// A part of a street that is kept, with its nodes.
struct StreetSection {
  var line: Int
  var places: [FixedCoordinate] = []
  /// The elevations of the street itself in centimetres above mean sea level; empty without any.
  var elevations: [Int32] = []
  /// The nodes with their indices among the places, including the first and the last.
  var nodes: [(at: Int, node: Int)] = []
  var startOffset: UInt32
}

extension StreetJoiner {
  /// Keeps the streets within walking distance of a station, a run's end or a hut, and adds elevations and snow cover.
  /// - Complexity: O(*m* log *m* + *v* + *l*) in edges, vertices and the length of tracks and paths.
  func connectedStreets(_ joining: StreetJoining, _ network: inout Network) throws -> LocalStreets {
    var joining = joining
    var kept = LocalStreets(streets: streets)
    let reach = options.streetReachMetres
    let regions = StreetRegions(
      joining.graph, entries: joining.entries, of: joining.anchors, within: reach,
      sharing: GraphBuildOptions.streetBetweenLiftsMetres)
    let finder = SnowCoverFinder(joining.graph.lines, of: streets, geos)
    let knownSites = network.sites.count
    for line in joining.graph.lines.indices {
      if line & 0xFF == 0 { try stop.check() }
      let ranges = joining.graph.rangesWithinReach(line, regions, within: reach)
      guard !ranges.isEmpty else { continue }
      let snow = try finder.finder(for: joining.graph.lines[line])
      for section in joining.graph.sections(line, ranges, borders: snow?.borders() ?? []) {
        kept.segments += try segments(section, snow, &joining, &network)
      }
    }
    for connector in joining.connectors {
      guard let head = joining.siteOf[connector.node] else { continue }
      kept.connectors.append((connector.site, head, connector.ground))
    }
    noteSnow(&kept, knownSites: knownSites, network)
    return kept
  }

  /// Tells the snow-covered segments that may be walked from those of longer passages.
  /// - Parameters:
  ///   - kept: The streets.
  ///   - knownSites: The number of sites before the streets: those of stations, runs and huts.
  ///   - network: The network.
  private func noteSnow(_ kept: inout LocalStreets, knownSites: Int, _ network: Network) {
    guard kept.segments.contains(where: { $0.snow != .cleared }) else { return }
    var rest = Set(kept.connectors.map { network.root($0.head) })
    var segments = kept.segments
    for index in segments.indices {
      segments[index].tail = network.root(segments[index].tail)
      segments[index].head = network.root(segments[index].head)
      let ends = [segments[index].tail, segments[index].head]
      rest.formUnion(segments[index].snow == .cleared ? ends : ends.filter { $0 < knownSites })
    }
    var passages = SnowPassages(segments, rest: rest)
    for index in passages.walked() { kept.segments[index].snow = .short }
  }

  /// Returns the parts of a section between its nodes.
  private func segments(
    _ section: StreetSection, _ snow: SnowCoverFinder.Line?, _ joining: inout StreetJoining,
    _ network: inout Network
  ) throws -> [StreetSegment] {
    let line = joining.graph.lines[section.line]
    let places = section.places.map(\.coordinate)
    let drawn =
      section.elevations.isEmpty
      ? Polyline(places) : Polyline(places, elevations: section.elevations.map { Double($0) / 100 })
    let level = streets[line.feature].street.level
    let track = try context.trackLine(
      elevations.elevations(along: drawn), feature: line.feature, offset: section.startOffset,
      isStraight: level.isBridge || level.isTunnel)
    let vertices = track.vertices(of: section.places)
    return try zip(section.nodes, section.nodes.dropFirst()).map { a, b in
      let range = vertices[a.at]...vertices[b.at]
      let ends = try [(a.node, range.lowerBound), (b.node, range.upperBound)].map { node, vertex in
        try site(
          of: node, at: track.places[vertex], height: track.elevations?[vertex], layer: line.layer, &joining,
          &network)
      }
      let start = track.offsets[range.lowerBound]
      let kept = track.simplified(range)
      let middle = (Double(start) + Double(track.offsets[range.upperBound])) / 200
      let isCovered = snow?.isCovered(atMetres: middle - Double(line.offsets[0]) / 100) ?? false
      return StreetSegment(
        street: line.feature, tail: ends[0], head: ends[1], startOffset: start,
        points: kept.map {
          GraphPoint(position: track.places[$0], elevationCentimetres: track.elevations?[$0])
        },
        distances: kept.map { track.offsets[$0] - start }, snow: isCovered ? .long : .cleared)
    }
  }

  /// Returns the site of a node, added when it has none.
  private func site(
    of node: Int, at place: FixedCoordinate, height: Int32?, layer: Int, _ joining: inout StreetJoining,
    _ network: inout Network
  ) throws -> Int {
    if let known = joining.siteOf[node] { return known }
    let site = network.newSite(
      at: place, plane: try projection.plane([place.coordinate])[0], height: height, layer: layer)
    joining.siteOf[node] = site
    return site
  }
}

extension StreetGraph {
  /// Returns the sections of a line in the given ranges, with nodes at their ends and at the borders within them.
  mutating func sections(
    _ index: Int, _ ranges: [ClosedRange<LinePosition>], borders: [LinePosition]
  ) -> [StreetSection] {
    for range in ranges {
      _ = cut(index, at: range.lowerBound)
      _ = cut(index, at: range.upperBound)
    }
    for border in borders where ranges.contains(where: { $0.contains(border) }) { _ = cut(index, at: border) }
    cutLoops(index)
    return ranges.compactMap { section(index, $0) }
  }

  /// Adds a node in the middle of each loop, so that it can be represented by links.
  private mutating func cutLoops(_ index: Int) {
    for (a, b) in zip(stops[index], stops[index].dropFirst()) where a.node == b.node {
      let middle = (a.position.segment + b.position.segment + 1) / 2
      let position = LinePosition(segment: middle, fraction: 0)
      if position > a.position, position < b.position { _ = cut(index, at: position) }
    }
  }

  private func section(_ index: Int, _ range: ClosedRange<LinePosition>) -> StreetSection? {
    let line = lines[index]
    let stops = stops[index].filter { range.contains($0.position) }
    var section = StreetSection(line: index, startOffset: line.offset(range.lowerBound))
    func add(_ position: LinePosition, _ place: FixedCoordinate) {
      guard section.places.last != place else { return }
      section.places.append(place)
      if let height = line.elevation(position) { section.elevations.append(height) }
    }
    for (number, stop) in stops.enumerated() {
      let place = places[stop.node]
      add(stop.position, place)
      if section.nodes.last?.at != section.places.count - 1 {
        section.nodes.append((section.places.count - 1, stop.node))
      }
      guard number + 1 < stops.count else { continue }
      var vertex = stop.position.segment + 1
      while LinePosition(segment: vertex, fraction: 0) < stops[number + 1].position {
        add(LinePosition(segment: vertex, fraction: 0), line.places[vertex])
        vertex += 1
      }
    }
    return section.nodes.count > 1 ? section : nil
  }
}

/// A straight connector on foot between a station, a run's end or a hut and a street.
struct StreetConnector: Sendable {
  var site: Int
  /// The node of the street graph at its end.
  var node: Int
  /// The terrain, with all elevations from one source.
  var ground: ConnectorProfile
}

/// The stage that connects streets with stations, ends of runs and huts, and keeps those within walking distance.
///
/// A constant: the network is passed in and out.
struct StreetJoiner: BuildStage {
  let connecting: ConnectorStage
  let streets: [LocalStreet]
  var context: BuildContext { connecting.context }

  /// Returns the projected lines of the streets, with their own elevations if any.
  /// - Complexity: O(*v*) in vertices.
  func lines() throws -> [ProjectedLine] {
    var lines: [ProjectedLine] = []
    for (index, member) in streets.enumerated() {
      if index & 0xFF == 0 { try stop.check() }
      var base: UInt32 = 0
      for part in member.street.lines {
        let places = part.coordinates.map { FixedCoordinate($0) }
        let lengths = geodesicLengthsMetres(along: places.map(\.coordinate))
        guard let length = lengths.last, length.isFinite, length > 0 else { continue }
        let start = base
        var line = ProjectedLine(
          feature: index, places: places, plane: try projection.plane(places.map(\.coordinate)),
          offsets: lengths.map { start &+ UInt32(($0 * 100).rounded()) })
        line.elevations = ElevationReader.ownElevations(part)?.map { Int32(($0 * 100).rounded()) }
        line.layer = member.street.level.effectiveLayer
        base = line.offsets[line.offsets.count - 1]
        lines.append(line)
      }
    }
    return lines
  }
}
