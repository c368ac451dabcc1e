import SkiGraph
import SkiModel

/// How a run's grade is shown: its colour, and a symbol that says the same without colours.
struct GradeSign {
  /// A symbol of its own for each colour, so that nobody needs to tell red from green.
  enum Symbol: String {
    case circle, square, triangle, diamond
    case doubleDiamond = "double-diamond"
    case star
    case doubleStar = "double-star"
  }

  /// The paint, as `#rrggbb`.
  let colour: String
  let colourName: DifficultyColour
  /// None for an ungraded run.
  let symbol: Symbol?

  /// Finds the sign of a run.
  init(_ run: GraphFeature) {
    colour = DrawingColours.run(run.difficulty, run.convention, uses: run.uses)
    colourName = run.difficulty?.colour(in: run.convention) ?? .grey
    symbol = run.difficulty.flatMap { Self.symbol($0, colour: $0.colour(in: run.convention)) }
  }

  /// Green is a circle, blue a square, red a triangle, black a diamond, as signs in North America have it; what is harder
  /// than other blacks has two, in Europe too.
  private static func symbol(_ difficulty: Difficulty, colour: DifficultyColour) -> Symbol? {
    switch colour {
    case .green: .circle
    case .blue: .square
    case .red: .triangle
    case .black: difficulty == .expert ? .doubleDiamond : .diamond
    case .doubleBlack: difficulty == .extreme ? .doubleStar : .doubleDiamond
    case .yellow: .star
    case .orange: .doubleStar
    default: nil
    }
  }
}

extension RunUses {
  /// The uses in OpenSkiMap's words, the one a map would name the run by first.
  var words: [String] { Self.all.filter { contains($0.use) }.map(\.word) }

  private static let all: [(use: RunUses, word: String)] = [
    (.downhill, "downhill"), (.connection, "connection"), (.snowPark, "snow_park"), (.skitour, "skitour"),
    (.hike, "hike"), (.nordic, "nordic"), (.sled, "sled"), (.playground, "playground"),
    (.sleigh, "sleigh"), (.iceSkate, "ice_skate"), (.snowTraining, "snow_training"), (.fatbike, "fatbike"),
    (.other, "other"),
  ]
}
