import SkiGraph

extension Run {
  /// The convention of its colours: the tagged one, else that of its location.
  var colourConvention: DifficultyConvention { convention ?? DifficultyConvention(at: bounds.centre) }

  /// Indicates whether the run is used both ways, by its tags.
  var isTwoWay: Bool {
    if oneway == .twoWay { return true }
    if oneway != nil { return false }
    return uses.contains(.connection) || isClimbed
  }

  /// Indicates whether the run is a ski tour or hike only, which needs opting in.
  var isClimbed: Bool {
    !uses.isDisjoint(with: [.skitour, .hike]) && uses.isDisjoint(with: [.downhill, .connection, .snowPark])
  }

  /// Indicates whether the run is an ungroomed itinerary, marked but not prepared, which needs opting in.
  ///
  /// An ungroomed run with a grade on the scale is an ordinary run, unless its name or sign calls it an itinerary. One
  /// without a grade is an itinerary. Grades off the scale have their own opt-in.
  var isItinerary: Bool {
    guard terrain.grooming == .backcountry || terrain.grooming == .ungroomed, uses.contains(.downhill) else {
      return false
    }
    guard difficulty != nil else { return true }
    let words = [name, ref].compactMap { $0?.lowercased() }.joined(separator: " ")
    return Self.itineraryWords.contains { words.contains($0) }
  }

  /// The words for itineraries in English, Italian, French, Spanish, Catalan, German and Scandinavian languages.
  private static let itineraryWords = [
    "itiner", "itinér", "skiroute", "ski route", "skitour", "variante", "freeride", "off-piste", "off piste",
    "offpist",
    "hors-piste", "hors piste", "fuera de pista", "fora pista", "fuoripista", "fuori pista",
  ]
}
