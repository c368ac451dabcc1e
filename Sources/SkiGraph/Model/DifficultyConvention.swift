/// A regional convention of the colours of difficulty grades.
@nonexhaustive
public enum DifficultyConvention: String, Sendable, Hashable, CaseIterable, Codable {
  /// The European colours: green, blue, red, black.
  case europe
  /// The North American symbols: green circle, blue square, black diamond, double black diamond.
  case northAmerica = "north_america"
  /// The Japanese colours: green, red, black.
  case japan

  /// The code in map files: 0 Europe, 1 North America, 2 Japan.
  public var code: UInt8 {
    switch self {
    case .europe: 0
    case .northAmerica: 1
    case .japan: 2
    }
  }

  /// Creates a convention from its code, or nil when there is no such code.
  public init?(code: UInt8) {
    switch code {
    case 0: self = .europe
    case 1: self = .northAmerica
    case 2: self = .japan
    default: return nil
    }
  }
}

/// A colour of difficulty, as signs and piste maps use it.
@nonexhaustive
public enum DifficultyColour: String, Sendable, Hashable, CaseIterable, Codable, CodingKeyRepresentable {
  /// The colour of a grade on the scale; see ``Difficulty/colour(in:)``.
  case green, blue, red, black
  /// The North American double black diamond.
  case doubleBlack = "double-black"
  /// A colour off the scale: yellow for `freeride`, orange for `extreme`, grey for an ungraded run.
  case yellow, orange, grey
}

extension Difficulty {
  /// Returns the colour of a grade under a convention; off the scale it is yellow, orange or a double black diamond.
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

/// The hardest grade a skier accepts, as a grade or as a colour of the region.
public enum DifficultyCeiling: Sendable, Hashable, Codable {
  /// A grade, the same everywhere.
  case grade(Difficulty)
  /// A colour, whose grade depends on the convention.
  case colour(DifficultyColour)

  /// Creates a ceiling from a word (`red`, `double-black`, `intermediate`), or nil when the word is unknown.
  ///
  /// Words are those of the grades on the scale and of the colours green, blue, red, black and double black, in upper
  /// or lower case.
  /// - Complexity: O(*n*) in the length of the word.
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

  /// Creates a ceiling by decoding its word, also one off the scale, which ``init(word:)`` refuses.
  /// - Throws: `DecodingError` when the value is no string or the word is unknown.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    let offScale =
      Difficulty(rawValue: word).map { DifficultyCeiling.grade($0) }
      ?? DifficultyColour(rawValue: word).map { DifficultyCeiling.colour($0) }
    guard let ceiling = DifficultyCeiling(word: word) ?? offScale else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no ceiling is called \(word)")
    }
    self = ceiling
  }

  /// Encodes the ceiling as its word.
  /// - Throws: The errors of the encoder.
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

  /// Returns the ceiling in the colours of a convention: red becomes blue in North America, which has no red.
  ///
  /// A ceiling given as a grade is returned unchanged.
  public func signed(in convention: DifficultyConvention) -> DifficultyCeiling {
    switch self {
    case .grade: self
    case .colour: .colour(grade(in: convention).colour(in: convention))
    }
  }

  /// Returns the hardest grade the ceiling admits under a convention.
  ///
  /// If a convention lacks a colour, the next easier one counts: red in North America is blue, blue in Japan is green.
  /// Black in North America is a single black diamond.
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
