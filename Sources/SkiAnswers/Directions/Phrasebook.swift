import SkiGraph

/// The texts of a language: a template for each phrase, lifts and signs.
struct Phrasebook: Sendable {
  /// The names of a kind of lift, each with the slot `{seats}`.
  struct LiftWords: Sendable {
    /// The name with its article as an object: `the {seats}chair lift`.
    var definite: String
    /// The name without an article: `{seats}chair lift`.
    var bare: String
  }

  /// The language of the texts.
  let language: Language
  /// Returns the template of a phrase.
  let template: @Sendable (Phrase) -> String
  /// Returns the names of a kind of lift.
  let lift: @Sendable (LiftKind) -> LiftWords
  /// The template of the number of seats, with the slot `{count}`.
  let seats: String
  /// Returns the sign of a colour by convention: `red`, `black diamond`.
  let sign: @Sendable (DifficultyColour, DifficultyConvention) -> String
  /// Returns a run without a name by its colour: `a red run`.
  let aRun: @Sendable (DifficultyColour, DifficultyConvention) -> String

  /// Returns the texts of a language.
  static func of(_ language: Language) -> Phrasebook {
    switch language {
    case .english: english
    case .french: french
    case .german: german
    }
  }

  /// Returns a phrase with its slots filled.
  func formatted(_ phrase: Phrase, _ slots: KeyValuePairs<String, String> = [:]) -> String {
    Self.fill(template(phrase), slots)
  }

  /// Returns a template with its slots filled in one pass; values are not parsed for slots. Complexity: O(length).
  static func fill(_ template: String, _ slots: KeyValuePairs<String, String>) -> String {
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      let name = rest[rest.index(after: open)..<close]
      text += slots.first { $0.key == name }?.value ?? ""
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  /// Returns the name of a kind of lift.
  func lift(_ kind: LiftKind, seats count: Int?, definite: Bool) -> String {
    let words = lift(kind)
    let told = Self.tellsSeats(kind) ? count : nil
    let seats = told.map { Self.fill(self.seats, ["count": String($0)]) } ?? ""
    return Self.fill(definite ? words.definite : words.bare, ["seats": seats])
  }

  /// Returns whether lifts of a kind are distinguished by their seats.
  private static func tellsSeats(_ kind: LiftKind) -> Bool {
    switch kind {
    case .chairLift, .gondola, .mixedLift: true
    default: false
    }
  }

  /// Returns several names as an enumeration.
  func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    let first = names.dropLast().joined(separator: ", ")
    return formatted(.pair, ["first": first, "second": last])
  }
}
