package import SkiAPI
import SkiBase
import SkiGraph
import SkiRouting

extension MeetQuestion: MapQuestion {
  package func check() throws {
    _ = try checkedPersons()
    _ = try skier.profile()
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let words = try checkedPersons()
    let day = try QuestionDay(hours, at: places[0], under: conditions, over: service)
    return try answer(words, QuestionContext(skier, day: day, over: service))
  }

  /// Checks the keys, and returns the values of persons.
  private func checkedPersons() throws -> [MeetingPerson] {
    try SkiError.require(!places.isEmpty, "places are missing; give one for each person")
    try SkiError.require(
      person.count <= places.count,
      "persons are more than places (\(person.count) and \(places.count)); give a place for each")
    try SkiError.require(
      home == nil || !oneWay,
      keyed: "\(key: "home") and \(key: "oneWay") contradict each other; leave one out")
    return try person.map { try MeetingPerson($0) }
  }

  private func answer(_ words: [MeetingPerson], _ context: QuestionContext) throws -> QuestionDocument {
    let ends = try places.map(context.end)
    let meetingEnds = try at.map(context.end)
    let home = try home.map(context.end)
    let shared = meetingEnds + [home].compactMap(\.self)
    _ = try context.region(of: ends + shared)
    let people = try ends.enumerated().map { index, end in
      try (index < words.count ? words[index] : MeetingPerson()).person(
        at: end, context.profile, departure: context.day.departure, skier)
    }
    let request = MeetRequest(
      people: people, places: meetingEnds.map(\.endpoint),
      back: oneWay ? .nowhere : home.map { .place($0.endpoint) } ?? .start, snapLimitMetres: skier.snap)
    let meeting = try QuestionContext.value(context.router.meet(request))
    let document = try MeetDocument(
      meeting, request: request, places: meetingEnds.map(\.label), home: home?.label, map: context.map)
    return QuestionDocument(document, isNegative: meeting.places.isEmpty, clock: context.day.clock)
  }
}

/// A person of a meeting: a name and limits.
struct MeetingPerson {
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

  /// Returns the person at a place; the others apply to properties not given.
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
