import SkiModel

extension Run {
  /// The convention its colours follow: its own, else that of its place.
  var colourConvention: DifficultyConvention { convention ?? DifficultyConvention(at: bounds.centre) }

  /// Whether a tag says that the run is used both ways.
  var isTwoWay: Bool {
    if oneway == .twoWay { return true }
    if oneway != nil { return false }
    return uses.contains(.connection) || isClimbed
  }

  /// Whether it is a ski tour or hike and nothing else, so that skiers must opt in to it.
  var isClimbed: Bool {
    !uses.isDisjoint(with: [.skitour, .hike]) && uses.isDisjoint(with: [.downhill, .connection, .snowPark])
  }

  /// Whether it is an ungroomed itinerary, so that skiers must opt in to it: marked in the terrain at most, not prepared.
  ///
  /// An ungroomed run that is graded on the scale is an ordinary run, as the ungroomed blacks of many areas are, unless
  /// its name or sign calls it an itinerary. One without a grade is an itinerary. Grades off the scale have an opt-in of
  /// their own.
  var isItinerary: Bool {
    guard terrain.grooming == .backcountry || terrain.grooming == .ungroomed, uses.contains(.downhill) else {
      return false
    }
    guard difficulty != nil else { return true }
    let words = [name, ref].compactMap { $0?.lowercased() }.joined(separator: " ")
    return Self.itineraryWords.contains { words.contains($0) }
  }

  /// What itineraries are called: in English and Italian, French, Spanish and Catalan, German, and the Scandinavian way.
  private static let itineraryWords = [
    "itiner", "itinér", "skiroute", "ski route", "skitour", "variante", "freeride", "off-piste", "off piste",
    "offpist",
    "hors-piste", "hors piste", "fuera de pista", "fora pista", "fuoripista", "fuori pista",
  ]
}
