package import SkiAPI
public import SkiGraph
public import SkiRouting

/// A document of a route: the answer with the names of its ends, the difficulty ceiling and attributions.
///
/// Its formats are described in Data/Formats/route.md; all contain the attribution of the map's sources.
///
/// ```swift
/// let document = RouteDocument(result: answer, from: "Galzig", to: "Nasserein", sources: map.sources)
/// print(document.text())
/// ```
public struct RouteDocument: Sendable {
  /// The version of the JSON and GeoJSON formats; members may be added without a new version.
  public static let version = 1

  /// The route, or the reason there is none.
  public var result: Answer<Route>
  /// The name of the start.
  public var from: String
  /// The name of the destination.
  public var to: String
  /// The difficulty ceiling of the answer, from the request or else the skier's ability; see
  /// ``SkierProfile/effectiveCeiling``. Nil leaves it out.
  public var ceiling: DifficultyCeiling?
  /// The convention of the ceiling's colour where no runs decide it; nil for the colour as requested.
  public var convention: DifficultyConvention?
  /// The directions of the route, contained in text and JSON; nil for none.
  public var directions: Directions?
  /// The elevation profile of the route, contained in text and JSON; nil for none.
  package var profile: RouteElevationProfile?
  /// The language of the directions, and of the text that contains them.
  public var language = Language.english
  /// The relaxations that would permit a route where there is none, in the order to list them; empty for none.
  package var relaxations: [NamedRelaxation] = []
  /// The missing return to the start or home; nil where there is one, or none was requested.
  package var missingReturn: MissingReturn?
  /// The clock of the times in the answer; nil where it has none.
  package var clock: AnswerClock?
  /// The attributions to show with the route, in the order of the sources and without duplicates.
  public var attributions: [String]
  /// The licences of the sources, in their order and without duplicates.
  public var licences: [String]

  /// Creates a document of a route without directions, elevation profile and relaxations.
  ///
  /// - Parameters:
  ///   - result: The route, or the reason there is none.
  ///   - from: The name of the start; it is escaped in output.
  ///   - to: The name of the destination; it is escaped in output.
  ///   - ceiling: The difficulty ceiling of the answer; nil to leave it out.
  ///   - sources: The sources of the map's data.
  public init(
    result: Answer<Route>, from: String, to: String, ceiling: DifficultyCeiling? = nil, sources: [DataSource]
  ) {
    self.result = result
    self.from = from
    self.to = to
    self.ceiling = ceiling
    attributions = sources.attributions()
    licences = sources.licences()
  }

  /// Indicates whether text and JSON contain the elevation profile of the route; false where there is no route.
  public var hasProfile: Bool {
    get { profile != nil }
    set { profile = newValue ? result.value.map(RouteElevationProfile.init) : nil }
  }

  /// The ceiling as the end of a title; empty where there is none.
  var limit: String { signedCeiling.map(AnswerHead.limit) ?? "" }

  /// The ceiling in the colours of the route's runs, where they have one convention; of ``convention`` where there are none.
  var signedCeiling: DifficultyCeiling? {
    let steps = result.value?.steps ?? []
    let conventions = Set(steps.lazy.filter { $0.kind == .run }.map(\.convention))
    let only = conventions.count == 1 ? conventions.first : conventions.isEmpty ? convention : nil
    return only.flatMap { ceiling?.signed(in: $0) } ?? ceiling
  }
}
