import ArgumentParser
import SkiAPI
import SkiBase

/// A document of the contract that a command reads from its arguments and options.
protocol OptionDocument: ContractDocument {
  /// The names of the members that are arguments; all others are options.
  static var argumentNames: [String] { get }
  /// Reads the document from its members.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  static func reading(_ members: [String: JSONTree]) throws(SkiError) -> Self
}

extension OptionDocument where Self: Question {
  static func reading(_ members: [String: JSONTree]) throws(SkiError) -> Self { try Self(json: members) }
}

extension RouteQuestion: OptionDocument { static let argumentNames = ["from", "to"] }
extension HomeQuestion: OptionDocument { static let argumentNames = ["from"] }
extension ReachQuestion: OptionDocument { static let argumentNames = ["from"] }
extension ClosureQuestion: OptionDocument { static let argumentNames: [String] = [] }
extension TourQuestion: OptionDocument { static let argumentNames = ["home"] }
extension MeetQuestion: OptionDocument { static let argumentNames = ["places"] }
extension PlacesQuestion: OptionDocument { static let argumentNames = ["query"] }

extension SkierOptions: OptionDocument {
  static let argumentNames: [String] = []

  static func reading(_ members: [String: JSONTree]) throws(SkiError) -> Self {
    try Self(DocumentReader(members, of: "the options", names: names))
  }
}

/// The arguments and options of a document: one for each member, `--max-difficulty` for `maxDifficulty`.
///
/// The parser finds them in the mirror of the value, and gives their values to the decoder.
struct DocumentOptions<Document: OptionDocument>: ParsableArguments, CustomReflectable {
  private var members: [String: JSONTree] = [:]
  /// The members by option; empty but for arguments that are read without the parser.
  private var plainMembers: [String: MemberDescription] = [:]

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: MemberKey.self)
    for option in Self.options { members[option.name] = try option.value(values) }
  }

  var customMirror: Mirror {
    Mirror(self, children: Self.options.map { (label: $0.name, value: $0.wrapper) }, displayStyle: .struct)
  }

  private static var options: [DocumentOption] {
    Document.descriptions.map { DocumentOption($0, isArgument: Document.argumentNames.contains($0.name)) }
  }

  /// Returns the document.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a word that is none of those possible.
  func document() throws(SkiError) -> Document { try Document.reading(members) }
}

// MARK: Plain arguments

extension DocumentOptions: PlainOptions {
  mutating func setDefaults() {
    members = [:]
    plainMembers = Dictionary(
      uniqueKeysWithValues: Document.descriptions.map { (OptionName.of($0.name), $0) })
  }

  func isList(_ option: String) -> Bool { member(option)?.textForm == .list }

  /// Returns the member of an option; nil for another option.
  private func member(_ option: String) -> MemberDescription? { plainMembers[option] }

  /// Sets the arguments. Returns false for another number of them.
  mutating func set(arguments: [String]) -> Bool {
    guard arguments.count == Document.argumentNames.count else { return false }
    for (name, text) in zip(Document.argumentNames, arguments) { members[name] = .string(text) }
    return true
  }

  mutating func switchOn(_ flag: String) -> Bool {
    guard let member = member(flag), member.textForm == .flag else { return false }
    members[member.name] = .bool(true)
    return true
  }

  mutating func set(_ option: String, to value: String) -> Bool {
    guard let member = member(option), !Document.argumentNames.contains(member.name) else {
      return false
    }
    switch member.textForm {
    case .flag: return false
    case .text: members[member.name] = .string(value)
    case .list:
      var texts: [JSONTree] = []
      if case .array(let given)? = members[member.name] { texts = given }
      members[member.name] = .array(texts + [.string(value)])
    case .number:
      guard let number = Double(value) else { return false }
      members[member.name] = .number("\(number)")
    case .integer:
      guard let number = Int(value) else { return false }
      members[member.name] = .number("\(number)")
    }
    return true
  }
}

