import SkiBase
import SkiGraph
import SkiRouting

extension RouteDocument {
  /// Returns the elevation profile for a terminal, in the language of the directions; empty where there is none.
  func profileLines(colour: Bool, columns: Int) -> [TerminalText] {
    guard let profile else { return [] }
    return ProfileText(profile: profile, phrasebook: .of(language)).lines(width: columns, colour: colour)
  }
}
