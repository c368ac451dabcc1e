public import SkiBase

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

extension DifficultyConvention {
  /// Creates the convention that is customary at a coordinate.
  ///
  /// North America, China, Mongolia, Korea, India, Pakistan, Kyrgyzstan, South-East Asia, Australia and New Zealand use
  /// the North American one; Japan and Sakhalin the Japanese; all other regions the European. Outlines are accurate to
  /// about 20 km near ski areas and coarse elsewhere. An invalid coordinate counts as European.
  /// - Complexity: O(*v*) in the vertices of the outlines, about 200.
  public init(at place: Coordinate) {
    guard place.isValid else {
      self = .europe
      return
    }
    if ConventionRegions.japan.contains(where: { $0.contains(place) }) {
      self = .japan
    } else if ConventionRegions.northAmerica.contains(where: { $0.contains(place) }) {
      self = .northAmerica
    } else {
      self = .europe
    }
  }
}

/// The polygon of a region in degrees; it does not cross the antimeridian.
struct RegionOutline: Sendable {
  /// The vertices in order, in degrees.
  let corners: [(latitude: Double, longitude: Double)]
  let box: BoundingBox

  /// Creates an outline from its vertices.
  /// - Precondition: There is a vertex.
  init(_ corners: [(latitude: Double, longitude: Double)]) {
    precondition(!corners.isEmpty, "an outline needs corners")
    self.corners = corners
    box = BoundingBox(
      south: corners.map(\.latitude).min() ?? 0, west: corners.map(\.longitude).min() ?? 0,
      north: corners.map(\.latitude).max() ?? 0, east: corners.map(\.longitude).max() ?? 0)
  }

  /// Creates a rectangle from its edges in degrees.
  init(south: Double, west: Double, north: Double, east: Double) {
    self.init([(south, west), (south, east), (north, east), (north, west)])
  }

  /// Returns whether a coordinate lies inside, by the even–odd rule.
  /// - Complexity: O(*n*) in the vertices.
  func contains(_ place: Coordinate) -> Bool {
    guard box.contains(place) else { return false }
    var isInside = false
    var previous = corners[corners.count - 1]
    for corner in corners {
      if (corner.latitude > place.latitude) != (previous.latitude > place.latitude) {
        let share = (place.latitude - corner.latitude) / (previous.latitude - corner.latitude)
        if place.longitude < corner.longitude + share * (previous.longitude - corner.longitude) {
          isInside.toggle()
        }
      }
      previous = corner
    }
    return isInside
  }
}

/// The grades of runs whose source gives colours in place of grades.
extension Difficulty {
  /// Creates the grade of a run signed with a colour under a convention; nil where the colour has no grade.
  ///
  /// It reverses ``colour(in:)``. Of two grades of one colour it is the usual one: `advanced` for Europe's black, `easy`
  /// for the green of North America and Japan. Colours that a convention lacks count as in
  /// ``DifficultyCeiling/grade(in:)``: North America's red as blue.
  package init?(colour: DifficultyColour, in convention: DifficultyConvention) {
    switch (colour, convention) {
    case (.green, .europe): self = .novice
    case (.green, _): self = .easy
    case (.blue, .northAmerica): self = .intermediate
    case (.blue, _): self = .easy
    case (.red, _): self = .intermediate
    case (.black, _): self = .advanced
    case (.doubleBlack, _): self = .expert
    case (.yellow, .europe): self = .freeride
    case (.orange, .europe): self = .extreme
    case (.yellow, _), (.orange, _), (.grey, _): return nil
    }
  }
}

extension DifficultyColour {
  /// The words for colours on signs, besides the raw values: English symbols, and German, French, Italian and Spanish.
  private static let signWords: [String: DifficultyColour] = [
    "green circle": .green, "grün": .green, "gruen": .green, "vert": .green, "verte": .green, "verde": .green,
    "blue square": .blue, "blau": .blue, "bleu": .blue, "bleue": .blue, "blu": .blue, "azul": .blue,
    "rot": .red, "rouge": .red, "rosso": .red, "rossa": .red, "rojo": .red, "roja": .red,
    "black diamond": .black, "single black": .black, "single black diamond": .black, "schwarz": .black,
    "noir": .black, "noire": .black, "nero": .black, "nera": .black, "negro": .black, "negra": .black,
    "double black": .doubleBlack, "double black diamond": .doubleBlack, "double diamond": .doubleBlack,
  ]