// MARK: Members as options

/// The key of a member in the parser's values.
private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A property wrapper of the parser.
private protocol ParsedWrapper: Decodable {
  associatedtype Value
  var wrappedValue: Value { get }
}

extension Argument: ParsedWrapper {}
extension Option: ParsedWrapper {}
extension Flag: ParsedWrapper {}

/// A member as an argument or an option of the parser.
private struct DocumentOption {
  /// The name of the member.
  let name: String
  /// The parser's property wrapper.
  let wrapper: Any
  /// Returns the value of the member; nil when it was not given.
  let value: (KeyedDecodingContainer<MemberKey>) throws -> JSONTree?

  private init<Wrapper: ParsedWrapper>(
    _ name: String, _ wrapper: Wrapper, _ tree: @escaping (Wrapper.Value) -> JSONTree?
  ) {
    (self.name, self.wrapper) = (name, wrapper)
    value = { tree(try $0.decode(Wrapper.self, forKey: MemberKey(stringValue: name)).wrappedValue) }
  }

  init(_ member: MemberDescription, isArgument: Bool) {
    let words = member.words.map { " (values: \($0.joined(separator: ", ")))" } ?? ""
    let (key, help) = (member.name, ArgumentHelp(stringLiteral: member.documentation + words))
    guard isArgument else {
      self.init(member, .customLong(OptionName.long(key)), help)
      return
    }
    switch member.textForm {
    case .list: self.init(key, Argument<[String]>(help: help), Self.list)
    case _ where member.isRequired: self.init(key, Argument<String>(help: help)) { .string($0) }
    default: self.init(key, Argument<String?>(help: help)) { $0.map(JSONTree.string) }
    }
  }

  private init(_ member: MemberDescription, _ long: NameSpecification, _ help: ArgumentHelp) {
    let key = member.name
    switch member.textForm {
    case .flag: self.init(key, Flag<Bool>(wrappedValue: false, name: long, help: help)) { .bool($0) }
    case .list where member.isRequired: self.init(key, Option<[String]>(name: long, help: help), Self.list)
    case .list: self.init(key, Option<[String]>(wrappedValue: [], name: long, help: help), Self.list)
    case .number: self.init(member, long, help, Double.init) { .number("\($0)") }
    case .integer: self.init(member, long, help, Int.init) { .number("\($0)") }
    case .text where member.isRequired:
      self.init(key, Option<String>(name: long, help: help)) { .string($0) }
    case .text: self.init(member, long, help, String?.init) { .string($0) }
    }
  }

  /// Creates an option with a value or a default, or neither.
  private init<Value: ExpressibleByArgument>(
    _ member: MemberDescription, _ long: NameSpecification, _ help: ArgumentHelp,
    _ value: (String) -> Value?, _ tree: @escaping (Value) -> JSONTree
  ) {
    let parsing: SingleValueParsingStrategy = member.textForm == .text ? .next : .unconditional
    let words = member.words.map { CompletionKind.list($0) }
    if let preset = member.presetText.flatMap(value) {
      let option = Option<Value>(
        wrappedValue: preset, name: long, parsing: parsing, help: help, completion: words)
      self.init(member.name, option, tree)
    } else {
      let option = Option<Value?>(name: long, parsing: parsing, help: help, completion: words)
      self.init(member.name, option) { $0.map(tree) }
    }
  }

  private static func list(_ texts: [String]) -> JSONTree? {
    texts.isEmpty ? nil : .array(texts.map(JSONTree.string))
  }
}

extension MemberDescription {
  /// The text of the default; nil without one.
  fileprivate var presetText: String? {
    guard case .defaulted(.encoded(let json)) = presence,
      let tree = try? JSONTree.read(Array(json.utf8), doubts: .accepted)
    else { return nil }
    switch tree {
    case .string(let text), .number(let text): return text
    default: return nil
    }
  }
}
