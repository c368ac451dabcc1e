import SkiAnswers

/// A command that answers a question over a map.
protocol QuestionCommand: TimedCommand {
  associatedtype Asked: MapQuestion & OptionDocument
  /// The keys of the question.
  var asked: DocumentOptions<Asked> { get }
  /// The option of the map.
  var source: MapOptions { get }
  /// The format of the answer.
  var format: QuestionFormat { get }
  /// Reads the conditions of the day.
  func conditions() throws -> DayConditions
}

/// A command that answers a question about a day.
protocol DayQuestionCommand: QuestionCommand {
  /// The options of the day's files.
  var day: DayFileOptions { get }
}

extension DayQuestionCommand {
  func conditions() throws -> DayConditions { try day.conditions() }
}

extension QuestionCommand {
  /// Checks the question, reads the files, and writes the answer.
  func run() throws {
    let question = try asked.document()
    try question.check()
    let conditions = try conditions()
    let service = MapService(map: try MapSelection.open(source.map))
    let answer = try question.document(over: service, under: conditions)
    try format.write(answer.document)
    if answer.isNegative { throw ExitStatusError(status: .noRoute) }
  }
}
