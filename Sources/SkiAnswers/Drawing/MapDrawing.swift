package import SkiBase
package import SkiGraph

/// Drawings of the results of building a map over its source data, as contact sheets for visual inspection.
///
/// Create it from a map, add the features of source files one by one, then write page by page. Only the contents of the
/// pictures are held in memory. The same map, request and files give the same bytes.
package struct MapDrawing: Sendable {
  /// The number of subjects in a group of the sample.
  package struct GroupCount: Sendable, Hashable {
    /// The group: a cause, a difficulty, or the kind of a junction.
    package var name: String
    /// The number of subjects in the map.
    package var count: Int
    /// The number of subjects drawn.
    package var drawnCount: Int
  }

  /// The greatest number of pictures on a page: four columns of three.
  package static let picturesPerPage = ContactSheet.columns * ContactSheet.rows

  /// The request of the drawings.
  package let request: DrawingRequest
  /// The groups of the sample, in order of their names.
  package let groups: [GroupCount]
  private let sources: [DataSource]
  private var panels: [DrawingPanel] = []

  /// Selects a sample of subjects and their surroundings from a map.
  ///
  /// - Parameters:
  ///   - map: The map; its regions are opened one at a time.
  ///   - request: The theme and size of the sample.
  ///   - progress: A function called with the progress, a ratio 0...1 that never falls; nil for none.
  /// - Throws: ``SkiError`` with code `.malformedData` when the map was altered, `.inputOutput` when reading it fails;
  ///   `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*n* + *m* · *p*) in the map's nodes and links and the pictures of one region.
  package init(_ map: SkiMap, _ request: DrawingRequest, progress: ((Double) -> Void)? = nil) throws {
    self.request = request
    sources = map.sources
    var sample = SubjectSample(limit: request.sampleCount)
    for region in map.regions {
      try WorkLimit.check("choosing what to draw")
      progress?(0.5 * Double(region.position) / Double(map.regionCount))
      for subject in SubjectSearch(try map.uncachedGraph(region), request).subjects() { sample.add(subject) }
    }
    groups = sample.counts().map { GroupCount(name: $0.stratum, count: $0.count, drawnCount: $0.drawn) }
    let taken = sample.taken()
    let byRegion = Dictionary(grouping: taken.indices) { taken[$0].region }
    var made: [Int: DrawingPanel] = [:]
    for (done, region) in byRegion.keys.sorted().enumerated() {
      try WorkLimit.check("taking out what is drawn")
      progress?(0.5 + 0.5 * Double(done) / Double(byRegion.count))
      let numbers = byRegion[region] ?? []
      let panels = DrawingPanel.panels(of: numbers.map { taken[$0] }, in: try map.uncachedGraph(region))
      for (number, panel) in zip(numbers, panels) { made[number] = panel }
    }
    panels = taken.indices.compactMap { made[$0] }
  }

  /// The number of pictures in the sample; 0 when the map has no subject of the theme.
  package var pictureCount: Int { panels.count }
  /// The number of pages of up to ``picturesPerPage`` pictures.
  package var pageCount: Int { (panels.count + Self.picturesPerPage - 1) / Self.picturesPerPage }

  /// Adds a run of a source file to the pictures it intersects.
  /// - Parameter run: The run as it was imported.
  /// - Complexity: O(*p*) in pictures, and O(*q*) in points of the run.
  package mutating func add(_ run: Run) { SourceShape(run).map { add($0) } }

  /// Adds a lift of a source file to the pictures it intersects.
  /// - Parameter lift: The lift as it was imported.
  /// - Complexity: O(*p*) in pictures, and O(*q*) in points of the lift.
  package mutating func add(_ lift: Lift) { SourceShape(lift).map { add($0) } }

  private mutating func add(_ shape: SourceShape) {
    for index in panels.indices { panels[index].add(shape) }
  }

  /// Returns a page as an SVG document.
  /// - Parameter number: The index of the page, from 0.
  /// - Precondition: `0 <= number < pageCount`
  /// - Complexity: O(*q*) in the points drawn in its pictures.
  package func page(_ number: Int) -> MarkupText {
    precondition((0..<pageCount).contains(number), "page \(number) is not one of \(pageCount)")
    let first = number * Self.picturesPerPage
    let last = min(panels.count, first + Self.picturesPerPage)
    let counts = groups.map { "\($0.name) \($0.drawnCount) of \($0.count)" }.joined(separator: ", ")
    let title =
      "\(request.theme.rawValue) \(first + 1)–\(last) of \(panels.count), seed \(request.seed): \(counts)"
    return ContactSheet.page(
      title: title, numbered: Array(zip(first + 1...last, panels[first..<last])), sources: sources)
  }
}
