import SkiGeo
import SkiModel

/// A feature of a source file as a picture shows it: what was mapped, before anything was made of it.
struct SourceShape: Sendable {
  enum Kind: Sendable {
    case run, lift, street
  }

  var kind: Kind
  var id: SourceID
  var name: String?
  /// The colour its grade has in its region.
  var colour: String
  /// Whether a skier may use it: a lift that runs, a run that exists.
  var isInUse = true
  /// What tells its level: `bridge`, `tunnel`, `layer 1`.
  var levelWords: String?
  /// Whether its direction is tagged, and how.
  var oneway: OnewayTag?
  var lines: [Polyline] = []
  var areas: [PolygonRings] = []
  /// Stations in mid-span.
  var stations: [Coordinate] = []
  let box: BoundingBox

  init?(_ run: Run) {
    let corners: [Coordinate]
    switch run.geometry {
    case .lines(let parts):
      lines = parts
      corners = parts.flatMap(\.coordinates)
    case .areas(let parts):
      areas = parts
      corners = parts.flatMap(\.outer.coordinates)
    }
    guard let box = BoundingBox(corners), box.centre.isValid else { return nil }
    (kind, id, name, oneway, self.box) = (.run, run.id, run.label, run.oneway, box)
    let convention = run.convention ?? DifficultyConvention(at: box.centre)
    colour = DrawingColours.run(run.difficulty, convention, uses: run.uses)
    isInUse = run.status == .operating
    levelWords = Self.words(run.level)
  }

  init?(_ lift: Lift) {
    guard let box = BoundingBox(lift.parts.flatMap(\.coordinates)) else { return nil }
    (kind, id, name, oneway, self.box) = (.lift, lift.id, lift.label, lift.oneway, box)
    colour = DrawingColours.lift
    isInUse = lift.status == .operating
    lines = lift.parts
    stations = lift.stations.map(\.coordinate)
  }

  /// What a picture writes beside it: its name, and whatever sets it apart.
  var words: String {
    let tag: String? =
      switch oneway {
      case .twoWay?: "oneway=no"
      case .reverse?: "oneway=-1"
      case .oneway?, nil: nil
      }
    return [name, levelWords, isInUse ? nil : "not in use", tag].compactMap { $0 }.joined(separator: ", ")
  }

  private static func words(_ level: Level) -> String? {
    let words = [
      level.isBridge ? "bridge" : nil, level.isTunnel ? "tunnel" : nil,
      level.layer != 0 ? "layer \(level.layer)" : nil,
    ].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
