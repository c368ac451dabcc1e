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