  /// Creates the colour of a word on signs in lower case, with blanks, hyphens or underscores between words; nil for
  /// other words and for grey, which means no grade.
  /// - Complexity: O(*n*) in the length of the word.
  package init?(signWord word: String) {
    let spaced = word.replacing("_", with: " ").replacing("-", with: " ")
    if let colour = DifficultyColour(rawValue: spaced) ?? Self.signWords[spaced], colour != .grey {
      self = colour
    } else {
      return nil
    }
  }
}

/// The meaning of the numbers that a source gives in place of grades, from all numbers of a file.
///
/// The number of a single run does not identify its grade: 3 is the hardest of three and the middle of five. Only a
/// scale of five is evident, since its lowest and highest numbers are those of ``Difficulty/rank``.
package struct NumberedGrades: Sendable, Hashable {
  /// The numbers that occur, 0...5, as a set of bits.
  private var numbers: UInt8 = 0

  /// Creates the scale of a file without numbers.
  package init() {}

  /// The greatest number that may be a grade.
  package static let greatest = 5
  /// The least number of different numbers from which a scale is concluded.
  private static let leastKinds = 3

  /// Adds a number of the file.
  /// - Precondition: The number is in 0...5.
  package mutating func add(_ number: Int) {
    precondition((0...Self.greatest).contains(number), "a grade's number is 0...5, got \(number)")
    numbers |= 1 << UInt8(number)
  }

  /// Returns the grade of a number; nil when the scale is not evident, or for the 0 below a scale from 1 to 5.
  ///
  /// A file with a 5 counts from 1 (`novice`) to 5 (`expert`), and one with 0 and 4 from 0 to 4.
  package func grade(of number: Int) -> Difficulty? {
    guard numbers.nonzeroBitCount >= Self.leastKinds else { return nil }
    if holds(5) { return (1...5).contains(number) ? Difficulty(rank: UInt8(number)) : nil }
    guard holds(0), holds(4), (0...4).contains(number) else { return nil }
    return Difficulty(rank: UInt8(number + 1))
  }

  private func holds(_ number: Int) -> Bool { numbers & 1 << UInt8(number) != 0 }
}

/// The regions with a colour convention other than Europe's, as outlines that are detailed only where borders matter to
/// skiers.
enum ConventionRegions {
  /// Japan, and Sakhalin with the Kurils.
  static let japan: [RegionOutline] = [
    // From the southern islands along the west of Honshu and Hokkaido, Sakhalin, the Kurils and back.
    RegionOutline([
      (24.0, 123.5), (27.0, 126.5), (31.0, 128.0), (34.0, 128.9), (35.0, 129.8), (36.5, 132.0), (38.0, 137.0),
      (41.0, 138.5), (45.0, 140.0), (47.0, 141.2), (50.0, 141.6), (53.0, 141.5), (54.8, 142.0), (55.0, 144.0),
      (50.0, 147.0), (51.2, 156.0), (50.0, 157.0), (45.0, 152.0), (42.0, 147.0), (35.0, 142.0), (26.0, 143.0),
      (23.5, 131.0),
    ])
  ]

