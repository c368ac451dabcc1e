import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiReports
import SkiRouting

/// `skiroute meet`: finds the best meeting places of several persons.
struct MeetCommand: TimedCommand, BatchQuestion {
  static let configuration = CommandConfiguration(
    commandName: "meet", abstract: "Finds where several people, each with their own limits, meet first.",
    discussion: """
      Each PLACE is where one of them is. --person gives the name and the limits of each, in the order of the places: \
      "Anna max-difficulty=blue ability=beginner board depart=10:15". Places to meet are huts and lift stations, or those \
      given by --at. From the meeting place each must get back to where they came from, or to --home, within their limits and, \
      where hours are given, before lifts and runs close; with --one-way no return is required.

      Examples:
        skiroute meet Montsoleil Crête
        skiroute meet Montsoleil Crête --person "Anna max-difficulty=red" --one-way
      """)

  @Argument(help: "Where each is: names or latitude,longitude.") var places: [String]
  @Option(
    help:
      "A name, then max-difficulty=, ability=, depart= and board, with spaces; in the order of the places.")
  var person: [String] = []
  @Option(help: "Where they may meet; may be given several times.") var at: [String] = []
  @Option(help: "Where all must get to afterwards; else each to where they came from.") var home: String?
  @Flag(help: "No return is required.") var oneWay = false
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(help: "text, json or geojson.") var format: QuestionFormat = .text
  @OptionGroup var time: TimeOptions

  static let placeholders = ["0,0"]
  static let batchKeys: [BatchKey<Self>] =
    [
      BatchKey("places", \.places, isRequired: true), BatchKey("person", \.person), BatchKey("at", \.at),
      BatchKey("home", \.home), BatchKey("oneWay", \.oneWay),
    ] + SkierOptions.batchKeys.within(\.skier) + HoursOptions.batchKeys.within(\.hours)

  func run() throws {
    let words = try checkedPersons()
    let answer = try answer(words, try Question(skier, day: hours.day()))
    try format.write(answer.document)
    if answer.meeting.places.isEmpty { throw ExitStatusError(status: .noRoute) }
  }

  func json(over map: OpenMap) throws -> TerminalText {
    try answer(checkedPersons(), Question(skier, day: hours.day(map.files), over: map)).document.json()
  }

  /// Checks the options and returns the values of `--person`.
  private func checkedPersons() throws -> [PersonArgument] {
    try SkiError.require(!places.isEmpty, "places are missing; give one for each person")
    try SkiError.require(
      person.count <= places.count,
      "persons are more than places (\(person.count) and \(places.count)); give a place for each")
    try SkiError.require(home == nil || !oneWay, "--home and --one-way contradict each other; leave one out")
    return try person.map { try PersonArgument($0) }
  }

  private func answer(
    _ words: [PersonArgument], _ question: Question
  ) throws -> (meeting: Meeting, document: MeetDocument) {
    let ends = try places.map(question.end)
    let meetingEnds = try at.map(question.end)
    let home = try home.map(question.end)
    let shared = meetingEnds + [home].compactMap(\.self)
    return try question.withSession(for: ends + shared) { session, profile in
      let people = try ends.enumerated().map { index, end in
        try (index < words.count ? words[index] : PersonArgument()).person(
          at: end, profile, departure: question.day.departure, skier)
      }
      let request = MeetRequest(
        people: people, places: meetingEnds.map(\.endpoint),
        back: oneWay ? .nowhere : home.map { .place($0.endpoint) } ?? .start, snapLimitMetres: skier.snap)
      let meeting = try Question.value(session.meet(request).map { try session.offering($0, request) })
      let document = try MeetDocument(
        meeting, request: request, places: meetingEnds.map(\.label), home: home?.label, map: question.map)
      return (meeting, document)
    }
  }
}

/// The value of `--person`.
struct PersonArgument {
  var name: String?
  private var maxDifficulty: String?
  private var ability: String?
  private var isOnBoard = false
  private var departure: DayTime?

  init() {}

  /// Creates the value of words separated by spaces; those without `=` other than `board` are the name.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for unknown words and invalid times.
  init(_ text: String) throws {
    var names: [String] = []
    for word in text.split(separator: " ").map(String.init) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      switch (parts[0], parts.count) {
      case ("board", 1): isOnBoard = true
      case ("max-difficulty", 2): maxDifficulty = parts[1]
      case ("ability", 2): ability = parts[1]
      case ("depart", 2): departure = try DayTime(parts[1])
      case (_, 1): names.append(word)
      default:
        throw SkiError(
          .invalidArgument,
          "person has an unknown word \(parts[0]); write max-difficulty=, ability=, depart= or board")
      }
    }
    name = names.isEmpty ? nil : names.joined(separator: " ")
  }

  /// Returns the person at a place; the other options apply to properties not given.
  func person(
    at end: NamedEndpoint, _ profile: SkierProfile, departure: DayTime, _ skier: SkierOptions
  ) throws -> MeetRequest.Person {
    var own = skier
    own.maxDifficulty = maxDifficulty ?? skier.maxDifficulty
    own.ability = ability ?? skier.ability
    own.board = isOnBoard || skier.board
    var theirs = try own.profile()
    theirs.closedFeatures = profile.closedFeatures
    return MeetRequest.Person(
      name: name ?? end.label, from: end.endpoint, departure: self.departure ?? departure, profile: theirs)
  }
}
