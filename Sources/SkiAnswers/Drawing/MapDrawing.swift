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

/// A stratified sample of a stream of subjects, in memory bounded by its size.
///
/// The sample depends on the keys of the subjects, not on their order.
struct SubjectSample {
  /// The number of subjects of one group, and those with the least keys.
  private struct Stratum {
    var count = 0
    var subjects: [DrawingSubject] = []

    mutating func shrink(to limit: Int) {
      subjects.sort(by: SubjectSample.isBefore)
      subjects.removeLast(max(0, subjects.count - limit))
    }
  }

  private let limit: Int
  private var strata: [String: Stratum] = [:]

  init(limit: Int) { self.limit = limit }

  /// Adds a subject to the stream. Complexity: O(log *k*) amortised in the size of the sample.
  mutating func add(_ subject: DrawingSubject) {
    var stratum = strata.removeValue(forKey: subject.stratum) ?? Stratum()
    stratum.count += 1
    stratum.subjects.append(subject)
    if stratum.subjects.count >= 2 * limit + 64 { stratum.shrink(to: limit) }
    strata[subject.stratum] = stratum
  }

  /// Returns the numbers of subjects of each group in the stream and in the sample, by name of the group.
  func counts() -> [(stratum: String, count: Int, drawn: Int)] {
    let drawn = Dictionary(grouping: taken(), by: \.stratum).mapValues(\.count)
    return strata.keys.sorted().map { ($0, strata[$0]?.count ?? 0, drawn[$0] ?? 0) }
  }

  /// Returns the sample: one subject of each group in turn until it is full, sorted by group and position in the map.
  func taken() -> [DrawingSubject] {
    let piles = strata.keys.sorted().map { name in
      var stratum = strata[name] ?? Stratum()
      stratum.shrink(to: limit)
      return stratum.subjects
    }
    var shares = piles.map { _ in 0 }
    var left = limit
    while left > 0 {
      let open = piles.indices.filter { shares[$0] < piles[$0].count }
      guard !open.isEmpty else { break }
      for pile in open.prefix(left) { shares[pile] += 1 }
      left -= min(left, open.count)
    }
    return zip(piles, shares).flatMap { pile, share in
      pile.prefix(share).sorted { ($0.region, $0.position) < ($1.region, $1.position) }
    }
  }

  private static func isBefore(_ a: DrawingSubject, _ b: DrawingSubject) -> Bool {
    (a.key, a.region, a.position) < (b.key, b.region, b.position)
  }
}

/// A page of numbered pictures with captions.
enum ContactSheet {
  static let columns = 4
  static let rows = 3
  private static let margin = 8.0
  private static let captionHeight = 104.0
  private static let titleHeight = 26.0
  private static let footHeight = 22.0

  /// Returns a page. Complexity: O(the contents of its pictures).
  static func page(
    title: String, numbered: [(number: Int, panel: DrawingPanel)], sources: [DataSource]
  ) -> MarkupText {
    let cell = MapFrame.panelSize + SIMD2(margin, captionHeight + margin)
    let usedRows = (numbered.count + columns - 1) / columns
    let width = cell.x * Double(max(2, min(columns, numbered.count))) + margin
    let height = titleHeight + cell.y * Double(usedRows) + footHeight
    var svg = SVGDocument()
    svg.open(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": SVGDocument.number(width),
        "height": SVGDocument.number(height), "font-family": "DejaVu Sans, Helvetica, Arial, sans-serif",
      ])
    svg.element("rect", ["width": "100%", "height": "100%", "fill": "#ffffff"])
    svg.words(title.shortened(toScalars: 240), at: SIMD2(margin, 18), size: 13, isBold: true)
    var text = svg.text
    for (index, item) in numbered.enumerated() {
      let place = SIMD2(
        margin + cell.x * Double(index % columns), titleHeight + cell.y * Double(index / columns))
      text += picture(item.panel, number: item.number, at: place)
    }
    var foot = SVGDocument()
    foot.words(attribution(sources), at: SIMD2(margin, height - 8), size: 9, colour: "#666666")
    foot.close("svg")
    return text + foot.text
  }

  private static func picture(_ panel: DrawingPanel, number: Int, at place: SIMD2<Double>) -> MarkupText {
    let (x, y) = (SVGDocument.number(place.x), SVGDocument.number(place.y))
    let width = SVGDocument.number(MapFrame.panelSize.x)
    let height = SVGDocument.number(MapFrame.panelSize.y)
    var frame = SVGDocument()
    frame.open("svg", ["x": x, "y": y, "width": width, "height": height, "overflow": "hidden"])
    var below = SVGDocument()
    below.close("svg")
    below.element(
      "rect", ["x": x, "y": y, "width": width, "height": height, "fill": "none", "stroke": "#999999"])
    for (line, words) in PanelCaption.lines(panel).enumerated() {
      let at = SIMD2(place.x + 2, place.y + MapFrame.panelSize.y + 14 + 13 * Double(line))
      below.words(
        line == 0 ? "\(number)  \(words)" : words, at: at, size: line == 0 ? 11 : 10, isBold: line == 0)
    }
    return frame.text + drawing(panel) + below.text
  }

  private static func drawing(_ panel: DrawingPanel) -> MarkupText {
    if case .run = panel.subject.form { return ProfileChart(panel).draw() }
    return PanelPicture.draw(panel)
  }

  /// Returns the attributions and licences of sources, without duplicates.
  private static func attribution(_ sources: [DataSource]) -> String {
    sources.map { [$0.attribution, $0.licence].compactMap { $0 }.joined(separator: ", ") }
      .filter { !$0.isEmpty }.uniqued().joined(separator: "; ").shortened(toScalars: 300)
  }
}
