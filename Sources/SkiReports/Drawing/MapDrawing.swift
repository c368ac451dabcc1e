public import SkiFormats
import SkiGeo
public import SkiGraph
public import SkiModel

/// Pictures of what a map made, over what was mapped: contact sheets for judging by eye.
///
/// A value: made from a map, then given the features of source files one by one, then written page by page. It keeps what
/// its pictures show and nothing else, so that maps and files may be of any size. The same map, request and files give the
/// same bytes.
public struct MapDrawing: Sendable {
  /// How many of a group the map has, and how many are drawn.
  package struct GroupCount: Sendable, Hashable {
    /// The group: a cause, a grade, or what meets.
    package var name: String
    /// How many the map has.
    package var count: Int
    /// How many are drawn.
    package var drawnCount: Int
  }

  /// How many pictures a page holds at most.
  public static let picturesPerPage = ContactSheet.columns * ContactSheet.rows

  /// What was asked for.
  public let request: DrawingRequest
  /// The groups the sample was spread over, in order of their names.
  package let groups: [GroupCount]
  private let sources: [DataSource]
  private var panels: [DrawingPanel] = []

  /// Chooses what to draw and takes it out of the map.
  ///
  /// - Parameters:
  ///   - map: The map; its regions are opened one at a time.
  ///   - request: What is wanted.
  ///   - progress: Told how far it is, 0...1.
  /// - Throws: ``SkiError`` with code `.malformedData` when the map was altered, and what ``WorkLimit/check(_:subject:)`` throws.
  /// - Complexity: O(*n* + *m* · *p*) in the map's nodes and links and the pictures of one region.
  public init(_ map: SkiMap, _ request: DrawingRequest, progress: ((Double) -> Void)? = nil) throws {
    self.request = request
    sources = map.sources
    var sample = SubjectSample(limit: request.sampleCount)
    for region in map.regions {
      try WorkLimit.check("choosing what to draw")
      progress?(0.5 * Double(region.position) / Double(map.regionCount))
      for subject in SubjectSearch(try map.passingGraph(region), request).subjects() { sample.add(subject) }
    }
    groups = sample.counts().map { GroupCount(name: $0.stratum, count: $0.count, drawnCount: $0.drawn) }
    let taken = sample.taken()
    let byRegion = Dictionary(grouping: taken.indices) { taken[$0].region }
    var made: [Int: DrawingPanel] = [:]
    for (done, region) in byRegion.keys.sorted().enumerated() {
      try WorkLimit.check("taking out what is drawn")
      progress?(0.5 + 0.5 * Double(done) / Double(byRegion.count))
      let numbers = byRegion[region] ?? []
      let panels = DrawingPanel.panels(of: numbers.map { taken[$0] }, in: try map.passingGraph(region))
      for (number, panel) in zip(numbers, panels) { made[number] = panel }
    }
    panels = taken.indices.compactMap { made[$0] }
  }

  /// How many pictures there are.
  public var pictureCount: Int { panels.count }
  /// How many pages they fill.
  public var pageCount: Int { (panels.count + Self.picturesPerPage - 1) / Self.picturesPerPage }

  /// Shows a run of a source file wherever it may be seen. Complexity: O(*p*) in pictures.
  public mutating func add(_ run: Run) { SourceShape(run).map { add($0) } }

  /// Shows a lift of a source file wherever it may be seen. Complexity: O(*p*) in pictures.
  public mutating func add(_ lift: Lift) { SourceShape(lift).map { add($0) } }

  private mutating func add(_ shape: SourceShape) {
    for index in panels.indices { panels[index].add(shape) }
  }

  /// Returns a page as an SVG document.
  /// - Precondition: `0 <= number < pageCount`
  /// - Complexity: O(what its pictures show).
  public func page(_ number: Int) -> MarkupText {
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
