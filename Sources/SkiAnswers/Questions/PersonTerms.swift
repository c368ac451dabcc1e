import SkiAPI
import SkiBase
import SkiGraph
import SkiRouting

/// A person of a meeting: a name and limits.
struct PersonTerms {
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
    at end: NamedEndpoint, _ profile: SkierProfile, departure: DayTime, _ skier: SkierTerms
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
