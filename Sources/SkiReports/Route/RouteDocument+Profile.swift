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

  /// Writes the elevation profile as the member `profile`; see Data/Formats/route.md.
  static func write(_ profile: RouteElevationProfile, to json: inout JSONWriter) {
    let heights = profile.elevationRange()
    json.object("profile") { json in
      json.member("lengthMetres", metres: profile.lengthMetres())
      json.member("lowestMetres", metres: heights?.lowerBound)
      json.member("highestMetres", metres: heights?.upperBound)
      json.array("stretches") { json in
        for stretch in profile.stretches { write(stretch, to: &json) }
      }
    }
  }

  private static func write(_ stretch: RouteElevationProfile.Stretch, to json: inout JSONWriter) {
    json.object { json in
      json.member("step", stretch.step)
      json.member("kind", stretch.kind.rawValue)
      json.member("name", stretch.label)
      json.member("colour", stretch.colour?.rawValue)
      json.array("spots") { json in
        for spot in stretch.samples {
          json.array { json in
            json.decimal(spot.metres, places: 1)
            if let metres = spot.elevationMetres {
              json.decimal(metres, places: 1)
            } else {
              json.value(.null)
            }
          }
        }
      }
    }
  }
}