  /// North America; China, Mongolia, Korea; India, Pakistan, Kyrgyzstan; South-East Asia; Australia, New Zealand.
  static let northAmerica: [RegionOutline] = [
    // Alaska, Canada, the United States, Mexico and Central America, without Greenland, Iceland and the Russian side of
    // the Bering Strait.
    RegionOutline([
      (50.5, -180), (60.0, -174.5), (65.0, -168.98), (72.0, -168.98), (84.0, -75.0), (82.0, -61.0),
      (80.0, -67.5),
      (78.0, -74.0), (74.0, -72.0), (66.0, -57.5), (52.0, -50.0), (40.0, -50.0), (18.0, -60.0), (12.5, -72.0),
      (9.5, -76.5), (7.2, -77.6), (6.0, -79.0), (14.0, -112.0), (18.0, -164.0), (50.5, -170),
    ]),
    // Hawaii.
    RegionOutline(south: 18, west: -161, north: 23, east: -154),
    // The western end of the Aleutians.
    RegionOutline(south: 51, west: 171.5, north: 54, east: 180),
    // Pakistan and India, from the Makran coast along Afghanistan to the Pamir, then along the Himalaya.
    RegionOutline([
      (25.0, 61.6), (27.2, 63.0), (29.4, 61.0), (29.5, 66.2), (31.3, 66.6), (32.0, 69.3), (34.0, 69.9),
      (34.1, 71.0),
      (35.3, 71.6), (36.3, 71.3), (36.9, 73.0), (37.1, 75.2), (36.0, 80.5), (31.0, 81.2), (28.5, 97.5),
      (22.0, 94.5),
      (20.0, 93.0), (5.0, 81.0), (5.0, 76.0), (20.0, 66.0),
    ]),
    // Kyrgyzstan: the north along the crest of the Kungey and Zailiysky Alatau, the Chuy valley and Talas; the south
    // around the Fergana valley, with the Alay.
    RegionOutline([
      (42.2, 80.3), (42.85, 79.2), (42.85, 77.0), (42.99, 76.2), (42.95, 75.2), (43.25, 74.4), (43.15, 73.5),
      (42.5, 73.45), (42.75, 72.5), (42.8, 71.5), (42.35, 70.9), (42.2, 71.2), (41.6, 70.3), (41.2, 71.4),
      (41.4, 72.1),
      (41.0, 72.6), (40.6, 73.0), (40.25, 71.8), (39.95, 70.5), (39.6, 69.4), (39.45, 70.6), (39.4, 71.8),
      (39.4, 73.6),
      (40.3, 74.6), (41.0, 76.8), (41.2, 78.2), (42.0, 80.2),
    ]),
    // China and Mongolia, from the Pamir along the Tien Shan, the Altai, the Russian border to the Tumen, and the
    // coast.
    RegionOutline([
      (37.1, 75.2), (39.4, 73.6), (40.3, 74.6), (41.0, 76.8), (41.2, 78.2), (42.0, 80.2), (43.2, 80.4),
      (45.1, 80.0),
      (45.4, 82.5), (47.2, 83.1), (47.1, 85.5), (48.4, 85.6), (49.13, 87.3), (49.6, 89.2), (50.4, 91.0),
      (50.8, 92.3),
      (50.0, 94.5), (49.9, 97.2), (51.4, 98.0), (52.1, 98.9), (51.4, 102.2), (50.2, 103.3), (50.4, 106.5),
      (49.3, 109.0),
      (49.2, 112.0), (50.0, 115.5), (49.8, 117.0), (49.6, 117.8), (50.3, 119.3), (52.5, 120.1), (53.4, 121.5),
      (53.5, 123.5), (52.9, 126.0), (50.3, 127.5), (49.5, 128.5), (48.9, 130.6), (47.75, 131.0),
      (48.45, 134.8),
      (47.5, 134.6), (45.2, 133.2), (45.0, 131.6), (43.6, 131.3), (42.9, 131.05), (42.4, 130.65),
      (42.2, 130.75),
      (40.0, 130.5), (37.5, 132.2), (34.2, 128.8), (32.5, 125.5), (28.0, 123.2), (21.0, 123.0), (17.0, 110.0),
      (21.0, 97.0), (28.5, 97.5), (27.5, 89.0), (31.0, 81.2), (36.0, 80.5),
    ]),
    // South-East Asia, to the Philippines and Papua.
    RegionOutline([
      (28.5, 97.5), (22.0, 94.5), (15.0, 92.0), (5.0, 92.0), (-12.0, 104.0), (-12.0, 160.0), (5.0, 135.0),
      (21.5, 123.0),
      (22.0, 105.0),
    ]),
    // Australia and New Zealand.
    RegionOutline(south: -50, west: 110, north: -9, east: 180),
  ]
}
