import SkiAPI
import SkiAnswers
import SkiBase

/// The answers to the lines of a batch, each one line of JSON.
struct LineAnswers: Sendable {
  /// The map of all questions.
  let service: MapService
  /// Returns the conditions of the day, by the clock of the moment.
  let conditions: @Sendable () -> DayConditions
  /// The forms of the questions by name.
  let forms: [String: LineForm]
  /// The maximum time of a line in seconds; 0 for any.
  let timeoutSeconds: Double
  /// The closure that returns whether the process has no memory left; nil for no such check.
  let isMemoryExhausted: (@Sendable () -> Bool)?
  /// The question of lines that name none.
  static let defaultQuestion = "route"
  /// The maximum nesting depth of a line.
  private static let depthLimit = 8

  /// Returns the answer to a line: an object with `id`, and `answer`, `noAnswer` or `error`.
  /// - Parameter isStopped: Returns whether the work was stopped.
  func answer(_ line: LineReader.Line, isStopped: @escaping @Sendable () -> Bool) -> LineAnswer {
    var id = JSONValue.null
    let notes = NoteList()
    do {
      let members = try Self.members(of: line)
      id = try Self.identifier(members["id"] ?? .null)
      let form = try form(members["question"] ?? .null)
      let limit = try limit(members["timeout"] ?? .null, isStopped)
      let text = try AnswerNotes.received(by: notes.append) {
        try limit.run { try form.answer(members, service, conditions()) }
      }
      return Self.answer(id, text, notes.all())
    } catch let missing as NoAnswerError {
      AnswerNotes.received(by: notes.append) { NoAnswerError.noteSnap(missing.reason) }
      return LineAnswer(bytes: Self.line(id, notes.all()) { missing.answer.writeMembers(to: &$0) })
    } catch {
      return Self.failure(
        id, error as? SkiError ?? SkiError(.internalInconsistency, "fault: \(error)"), line.number,
        notes.all())
    }
  }

  /// Returns the members of a line.
  /// - Throws: ``SkiError`` with code `.limitExceeded` for a line that is too long, `.malformedData` for one that is no
  ///   object of JSON.
  static func members(of line: LineReader.Line) throws -> LineForm.Members {
    guard let bytes = line.bytes else {
      throw SkiError(
        .limitExceeded, "line is longer than \(LineReader.lineLimitBytes) bytes; ask less in one line")
    }
    let tree: JSONTree
    do {
      tree = try JSONTree.read(bytes, depthLimit: depthLimit, doubts: .refused)
    } catch {
      throw SkiError(
        .malformedData,
        "line is not JSON at byte \(error.position + 1): \(error.reason); write one object a line")
    }
    guard case .object(let members) = tree else {
      throw SkiError(.malformedData, "line is \(tree.kind); write an object, {\"from\": …, \"to\": …}")
    }
    return members
  }

  /// Returns the id of an answer: the text or number of the line, or null.
  private static func identifier(_ id: JSONTree) throws -> JSONValue {
    switch id {
    case .null: .null
    case .string(let text): .string(text)
    case .number(let text): .encoded(text)
    default: throw SkiError(.invalidArgument, "key id must be a text or a number, got \(id.kind)")
    }
  }

  private func form(_ question: JSONTree) throws -> LineForm {
    let name: String
    switch question {
    case .null: name = Self.defaultQuestion
    case .string(let text): name = text
    default: throw SkiError(.invalidArgument, "key question must be a text, got \(question.kind)")
    }
    if let form = forms[name] { return form }
    let known = forms.keys.sorted()
    let remedy =
      known.nearest(to: name).map { "did you mean \($0)?" }
      ?? "write one of: \(known.joined(separator: ", "))"
    throw SkiError(.invalidArgument, "question \(name.shortened(toScalars: 80)) is unknown; \(remedy)")
  }

  /// Returns the limit of a line: its own time, at most that of every line.
  private func limit(_ own: JSONTree, _ isStopped: @escaping @Sendable () -> Bool) throws -> WorkLimit {
    let wanted = own == .null ? 0 : own.nearestDouble
    guard let wanted, wanted.isFinite else {
      throw SkiError(.invalidArgument, "key timeout must be a number, got \(own.kind)")
    }
    try TimeOptions.check(wanted)
    let seconds = [wanted, timeoutSeconds].filter { $0 > 0 }.min()
    var limit = seconds.map { WorkLimit(timeout: .seconds($0)) } ?? WorkLimit()
    (limit.isMemoryExhausted, limit.isCancelled) = (isMemoryExhausted, isStopped)
    return limit
  }

  private static func answer(_ id: JSONValue, _ text: TerminalText, _ notes: [String]) -> LineAnswer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 64)
    bytes.append(literal: "{\"id\":")
    id.write(to: &bytes)
    bytes.append(literal: ",\"answer\":")
    bytes.append(contentsOf: text.utf8)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if !notes.isEmpty {
      bytes.append(literal: ",\"notes\":")
      JSONValue.array(notes.map(JSONValue.string)).write(to: &bytes)
    }
    bytes.append(literal: "}\n")
    return LineAnswer(bytes: bytes)
  }

  private static func failure(
    _ id: JSONValue, _ error: SkiError, _ number: Int, _ notes: [String]
  ) -> LineAnswer {
    let bytes = line(id, notes) { json in
      json.object("error") { json in
        json.member("code", error.code.rawValue)
        json.member("message", error.message)
        if let subject = error.subject { json.member("subject", subject) }
        if let underlying = error.underlying { json.member("underlying", underlying) }
        json.member("line", number)
      }
    }
    return LineAnswer(bytes: bytes, isError: true)
  }

  /// Returns a line with an id, another member, and notes where there are any.
  private static func line(
    _ id: JSONValue, _ notes: [String], _ member: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    JSONWriter.line { json in
      json.object { json in
        json.member("id", id)
        member(&json)
        if !notes.isEmpty { json.member("notes", notes) }
      }
    }
  }
}

/// The form of lines with one kind of question: the way from its members to its answer.
struct LineForm: Sendable {
  /// The members of a line by name.
  typealias Members = [String: JSONTree]

  /// The keys of every line, whatever its question.
  static let commonKeys = ["id", "question", "timeout"]

  /// The name of the question.
  let name: String
  /// Returns the answer to a line as JSON.
  let answer: @Sendable (Members, MapService, DayConditions) throws -> TerminalText

  /// Creates the form of a kind of question.
  init<Asked: MapQuestion>(_: Asked.Type) {
    name = Asked.name
    answer = { members, service, conditions in
      let question = try Asked(json: members, besides: Self.commonKeys)
      try question.check()
      return try question.document(over: service, under: conditions).document.json()
    }
  }
}
