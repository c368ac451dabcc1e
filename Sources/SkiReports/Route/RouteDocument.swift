import SkiGraph
public import SkiModel
public import SkiRouting

/// An answer with what is needed to show it: the words asked with, the ceiling, and whose data it rests on.
///
/// A value. Its forms are described in Data/Formats/route.md; all carry the attribution of the map's sources.
public struct RouteDocument: Sendable {
  /// The version of the JSON and GeoJSON forms; members may be added without a new version.
  public static let version = 1

  /// The answer.
  public var result: Answer<Route>
  /// What the start was called.
  public var from: String
  /// What the destination was called.
  public var to: String
  /// The ceiling the answer keeps to: that of the request, else that of the skier's ability; see ``SkierProfile/effectiveCeiling``.
  public var ceiling: DifficultyCeiling?
  /// The route as a guide tells it, where that was asked for: text and JSON then tell it.
  public var directions: Directions?
  /// The heights along it, where they were asked for: text draws them, and JSON holds them.
  public var profile: ElevationProfile?
  /// The language of the directions.
  public var language = Language.english
  /// What would open a way, where there is none: what asks least first.
  public var openings: [NamedRelaxation] = []
  /// What is missing behind its end: a way back to the start, or home; nil where there is one, or none was looked for.
  public var missingReturn: MissingReturn?
  /// The words to show with the route, each once.
  public var attributions: [String]
  /// The licences of the sources, each once.
  public var licences: [String]

  /// Makes a document.
  ///
  /// - Parameters:
  ///   - result: The answer.
  ///   - from: What to call the start; it is escaped where it is written.
  ///   - to: What to call the destination.
  ///   - ceiling: The ceiling the answer keeps to; nil does not tell it.
  ///   - sources: Where the map's data came from.
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

  /// The ceiling as the text forms name it; empty where it was not told.
  var limit: String { signedCeiling.map(QuestionHead.limit) ?? "" }

  /// The ceiling in the colours of the route's runs, where they share one convention.
  var signedCeiling: DifficultyCeiling? {
    guard case .answer(let route) = result else { return ceiling }
    let conventions = Set(route.steps.lazy.filter { $0.kind == .run }.map(\.convention))
    guard conventions.count == 1, let convention = conventions.first else { return ceiling }
    return ceiling?.signed(in: convention)
  }
}
