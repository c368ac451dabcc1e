import SkiGraph
import Testing

/// The grades of runs signed with colours.
struct DifficultySignTests {
  @Test(arguments: DifficultyConvention.allCases)
  func `the grade of a colour has that colour, where the convention has it`(
    _ convention: DifficultyConvention
  ) {
    for grade in Difficulty.allCases where grade.isOnScale {
      let colour = grade.colour(in: convention)
      #expect(Difficulty(colour: colour, in: convention)?.colour(in: convention) == colour)
    }
  }

  @Test(arguments: DifficultyConvention.allCases)
  func `the grade of a colour is within the ceiling of that colour`(_ convention: DifficultyConvention) throws
  {
    for colour in [DifficultyColour.green, .blue, .red, .black, .doubleBlack] {
      let grade = try #require(Difficulty(colour: colour, in: convention))
      #expect(grade <= DifficultyCeiling.colour(colour).grade(in: convention), "\(colour)")
    }
    #expect(Difficulty(colour: .grey, in: convention) == nil)
  }

  @Test(arguments: [
    ("green", DifficultyColour.green), ("double black", .doubleBlack), ("black-diamond", .black),
    ("rouge", .red),
  ])
  func `words of signs are colours`(_ word: String, _ colour: DifficultyColour) {
    #expect(DifficultyColour(signWord: word) == colour)
  }

  @Test(arguments: ["", "grey", "easy", "blackish", "double", "diamond"])
  func `other words are no colours`(_ word: String) { #expect(DifficultyColour(signWord: word) == nil) }

  @Test func `a grade's number needs a scale of five`() {
    var scale = NumberedGrades()
    #expect(scale.grade(of: 1) == nil)
    for number in [1, 3, 5] { scale.add(number) }
    #expect((0...5).map(scale.grade) == [nil, .novice, .easy, .intermediate, .advanced, .expert])
    scale.add(0)
    #expect(scale.grade(of: 0) == nil && scale.grade(of: 1) == .novice)
  }
}
