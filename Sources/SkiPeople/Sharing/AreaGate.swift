import SkiAPI
import SkiBase
import SkiGraph
import SkiNavigation
import SkiTracks

/// Decides fix by fix whether a traveller is in a ski area.
///
/// Entering has hysteresis; the first fix outside leaves, so that no place outside passes while the decision is open.
struct AreaGate: Sendable {
  private let reducer = MapKindReducer()
  private var state = MapKindState()
  private var isLastFixInside = false

  /// Takes a fix; returns whether the traveller is in a ski area.
  /// - Throws: ``SkiError`` as ``MapKindIndex/mapKind(at:accuracyMetres:)``.
  mutating func take(_ fix: LocationFix, in index: MapKindIndex) throws -> Bool {
    let accuracy = fix.horizontalAccuracyMetres.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? 10
    let answer = try index.mapKind(at: fix.coordinate, accuracyMetres: accuracy)
    state = reducer.reduce(state, fix, answer).state
    isLastFixInside = answer.kind == .mountain
    return isInside
  }

  /// Indicates whether the traveller is in a ski area; `false` before the first fix.
  var isInside: Bool { state.kind == .mountain && isLastFixInside }

  /// The ski area; nil outside of mapped areas.
  var area: SharedArea? { state.area.map { SharedArea(id: $0.id?.rawValue, name: $0.name) } }

  /// Forgets the area, which is valid for the map it was found on, and keeps the decision.
  mutating func forgetArea() { (state.area, state.nextArea, state.nextAreaSince) = (nil, nil, nil) }
}
