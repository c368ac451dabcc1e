package import SkiFormats
package import SkiGeo
package import SkiModel
package import SkiSharing

/// A type of the values of a document's member: how they are written, read and described.
///
/// Writing and reading allocate nothing for the type: examples and schemas are made where a document is described.
package struct MemberType<Value: Sendable>: Sendable {
  /// Returns the schema.
  let schema: @Sendable (inout SchemaTable) -> JSONValue
  /// Returns a value.
  let example: @Sendable () -> Value
  /// Returns a value as JSON.
  let write: @Sendable (Value) -> JSONValue
  /// Returns the value of a member; nil when it is absent.
  let read: @Sendable (DocumentReader, String) throws -> Value?

  /// Creates a type.
  /// - Parameters:
  ///   - schema: Returns the schema.
  ///   - example: A value.
  ///   - write: Returns a value as JSON.
  ///   - read: Returns the value of a member; nil when it is absent.
  init(
    schema: @escaping @Sendable (inout SchemaTable) -> JSONValue,
    like example: @autoclosure @escaping @Sendable () -> Value,
    write: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (DocumentReader, String) throws -> Value?
  ) {
    (self.schema, self.example, self.write, self.read) = (schema, example, write, read)
  }

  /// Creates a type of values that are no object and no list.
  /// - Parameter others: The members of the schema besides the type of JSON.
  fileprivate init(
    _ type: String, _ others: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, JSONValue> = [:],
    like example: @autoclosure @escaping @Sendable () -> Value,
    write: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (DocumentReader, String) throws -> Value?
  ) {
    self.init(
      schema: { _ in
        .object(
          [JSONValue.Member("type", .string(type))] + others().map { JSONValue.Member($0.key, $0.value) })
      }, like: example(), write: write, read: read)
  }

  /// Creates a type of values that are written as a text.
  /// - Parameters:
  ///   - form: The form that the text must have, for messages.
  ///   - make: Creates the value of a text.
  package init(
    text form: String, like example: @autoclosure @escaping @Sendable () -> Value,
    write: @escaping @Sendable (Value) -> String?, make: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(
      "string", like: example(), write: { .optional(write($0)) }, read: { try $0.parsed($1, as: form, make) })
  }

  /// Creates a type of values that are written as a list of a fixed number of numbers.
  package init(
    numbers count: Int, places: Int, like example: @autoclosure @escaping @Sendable () -> Value,
    write: @escaping @Sendable (Value) -> [Double], make: @escaping @Sendable ([Double]) -> Value
  ) {
    self.init(
      schema: { _ in
        .object([
          "type": .string("array"), "items": .object(["type": .string("number")]),
          "minItems": .integer(count), "maxItems": .integer(count),
        ])
      }, like: example(), write: { .array(write($0).map { .decimal($0, places: places) }) },
      read: { document, name in
        guard let entries = try document.list(name) else { return nil }
        let numbers = entries.compactMap(\.nearestDouble)
        guard entries.count == count, numbers.count == count else {
          throw SkiError(.malformedData, "\(name) of \(document.noun) is no list of \(count) numbers")
        }
        return make(numbers)
      })
  }

  /// Creates a type of lists, whose elements are written one by one.
  /// - Parameter read: Returns the list; nil when it is absent.
  fileprivate init<Element>(
    list type: MemberType<Element>, read: @escaping @Sendable (DocumentReader, String) throws -> [Element]?
  ) where Value == [Element] {
    self.init(
      schema: { .object(["type": .string("array"), "items": type.schema(&$0)]) }, like: [type.example()],
      write: { .array($0.map(type.write)) }, read: read)
  }
}

extension MemberType<String> {
  /// Any text.
  package static var text: Self {
    Self("string", like: "text", write: { .string($0) }, read: { try $0.text($1) })
  }

  /// Any text.
  /// - Parameter example: An example.
  package static func text(like example: String) -> Self {
    Self("string", like: example, write: { .string($0) }, read: { try $0.text($1) })
  }

  /// A text within limits, which are checked later.
  package static func text(_ limit: TextLimit, like example: String) -> Self {
    Self(
      "string",
      ["minLength": .integer(limit.leastCount), "maxLength": .integer(limit.greatestCount)],
      like: example, write: { .string($0) }, read: { try $0.text($1) })
  }

  /// One of some words, which are checked later.
  package static func word(of words: @autoclosure @escaping @Sendable () -> [String]) -> Self {
    Self(
      "string", ["enum": .array(words().map(JSONValue.string))], like: words().first ?? "",
      write: { .string($0) }, read: { try $0.text($1) })
  }
}

extension MemberType<Bool> {
  /// True or false.
  package static var flag: Self {
    Self("boolean", like: false, write: { .bool($0) }, read: { try $0.bool($1) })
  }
}

extension MemberType<Int> {
  /// A whole number.
  package static var integer: Self {
    Self("integer", like: 1, write: { .integer($0) }, read: { try $0.integer($1) })
  }

  /// A whole number within bounds, which are checked later.
  package static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(
      "integer", ["minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)],
      like: range.lowerBound, write: { .integer($0) }, read: { try $0.integer($1) })
  }
}

