import SkiGraph

/// The colour and symbol of a run's difficulty.
struct DifficultyStyle {
  /// A symbol, distinct for each difficulty without relying on colour.
  enum Symbol: String {
    case circle, square, triangle, diamond
    case doubleDiamond = "double-diamond"
    case star
    case doubleStar = "double-star"
  }

  /// The colour, as `#rrggbb`.
  let colour: String
  let colourName: DifficultyColour
  /// The symbol; nil for an ungraded run.
  let symbol: Symbol?

  /// Creates the sign of a run.
  init(_ run: GraphFeature) {
    colour = DrawingColours.run(run.difficulty, run.convention, uses: run.uses)
    colourName = run.difficulty?.colour(in: run.convention) ?? .grey
    symbol = run.difficulty.flatMap { Self.symbol($0, colour: $0.colour(in: run.convention)) }
  }

  /// Returns the symbol of a difficulty: green circle, blue square and black diamond as signed in North America, red
  /// triangle; doubled symbols for the hardest grades, in Europe too.
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
  /// The uses in OpenSkiMap's words, the main one first.
  var words: [String] { Self.all.filter { contains($0.use) }.map(\.word) }

  private static let all: [(use: RunUses, word: String)] = [
    (.downhill, "downhill"), (.connection, "connection"), (.snowPark, "snow_park"), (.skitour, "skitour"),
    (.hike, "hike"), (.nordic, "nordic"), (.sled, "sled"), (.playground, "playground"),
    (.sleigh, "sleigh"), (.iceSkate, "ice_skate"), (.snowTraining, "snow_training"), (.fatbike, "fatbike"),
    (.other, "other"),
  ]
}
