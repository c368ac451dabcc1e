/// Which colours a region paints its difficulties in.
@nonexhaustive
public enum DifficultyConvention: String, Sendable, Hashable, CaseIterable, Codable {
  case europe
  case northAmerica = "north_america"
  case japan

  /// The code used in map files: 0 Europe, 1 North America, 2 Japan.
  public var code: UInt8 {
    switch self {
    case .europe: 0
    case .northAmerica: 1
    case .japan: 2
    }
  }

  /// Makes a convention from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = match
  }
}

/// A colour word of difficulty, as skiers say it.
@nonexhaustive
public enum DifficultyColour: String, Sendable, Hashable, CaseIterable {
  case green, blue, red, black
  case doubleBlack = "double-black"
  case yellow, orange, grey
}

extension Difficulty {
  /// Returns the colour a grade is painted in under a convention; off the scale it is yellow or orange.
  public func colour(in convention: DifficultyConvention) -> DifficultyColour {
    switch (self, convention) {
    case (.freeride, _): .yellow
    case (.extreme, .northAmerica): .doubleBlack
    case (.extreme, _): .orange
    case (.novice, _): .green
    case (.easy, .northAmerica), (.easy, .japan): .green
    case (.easy, .europe): .blue
    case (.intermediate, .northAmerica): .blue
    case (.intermediate, _): .red
    case (.advanced, _): .black
    case (.expert, .northAmerica): .doubleBlack
    case (.expert, _): .black
    }
  }
}

/// The hardest grade a skier accepts, given by a grade word or by a colour word of the region.
public enum DifficultyCeiling: Sendable, Hashable, Codable {
  /// A grade, the same everywhere.
  case grade(Difficulty)
  /// A colour, which means another grade in each convention.
  case colour(DifficultyColour)

  /// Makes a ceiling from a word (`red`, `double-black`, `intermediate`), or nil when the word has no meaning.
  public init?(word: String) {
    let word = word.lowercased()
    if let grade = Difficulty(rawValue: word), grade.isOnScale {
      self = .grade(grade)
    } else if let colour = DifficultyColour(rawValue: word),
      [.green, .blue, .red, .black, .doubleBlack].contains(colour)
    {
      self = .colour(colour)
    } else {
      return nil
    }
  }

  /// Reads the ceiling's word.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    guard let ceiling = DifficultyCeiling(word: word) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no ceiling is called \(word)")
    }
    self = ceiling
  }

  /// Writes the ceiling's word.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }

  /// The ceiling as a word: `red`, `intermediate`.
  public var word: String {
    switch self {
    case .grade(let grade): grade.rawValue
    case .colour(let colour): colour.rawValue
    }
  }

  /// Returns the ceiling as signs of a convention say it: red is blue in North America, where nothing is red.
  public func signed(in convention: DifficultyConvention) -> DifficultyCeiling {
    switch self {
    case .grade: self
    case .colour: .colour(grade(in: convention).colour(in: convention))
    }
  }

  /// Returns the hardest grade this ceiling admits under a convention.
  ///
  /// Where a convention lacks a colour, the next easier one counts: red in North America is blue, blue in Japan
  /// is green. Black in North America is a single black diamond.
  public func grade(in convention: DifficultyConvention) -> Difficulty {
    switch self {
    case .grade(let grade): grade
    case .colour(let colour):
      switch (colour, convention) {
      case (.green, .europe): .novice
      case (.green, _): .easy
      case (.blue, .northAmerica): .intermediate
      case (.blue, _): .easy
      case (.red, _): .intermediate
      case (.black, .northAmerica): .advanced
      default: .expert
      }
    }
  }
}
