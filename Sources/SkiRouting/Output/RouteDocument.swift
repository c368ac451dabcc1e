import SkiGeo
import SkiGraph
import SkiModel

/// An answer with what is needed to show it: the words asked with, the ceiling, and whose data it rests on.
///
/// A value. Its forms are described in Data/Formats/route.md; all carry the attribution of the map's sources.
public struct RouteDocument: Sendable {
  /// The version of the JSON and GeoJSON forms; members may be added without a new version.
  public static let version = 1

  /// The answer.
  public var result: RouteResult
  /// What the start was called.
  public var from: String
  /// What the destination was called.
  public var to: String
  /// The ceiling of the request.
  public var ceiling: DifficultyCeiling?
  /// The route as a guide tells it, where that was asked for: text and JSON then tell it.
  public var directions: Directions?
  /// The heights along it, where they were asked for: text draws them, and JSON holds them.
  public var profile: ElevationProfile?
  /// The language of the directions.
  public var language = Language.english
  /// What would open a way, where there is none: what asks least first.
  public var openings: [NamedRelaxation] = []
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
  ///   - ceiling: The ceiling of the request.
  ///   - sources: Where the map's data came from.
  public init(
    result: RouteResult, from: String, to: String, ceiling: DifficultyCeiling? = nil, sources: [DataSource]
  ) {
    self.result = result
    self.from = from
    self.to = to
    self.ceiling = ceiling
    attributions = sources.attributions()
    licences = sources.licences()
  }

  /// The ceiling as a word (`red`, `intermediate`), or nil without one.
  var ceilingWord: String? {
    switch ceiling {
    case .grade(let grade)?: grade.rawValue
    case .colour(let colour)?: colour.rawValue
    case nil: nil
    }
  }
}
