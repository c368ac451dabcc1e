/// The commands that measure map matching: `match` recorded days, or score what another matcher made of them; `live`, fix
/// by fix; `travellers`, many at once.
struct MatchingCommand {
  static let usage = """
    skiroute-benchmarks match --graph DIR --tag TAG [--rounds N] [--traces N] [--output FILE] [--examples N]
           skiroute-benchmarks match --graph DIR --tag TAG --answer FILE [--examples N]
           skiroute-benchmarks live --graph DIR --tag TAG [--travellers N]
           skiroute-benchmarks travellers --map FILE [--travellers N] [--seconds N]
    """

  let arguments: [String]

  /// Takes the arguments of the process, the name of the command first.
  init(_ arguments: [String]) { self.arguments = arguments }

  func run() async throws {
    switch arguments.first {
    case "live":
      var benchmark = LiveBenchmark(folder: try text("--graph"), tag: try text("--tag"))
      benchmark.travellers = try number("--travellers", 10_000, 1...1_000_000)
      try benchmark.run()
    case "travellers":
      var benchmark = TravellersBenchmark(path: try text("--map"))
      benchmark.travellers = try number("--travellers", 10_000, 1...1_000_000)
      benchmark.seconds = try number("--seconds", 120, 10...100_000)
      try await benchmark.run()
    default: try match()
    }
  }

  private func match() throws {
    var benchmark = MatchingBenchmark(folder: try text("--graph"), tag: try text("--tag"))
    benchmark.rounds = try number("--rounds", 3, 0...100)
    benchmark.limit = try number("--traces", .max, 1...Int.max)
    benchmark.examples = try number("--examples", 0, 0...1000)
    if arguments.contains("--output") { benchmark.output = try text("--output") }
    if arguments.contains("--answer") { return try benchmark.score(answer: try text("--answer")) }
    try benchmark.run()
  }

  private func text(_ flag: String) throws -> String {
    guard let place = arguments.firstIndex(of: flag), place + 1 < arguments.count else {
      throw BenchError("\(flag) is missing; usage: \(Self.usage)")
    }
    return arguments[place + 1]
  }

  private func number(_ flag: String, _ usual: Int, _ range: ClosedRange<Int>) throws -> Int {
    guard arguments.contains(flag) else { return usual }
    let text = try text(flag)
    guard let number = Int(text), range.contains(number) else {
      throw BenchError("\(flag) must be in \(range), got \(text)")
    }
    return number
  }
}
