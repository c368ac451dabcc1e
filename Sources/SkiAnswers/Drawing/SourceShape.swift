import SkiBase
import SkiGraph

/// A feature of a source file in a picture.
struct SourceShape: Sendable {
  enum Kind: Sendable {
    case run, lift, street
  }

  var kind: Kind
  var id: SourceID
  var name: String?
  /// The colour of its difficulty, by convention.
  var colour: String
  /// Indicates whether the run or lift operates.
  var isInUse = true
  /// The level as text: `bridge`, `tunnel`, `layer 1`.
  var levelWords: String?
  /// The tagged direction; nil without a tag.
  var oneway: OnewayTag?
  var lines: [Polyline] = []
  var areas: [PolygonRings] = []
  /// The intermediate stations.
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

  /// The label of the feature: its name and special tags.
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
