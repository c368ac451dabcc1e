import SkiBase
import SkiGraph

/// The lift values of features that carry no skiers.
let excludedLiftWords: Set<String> = ["goods", "zip_line", "station", "pylon", "canopy", "winch"]

/// Decoding of values that both forms share.
extension FeatureDecoder {
  private static let useWords: [String: RunUses] = [
    "downhill": .downhill, "connection": .connection, "skitour": .skitour, "backcountry": .skitour,
    "hike": .hike,
    "nordic": .nordic, "sled": .sled, "snow_park": .snowPark, "playground": .playground, "sleigh": .sleigh,
    "ice_skate": .iceSkate, "snow_training": .snowTraining, "fatbike": .fatbike,
  ]

  /// Returns the union of use values; unknown ones become `.other` and are counted.
  mutating func uses(_ words: [String]) -> RunUses {
    var uses: RunUses = []
    for word in words {
      if let use = Self.useWords[word] {
        uses.formUnion(use)
      } else if word == "yes" {
        uses.formUnion(.downhill)
        note("pisteTypeYes", .mended, "taken as downhill")
      } else {
        uses.formUnion(.other)
        note("useUnknown", .noted, String(word.prefix(60)))
      }
    }
    return uses.isEmpty ? .downhill : uses
  }

  /// Returns the hardest of some grades; nil without any.
  ///
  /// A colour is read under the convention given, else under that of the place. A single number is kept as
  /// ``gradeNumber``, since only the whole file shows its scale. Other unknown values are counted.
  mutating func difficulty(
    _ words: [String], _ convention: DifficultyConvention? = nil, at place: Coordinate?
  ) -> Difficulty? {
    if let word = words.first, words.count == 1, word.utf8.count == 1, let number = Int(word),
      number <= NumberedGrades.greatest
    {
      gradeNumber = number
      return nil
    }
    var hardest: Difficulty?
    for word in words {
      if let grade = Difficulty(rawValue: word) {
        hardest = max(hardest ?? grade, grade)
      } else if let grade = signedDifficulty(word, convention, at: place) {
        hardest = max(hardest ?? grade, grade)
        note("difficultyColour", .mended, "\(word.prefix(60)) read as \(grade.rawValue)")
      } else {
        note("difficultyUnknown", .noted, String(word.prefix(60)))
      }
    }
    return hardest
  }

  /// Returns the grade of a colour at a place; nil for other words.
  private func signedDifficulty(
    _ word: String, _ convention: DifficultyConvention?, at place: Coordinate?
  ) -> Difficulty? {
    guard let colour = DifficultyColour(signWord: word) else { return nil }
    let signs = convention ?? place.map { DifficultyConvention(at: $0) } ?? .europe
    return Difficulty(colour: colour, in: signs)
  }

  /// Returns the direction of a tag; unknown values are counted.
  mutating func oneway(_ key: PropertyKey) -> OnewayTag? {
    guard let word = tags.word(key) else { return nil }
    if let direction = OnewayTag(word: word) { return direction }
    note("onewayUnknown", .noted, String(word.prefix(60)))
    return nil
  }

  /// Returns a whole number, the largest of a list such as `4;6` or `4-6`; nil and counted outside the range.
  mutating func wholeNumber(_ key: PropertyKey, _ range: ClosedRange<Int>) -> Int? {
    guard let text = tags.text(key) else { return nil }
    let parts = text.split { $0 == ";" || $0 == "-" || $0 == "," || $0 == "/" }
    let numbers = parts.compactMap { Double($0.filter { !$0.isWhitespace }) }
    guard let greatest = numbers.max(), greatest >= Double(range.lowerBound),
      greatest <= Double(range.upperBound)
    else {
      note("numberUnreadable", .noted, "\(key.rawValue)=\(text.prefix(60))")
      return nil
    }
    return Int(greatest)
  }
}
