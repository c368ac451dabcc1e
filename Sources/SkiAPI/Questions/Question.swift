package import SkiBase

/// A question over a map as a plain value: the command, `skiroute batch`, the server and its client take and send its keys.
package protocol Question: ContractDocument {
  /// The name: that of the subcommand, and of the path.
  static var name: String { get }
  /// The contents of its answer, but for the reason why there is none.
  static var answers: [ContractContent] { get }
  /// Creates the question with the default of each key.
  init()
}

extension Question {
  /// The name for schemas: `Route`.
  static var word: String { name.prefix(1).uppercased() + name.dropFirst() }

  package static var title: String { "\(word)Question" }

  /// The content of the answer.
  package static var answer: ContractContent {
    .one(of: answers + [.document(MissingAnswer.self)], title: "\(word)Result")
  }

  /// Reads a question from the members of an object; null is as good as missing.
  /// - Parameter others: The names of members that are no keys.
  /// - Throws: `SkiError` with code `.invalidArgument` for unknown, missing and invalid members.
  /// - Complexity: O(*n*) in the keys and members.
  package init(json members: [String: JSONTree], besides others: [String] = []) throws(SkiError) {
    try self.init(keys: .json(members), besides: others)
  }

  /// Reads a question from the names and values of a URL's query.
  /// - Throws: `SkiError` with code `.invalidArgument` for unknown, missing and invalid parameters.
  /// - Complexity: O(*n*) in the keys and parameters.
  package init(query: [(name: String, value: String)]) throws(SkiError) {
    var texts: [String: [String]] = [:]
    for (name, value) in query { texts[name, default: []].append(value) }
    try self.init(keys: .texts(texts), besides: [])
  }

  private init(keys: DocumentReader.Members, besides others: [String]) throws(SkiError) {
    let reader = DocumentReader(keys, of: Self.name) { Self.descriptions.filter(\.isRequired).map(\.name) }
    var form = DocumentForm<Self>(reading: reader)
    let question: Self?
    let fault: SkiError?
    do {
      (question, fault) = (try Self.form(&form), nil)
    } catch {
      (question, fault) = (nil, error)
    }
    let isKnown = question != nil && form.readCount + others.count(where: keys.has) == keys.count
    // An unknown key is reported before a wrong or missing one.
    if !isKnown, let unknown = keys.names.filter({ !Self.names.contains($0) && !others.contains($0) }).min() {
      throw UnknownKey.error(unknown, in: Self.name, known: Self.names + others)
    }
    guard let question else { throw fault ?? SkiError(.internalInconsistency, "a question has no value") }
    self = question
  }

  /// The keys that differ from their defaults, as the names and values of a URL's query, in order.
  /// - Complexity: O(*n*²) in the keys.
  package var query: [(name: String, value: String)] {
    let blank = Self().members
    return members.filter { member in !blank.contains { $0.name == member.name && $0.bytes == member.bytes } }
      .flatMap { member in Self.texts(of: member.bytes).map { (member.name, $0) } }
  }

  /// Returns the texts of a query for a value of JSON.
  private static func texts(of json: [UInt8]) -> [String] {
    switch try? JSONTree.read(json, doubts: .accepted) {
    case .string(let text): [text]
    case .array(let entries): entries.compactMap { if case .string(let text) = $0 { text } else { nil } }
    default: [String(decoding: json, as: UTF8.self)]
    }
  }
}

/// The errors for names that are no key of a question.
enum UnknownKey {
  private static let pictureKeys: Set = [
    "picture", "thumbnail", "scale", "elevation", "elevationEncoding", "verticalUnit", "profilePicture",
  ]

  /// Returns the error for a name, with what may be meant.
  static func error(_ key: String, in question: String, known: [String]) -> SkiError {
    let word = key.filter { $0 != "-" && $0 != "_" }
    let remedy =
      if ["map", "status", "holidays", "output"].contains(word) {
        "write --\(word) FILE behind skiroute batch"
      } else if word == "format" {
        "leave it out, answers are JSON"
      } else if pictureKeys.contains(word) {
        "leave it out, pictures are for skiroute route"
      } else if let near = known.nearest(to: word) {
        "did you mean \(near)?"
      } else {
        "write one of: \(known.joined(separator: ", "))"
      }
    return SkiError(
      .invalidArgument, "key \(key.shortened(toScalars: 80)) is unknown in \(question); \(remedy)")
  }
}
