import SkiModel

/// The words of a language: a template for each phrase, names of lifts and signs.
struct Phrasebook: Sendable {
  /// The words for a kind of lift, each with the slot `{seats}`.
  struct LiftWords: Sendable {
    /// With the article it has as an object: `the {seats}chair lift`.
    var definite: String
    /// Without: `{seats}chair lift`.
    var bare: String
  }

  /// What it is.
  let language: Language
  /// The template of each phrase.
  let template: @Sendable (Phrase) -> String
  /// The words for a kind of lift.
  let lift: @Sendable (LiftKind) -> LiftWords
  /// How seats are put into them, with the slot `{count}`.
  let seats: String
  /// What stands on the sign of a colour in a region: `red`, `black diamond`.
  let sign: @Sendable (DifficultyColour, DifficultyConvention) -> String
  /// A run of a sign without a name: `a red run`.
  let aRun: @Sendable (DifficultyColour, DifficultyConvention) -> String

  /// Returns the words of a language.
  static func of(_ language: Language) -> Phrasebook {
    switch language {
    case .english: english
    case .french: french
    case .german: german
    }
  }

  /// Returns a phrase with its slots filled.
  func say(_ phrase: Phrase, _ slots: KeyValuePairs<String, String> = [:]) -> String {
    Self.fill(template(phrase), slots)
  }

  /// Fills the slots of a template in one pass: what is put in is never read again. Complexity: O(length).
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

  /// The kind of a lift in words.
  func lift(_ kind: LiftKind, seats count: Int?, definite: Bool) -> String {
    let words = lift(kind)
    let told = Self.tellsSeats(kind) ? count : nil
    let seats = told.map { Self.fill(self.seats, ["count": String($0)]) } ?? ""
    return Self.fill(definite ? words.definite : words.bare, ["seats": seats])
  }

  /// Whether skiers tell lifts of a kind by their seats.
  private static func tellsSeats(_ kind: LiftKind) -> Bool {
    switch kind {
    case .chairLift, .gondola, .mixedLift: true
    default: false
    }
  }

  /// Several names in a row.
  func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    let first = names.dropLast().joined(separator: ", ")
    return say(.pair, ["first": first, "second": last])
  }
}
