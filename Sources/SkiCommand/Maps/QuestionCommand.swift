import SkiReports
import SkiService

/// A command that answers a question over a map.
protocol QuestionCommand: TimedCommand {
  associatedtype Asked: MapQuestion
  /// The question of the arguments.
  var question: Asked { get }
  /// The options of the skier, with the map.
  var skier: SkierOptions { get }
  /// The format of the answer.
  var format: QuestionFormat { get }
  /// Reads the conditions of the day.
  func conditions() throws -> DayConditions
}

extension QuestionCommand {
  /// Checks the question, reads the files, and writes the answer.
  func run() throws {
    let question = question
    try question.check()
    let conditions = try conditions()
    let service = MapService(map: try MapSelection.open(skier.map))
    let answer = try question.document(over: service, under: conditions)
    try write(answer)
  }

  /// Writes an answer.
  func write(_ answer: QuestionDocument) throws {
    try format.write(answer.document)
    if answer.isNegative { throw ExitStatusError(status: .noRoute) }
  }
}
