import ArgumentParser
import SkiAPI
import SkiAnswers

/// `skiroute whatif`: reports the effects of closing lifts or runs.
struct WhatIfCommand: QuestionCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatif",
    abstract: "Reports what is cut off when lifts or runs close, and how much longer routes home become.",
    discussion: """
      Examples:
        skiroute whatif --close Aurore --home Montsoleil
        skiroute whatif --close "Vallon Noir" --home Crête --max-difficulty black
      """)

  @OptionGroup var asked: DocumentOptions<ClosureQuestion>
  @OptionGroup var source: MapOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  func conditions() throws -> DayConditions { try DayFiles.conditions(status: nil, holidays: nil) }
}
