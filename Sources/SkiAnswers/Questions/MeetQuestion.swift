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
  private func checkedPersons() throws -> [PersonTerms] {
    try SkiError.require(!places.isEmpty, "places are missing; give one for each person")
    try SkiError.require(
      person.count <= places.count,
      "persons are more than places (\(person.count) and \(places.count)); give a place for each")
    try SkiError.require(
      home == nil || !oneWay,
      keyed: "\(key: "home") and \(key: "oneWay") contradict each other; leave one out")
    return try person.map { try PersonTerms($0) }
  }

  private func answer(_ words: [PersonTerms], _ context: QuestionContext) throws -> QuestionDocument {
    let ends = try places.map(context.end)
    let meetingEnds = try at.map(context.end)
    let home = try home.map(context.end)
    let shared = meetingEnds + [home].compactMap(\.self)
    _ = try context.region(of: ends + shared)
    let people = try ends.enumerated().map { index, end in
      try (index < words.count ? words[index] : PersonTerms()).person(
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
