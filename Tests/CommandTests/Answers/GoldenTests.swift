import SkiBase
import SkiTestSupport
import Testing

/// The output of the command, compared word for word.
struct GoldenTests {
  @Test(arguments: [
    "skiroute", "route", "build", "check", "places", "diff", "export", "terrain", "terrain hillshade",
    "terrain slope",
    "terrain aspect", "terrain roughness", "terrain relief", "terrain classes", "terrain contours",
    "terrain sample", "terrain sun", "locate", "match", "tiles", "home", "reach", "meet", "whatif", "day",
    "matrix", "batch",
  ])
  func `help of each subcommand is as recorded`(name: String) throws {
    let outcome = try skiroute(
      (name == "skiroute" ? [] : name.split(separator: " ").map(String.init)) + ["--help"])
    #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty)
    try expectGolden(outcome.text, "help-\(name.replacing(" ", with: "-"))")
  }

  @Test(arguments: [0, 3, 7])
  func `a route with and without a difficulty limit is written as recorded`(number: Int) throws {
    let route = try SampleRoute.all()[number]
    let limited = try skiroute(route.arguments)
    #expect(limited.exitCode == (route.exists ? 0 : 1) && limited.standardError.isEmpty)
    try expectGolden(limited.text, "route-\(number)-limited")
    let free = try skiroute(route.from, route.to, "--max-difficulty", "expert")
    #expect(free.exitCode == 0 && free.standardError.isEmpty)
    try expectGolden(free.text, "route-\(number)-free")
  }

  @Test func `without a route the reason is given: difficulty, construction or a coordinate far away`() throws
  {
    for (name, arguments, words, note) in [
      ("ceiling", ["Chalet du Vallon Perdu", "Montsoleil", "--max-difficulty", "blue"], "red", ""),
      ("construction", ["Montsoleil", "Avenir"], "under construction. Near it: Funiculaire du Village", ""),
      ("far", ["46.07,-4.92", "Crête"], "189 m away", "skiroute: --snap 190 reaches that far\n"),
      ("elsewhere", ["-33.1,-70.2", "Crête"], "not near any", ""),
    ] {
      let outcome = try skiroute(arguments)
      #expect(
        outcome.exitCode == 1 && outcome.errorText == note && outcome.text.contains(words), "\(outcome)")
      try expectGolden(outcome.text, "no-route-\(name)")
    }
  }

  @Test func `check and places answer on the sample as recorded`() throws {
    try expectGolden(try skiroute("check").text, "check")
    try expectGolden(try skiroute("places", "grand").text, "places-grand")
    try expectGolden(try skiroute("places", "avenir").text, "places-avenir")
    try expectGolden(try skiroute("places", "cret", "--format", "json", "--limit", "2").text, "places-json")
  }

  @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": "xterm-256color"], [:]])
  func `without a terminal there is no colour in any environment`(environment: [String: String]) throws {
    let outcome = try skiroute(["Montsoleil", "Crête"], environment: environment)
    #expect(outcome.exitCode == 0 && !outcome.text.contains("\u{1B}"))
    #expect(outcome.text == (try skiroute("Montsoleil", "Crête").text))
  }
}
