import SkiFormats
import SkiGraph
import SkiModel
import SkiRouting

extension RouteDocument {
  /// The heights drawn for a terminal, in the language of the directions; nothing where they were not asked for.
  func profileLines(colour: Bool, columns: Int) -> [TerminalText] {
    guard let profile else { return [] }
    return ProfileText(profile: profile, book: .of(language)).lines(width: columns, colour: colour)
  }

  /// The heights as JSON, see Data/Formats/route.md.
  static func json(_ profile: ElevationProfile) -> JSONValue {
    let heights = profile.heights()
    return .object([
      "lengthMetres": metres(profile.lengthMetres()), "lowestMetres": metres(heights?.lowerBound),
      "highestMetres": metres(heights?.upperBound),
      "stretches": .array(
        profile.stretches.map { stretch in
          .object([
            "step": .integer(stretch.step), "kind": .string(stretch.kind.rawValue),
            "name": .optional(stretch.label), "colour": .optional(stretch.colour?.rawValue),
            "spots": .array(stretch.spots.map { .array([metres($0.metres), metres($0.elevationMetres)]) }),
          ])
        }),
    ])
  }
}
