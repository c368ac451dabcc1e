import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting

/// `skiroute whatif`: reports the effects of closing lifts or runs.
struct WhatIfCommand: TimedCommand, BatchQuestion {
  static let configuration = CommandConfiguration(
    commandName: "whatif",
    abstract: "Reports what is cut off when lifts or runs close, and how much longer routes home become.",
    discussion: """
      Examples:
        skiroute whatif --close Aurore --home Montsoleil
        skiroute whatif --close "Vallon Noir" --home Crête --max-difficulty black
      """)

  @Option(help: "A lift or run that closes, by name or id; may be given several times.") var close: [String]
  @Option(help: "Home: the place where one starts and to which one must return.") var home: String
  @OptionGroup var skier: SkierOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  static let placeholders = ["--close", "x", "--home", "x"]
  static let batchKeys: [BatchKey<Self>] =
    [BatchKey("close", \.close, isRequired: true), BatchKey("home", \.home, isRequired: true)]
    + SkierOptions.batchKeys.within(\.skier)

  func run() throws {
    try check()
    try format.write(document(try Question(skier, day: .unknown)))
  }

  func json(over map: OpenMap) throws -> TerminalText {
    try check()
    return try document(Question(skier, day: .unknown, over: map)).json()
  }

  private func check() throws {
    try SkiError.require(!close.isEmpty, "what closes is missing; add --close with a lift or run")
  }

  private func document(_ question: Question) throws -> ClosureDocument {
    let home = try question.end(home)
    let closing = try close.map(question.finder.place)
    return try question.withSession(for: [home]) { session, profile in
      let features = closing.features(in: session.router.graph.region)
      try SkiError.require(
        !features.isEmpty, "\(close.joined(separator: ", ")) is in another ski area than \(home.label)")
      let effect = try Question.value(
        session.session.effect(
          ofClosing: features, home: home.endpoint, profile: profile, snapLimitMetres: skier.snap))
      return try ClosureDocument(
        effect, closed: zip(closing, close).map { $0.name ?? $1 }, home: home.label,
        ceiling: profile.effectiveCeiling, map: question.map)
    }
  }
}
