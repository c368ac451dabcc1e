import SkiFormats
import SkiGraph
import SkiModel
import SkiRouting

extension RouteDocument {
  /// Returns the elevation profile for a terminal, in the language of the directions; empty where there is none.
  func profileLines(colour: Bool, columns: Int) -> [TerminalText] {
    guard let profile else { return [] }
    return ProfileText(profile: profile, phrasebook: .of(language)).lines(width: columns, colour: colour)
  }

  /// Returns the elevation profile as JSON; see Data/Formats/route.md.
  static func json(_ profile: RouteElevationProfile) -> JSONValue {
    let heights = profile.elevationRange()
    return .object([
      "lengthMetres": metres(profile.lengthMetres()), "lowestMetres": metres(heights?.lowerBound),
      "highestMetres": metres(heights?.upperBound),
      "stretches": .array(
        profile.stretches.map { stretch in
          .object([
            "step": .integer(stretch.step), "kind": .string(stretch.kind.rawValue),
            "name": .optional(stretch.label), "colour": .optional(stretch.colour?.rawValue),
            "spots": .array(stretch.samples.map { .array([metres($0.metres), metres($0.elevationMetres)]) }),
          ])
        }),
    ])
  }
}
