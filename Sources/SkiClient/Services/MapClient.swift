public import SkiAPI
import SkiBase

/// The questions over the map of a server, answered without an engine in the app.
///
/// ```swift
/// let map = MapClient(at: ServerConnection(to: try ServerAddress("https://ski.example")))
/// var question = RouteQuestion(from: "Montsoleil", to: "Crête")
/// question.skier.maxDifficulty = "red"
/// if case .route(let answer) = try await map.route(question) { show(answer.steps) }
/// ```
///
/// All methods throw `SkiError`: the server's problem with its code, such as `.unknownPlace` for a name that the map does not
/// have; `.malformedData` for an answer that can't be read; and as ``ClientTransport/send(_:)``.
public struct MapClient: Sendable {
  /// The server.
  public let server: ServerConnection
  private let session: ClientSession?

  /// Creates a client without a user.
  public init(at server: ServerConnection) { (self.server, session) = (server, nil) }

  /// Creates a client of a user, for servers that answer users alone.
  public init(_ session: ClientSession) { (server, self.session) = (session.server, session) }

  /// Returns a route, alternatives or a journey, by the choices of the question.
  public func route(_ question: RouteQuestion) async throws -> RouteResult {
    let document = try await document(question)
    return try ServerDocument.read {
      if document.value("noAnswer") != nil { return .missing(try MissingAnswer(document)) }
      if document.value("route") != nil { return .route(try RouteAnswer(document)) }
      if document.value("legs") != nil { return .journey(try JourneyAnswer(document)) }
      return .choices(try ChoicesAnswer(document))
    }
  }

  /// Returns the latest departures home.
  public func home(_ question: HomeQuestion) async throws -> QuestionResult<HomeAnswer> {
    try await result(question)
  }

  /// Returns what can be reached in a number of minutes.
  public func reach(_ question: ReachQuestion) async throws -> QuestionResult<ReachAnswer> {
    try await result(question)
  }

  /// Returns the effects of closing lifts or runs.
  public func closures(_ question: ClosureQuestion) async throws -> QuestionResult<ClosureAnswer> {
    try await result(question)
  }

  /// Returns a tour of a day.
  public func tour(_ question: TourQuestion) async throws -> QuestionResult<TourAnswer> {
    try await result(question)
  }

  /// Returns the meeting places of several people, best first.
  public func meet(_ question: MeetQuestion) async throws -> QuestionResult<MeetAnswer> {
    try await result(question)
  }

  /// Returns the kind of map at a place.
  public func locate(_ question: LocateQuestion) async throws -> QuestionResult<LocateAnswer> {
    try await result(question)
  }

  /// Returns lifts, runs and huts near a place, nearest first.
  public func nearby(_ question: NearbyQuestion) async throws -> QuestionResult<NearbyAnswer> {
    try await result(question)
  }

  /// Returns the places of a name, best first; an empty list when there is none.
  public func places(_ question: PlacesQuestion) async throws -> [PlaceEntry] {
    let list = try await reply(question).tree("places")
    return try ServerDocument.read {
      guard case .array(let entries) = list else { throw SkiError(.malformedData, "places are no list") }
      return try entries.map { try PlaceEntry(DocumentReader($0, of: "place")) }
    }
  }

  private func result<Asked: Question, Answer: ContractDocument>(
    _ question: Asked
  ) async throws -> QuestionResult<Answer> {
    let document = try await document(question)
    return try ServerDocument.read {
      document.value("noAnswer") == nil
        ? .answer(try Answer(document)) : .missing(try MissingAnswer(document))
    }
  }

  private func document<Asked: Question>(_ question: Asked) async throws -> DocumentReader {
    try await reply(question).document("answer to \(Asked.name)")
  }

  private func reply<Asked: Question>(_ question: Asked) async throws -> ClientReply {
    let call = ServerCall.get(Asked.name, query: question.query)
    if let session { return try await session.send(call) }
    return try await server.reply(to: call).requireSuccess()
  }
}

/// The answer to a question, or the reason why it has none.
public enum QuestionResult<Answer: Sendable & Hashable>: Sendable, Hashable {
  /// The answer.
  case answer(Answer)
  /// The reason why there is none.
  case missing(MissingAnswer)
}

/// The answer to the question for a route.
public enum RouteResult: Sendable, Hashable {
  /// A route, or the reason why there is none between its ends.
  case route(RouteAnswer)
  /// Alternatives.
  case choices(ChoicesAnswer)
  /// A route over several places.
  case journey(JourneyAnswer)
  /// The reason why a place of the question can't be used.
  case missing(MissingAnswer)
}
