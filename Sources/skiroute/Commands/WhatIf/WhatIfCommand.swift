import ArgumentParser
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting

/// `skiroute whatif`: reports the effects of closing lifts or runs.
struct WhatIfCommand: TimedCommand {
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

  func run() throws {
    try SkiError.require(!close.isEmpty, "what closes is missing; add --close with a lift or run")
    let question = try Question(skier, day: HoursOptions.Day.unknown)
    let home = try question.end(home)
    let closing = try close.map(question.finder.place)
    let (session, profile) = try question.session(for: [home])
    let features = closing.features(in: session.router.graph.region)
    try SkiError.require(
      !features.isEmpty, "\(close.joined(separator: ", ")) is in another ski area than \(home.label)")
    let effect = try Question.value(
      RouteSession(session.router).effect(
        ofClosing: features, home: home.endpoint, profile: profile, snapLimitMetres: skier.snap))
    let document = try ClosureDocument(
      effect, closed: zip(closing, close).map { $0.name ?? $1 }, home: home.label,
      ceiling: profile.effectiveCeiling, map: question.map)
    try format.write(document)
  }
}