extension MemberType<Int64> {
  /// A position in a list, from 0 up.
  package static var position: Self {
    Self(
      "integer", ["format": .string("int64"), "minimum": .integer(0)], like: 12,
      write: { .integer(Int($0)) }, read: { try $0.integer($1).map { Int64($0) } })
  }
}

extension MemberType<Double> {
  /// A number with three decimals at most.
  package static var number: Self {
    Self("number", like: 1.5, write: { .decimal($0, places: 3) }, read: { try $0.number($1) })
  }

  /// A number within bounds, which are checked later.
  /// - Parameter places: The greatest number of decimals.
  package static func number(_ range: ClosedRange<Double>, places: Int, like example: Double) -> Self {
    Self(
      "number",
      [
        "minimum": .decimal(range.lowerBound, places: places),
        "maximum": .decimal(range.upperBound, places: places),
      ], like: example, write: { .decimal($0, places: places) }, read: { try $0.number($1) })
  }
}

extension MemberType<UniversalTime> {
  /// A moment.
  package static var time: MemberType<UniversalTime> {
    Self(
      "string", ["format": .string("date-time")], like: UniversalTime(secondsSince1970: 1_768_638_600),
      write: { .time($0) }, read: { try $0.time($1) })
  }
}

extension MemberType<CalendarDay> {
  /// A day of the calendar.
  package static var day: Self {
    Self(
      "string", ["format": .string("date")], like: CalendarDay(daysSince1970: 20_470),
      write: { .string($0.description) }, read: { try $0.day($1) })
  }
}

extension MemberType<TimeZoneName> {
  /// A time zone of the IANA database.
  package static var zone: Self {
    Self(
      "string", like: TimeZoneName(stored: "Europe/Zurich"), write: { .string($0.rawValue) },
      read: { try $0.zone($1) })
  }

  /// A time zone that this system's database need not have.
  package static var storedZone: Self {
    Self(
      "string", like: TimeZoneName(stored: "Europe/Zurich"), write: { .string($0.rawValue) },
      read: { try $0.text($1).map { TimeZoneName(stored: $0) } })
  }
}

extension MemberType<SourceID> {
  /// An id of the source of the map, as OpenStreetMap's.
  package static var source: MemberType<SourceID> {
    Self("string", like: SourceID("way/4242"), write: { .string($0.rawValue) }, read: { try $0.source($1) })
  }
}

extension MemberType where Value: SharingIdentifier {
  /// An identifier.
  package static var id: Self {
    Self(
      "string", ["minLength": .integer(1), "maxLength": .integer(128)], like: Value.example,
      write: { .string($0.rawValue) }, read: { try $0.id($1) })
  }
}

extension SharingIdentifier {
  fileprivate static var example: Self {
    guard let example = try? Self("7f3a9c2e51d04b68") else { preconditionFailure("\(noun) has no example") }
    return example
  }
}

extension MemberType where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of a type.
  package static var word: Self {
    Self(
      "string", ["enum": .array(Value.allCases.map { .string($0.rawValue) })], like: Value.allCases.first!,
      write: { .string($0.rawValue) }, read: { try $0.word($1) })
  }
}

extension MemberType where Value: ContractDocument {
  /// A document; unknown members of it are refused where those of the whole are.
  package static var document: Self {
    Self(
      schema: { $0.reference(Value.self) }, like: Value.example, write: { $0.json },
      read: { try $0.document($1) })
  }
}

extension MemberType {
  /// A list of identifiers.
  package static func ids<ID: SharingIdentifier>() -> Self where Value == [ID] {
    Self(list: .id, read: { try $0.ids($1) })
  }

  /// A list of words of a type.
  package static func words<Word: RawRepresentable<String> & CaseIterable & Sendable>() -> Self
  where Value == [Word] {
    Self(list: .word, read: { try $0.words($1) })
  }

  /// A list of documents.
  package static func documents<Element: ContractDocument>() -> Self where Value == [Element] {
    Self(list: .document, read: { try $0.documents($1) })
  }
}

extension MemberType<[String]> {
  /// A list of texts.
  package static var texts: Self { Self(list: .text, read: { try $0.texts($1) }) }

  /// A list of some of the words, which are checked later.
  package static func texts(of words: @autoclosure @escaping @Sendable () -> [String]) -> Self {
    Self(list: .word(of: words()), read: { try $0.texts($1) })
  }
}

extension MemberType<[SourceID]> {
  /// A list of ids of the source of the map.
  package static var sources: Self { Self(list: .source, read: { try $0.sources($1) }) }
}

extension MemberType<[JSONValue]> {
  /// A list of objects of the store, whose members are those of its tables.
  package static var records: MemberType<[JSONValue]> {
    MemberType(
      schema: { _ in
        .object([
          "type": .string("array"),
          "items": .object(["type": .string("object"), "additionalProperties": .bool(true)]),
        ])
      }, like: [], write: { .array($0) }, read: { document, name in try document.list(name).map { _ in [] } })
  }
}
