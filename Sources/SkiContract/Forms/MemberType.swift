package import SkiFormats
package import SkiGeo
package import SkiModel

/// A type of the values of a document's member: how they are written, read and described.
///
/// Writing and reading allocate nothing for the type: examples and schemas are made where a document is described.
package struct MemberType<Value: Sendable>: Sendable {
  /// The schemas of a type, in words of JSON Schema.
  package typealias Schema = @Sendable (inout SchemaTable) -> JSONValue

  /// A member that is read, or an entry of its list.
  package typealias Source = MemberSource

  /// Returns the schema.
  package let schema: Schema
  /// Returns a value.
  package let example: @Sendable () -> Value
  /// Writes a value.
  package let write: @Sendable (Value, inout JSONWriter) -> Void
  /// Returns the value of a member, which is not null.
  let parse: @Sendable (JSONTree, Source) throws(SkiError) -> Value
  /// The form of values in the texts of a query.
  let textForm: DocumentReader.TextForm

  /// Creates a type.
  /// - Parameters:
  ///   - schema: Returns the schema.
  ///   - example: A value.
  ///   - textForm: The form of values in the texts of a query.
  ///   - write: Writes a value.
  ///   - parse: Returns the value of a member, which is not null.
  package init(
    schema: @escaping Schema,
    like example: @autoclosure @escaping @Sendable () -> Value,
    text textForm: DocumentReader.TextForm = .text,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
    parse: @escaping @Sendable (JSONTree, Source) throws(SkiError) -> Value
  ) {
    (self.schema, self.example, self.write, self.parse) = (schema, example, write, parse)
    self.textForm = textForm
  }

  /// Creates a type of values that are no object and no list.
  /// - Parameters:
  ///   - type: The type of JSON.
  ///   - others: The members of the schema besides the type.
  ///   - form: The form that a value must have, for messages.
  ///   - make: Returns the value of JSON; nil for another form.
  package init(
    _ type: String, _ others: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, JSONValue> = [:],
    form: @autoclosure @escaping @Sendable () -> String,
    like example: @autoclosure @escaping @Sendable () -> Value,
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
    make: @escaping @Sendable (JSONTree) -> Value?
  ) {
    self.init(
      schema: { _ in
        .object(
          [JSONValue.Member("type", .string(type))] + others().map { JSONValue.Member($0.key, $0.value) })
      }, like: example(),
      text: DocumentReader.TextForm(type: type),
      write: write,
      parse: { tree, source throws(SkiError) in
        guard let value = make(tree) else { throw source.document.wrong(source.words, form(), got: tree) }
        return value
      })
  }

  /// Creates a type of values that are written as a text.
  /// - Parameters:
  ///   - form: The form that the text must have, for messages.
  ///   - make: Creates the value of a text.
  package init(
    text form: String,
    _ others: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, JSONValue> = [:],
    like example: @autoclosure @escaping @Sendable () -> Value,
    write: @escaping @Sendable (Value) -> String?, make: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(
      "string", others(), form: form, like: example(), write: { $1.string(write($0)) },
      make: { $0.text.flatMap { try? make($0) } })
  }

  /// Creates a type of values that are written as a list of a fixed number of numbers.
  package init(
    numbers count: Int, places: Int, like example: @autoclosure @escaping @Sendable () -> Value,
    write: @escaping @Sendable (Value) -> [Double], make: @escaping @Sendable ([Double]) -> Value
  ) {
    self.init(
      "array",
      [
        "items": .object(["type": .string("number")]), "minItems": .integer(count),
        "maxItems": .integer(count),
      ], form: "a list of \(count) numbers", like: example(),
      write: { value, json in
        json.array { json in for number in write(value) { json.decimal(number, places: places) } }
      }, make: { $0.numbers.flatMap { $0.count == count ? make($0) : nil } })
  }

  /// Returns the value of a member; nil when it is absent or null.
  /// - Throws: `SkiError` with code `.invalidArgument` for another form.
  package func read(_ document: DocumentReader, _ name: String) throws(SkiError) -> Value? {
    guard let value = try document.value(name, as: textForm) else { return nil }
    return try parse(value, Source(document: document, name: name))
  }

  /// Returns a value as JSON.
  package func json(_ value: Value) -> JSONValue {
    var json = JSONWriter(capacity: 0)
    write(value, &json)
    return .encoded(String(decoding: json.bytes, as: UTF8.self))
  }

  /// The type with one value alone.
  func only(_ value: Value) -> MemberType {
    MemberType(
      schema: { [self] table in
        guard case .object(let members) = schema(&table) else { return schema(&table) }
        return .object(members + [.init("const", json(value))])
      }, like: value, write: write, parse: parse)
  }

  /// The type of lists of values.
  package var list: MemberType<[Value]> {
    MemberType<[Value]>(
      schema: { .object(["type": .string("array"), "items": schema(&$0)]) }, like: [example()], text: .list,
      write: { values, json in json.array { json in for value in values { write(value, &json) } } },
      parse: { tree, source throws(SkiError) in
        guard case .array(let entries) = tree else {
          throw source.document.wrong(source.words, "a list", got: tree)
        }
        var values: [Value] = []
        values.reserveCapacity(entries.count)
        var source = source
        source.isEntry = true
        for entry in entries { values.append(try parse(entry, source)) }
        return values
      })
  }

  /// The type of values and null.
  package var nullable: MemberType<Value?> {
    MemberType<Value?>(
      schema: { SchemaTable.nullable(schema(&$0)) }, like: example(),
      write: { value, json in if let value { write(value, &json) } else { json.string(nil) } },
      parse: { tree, source throws(SkiError) -> Value? in
        if tree == .null { return nil }
        return try parse(tree, source)
      })
  }
}

/// A member that is read, or an entry of its list.
package struct MemberSource: Sendable {
  /// The document.
  package let document: DocumentReader
  /// The name of the member.
  package let name: String
  /// Indicates an entry of a list.
  var isEntry = false

  /// The name for messages.
  package var words: String { isEntry ? "an entry of \(name)" : name }
}

extension JSONTree {
  /// The text; nil for other values.
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The number; nil for other values, and beyond the range of doubles.
  fileprivate var finite: Double? { nearestDouble.flatMap { $0.isFinite ? $0 : nil } }

  /// The whole number within 2⁵³; nil for other values.
  fileprivate var whole: Int? {
    guard let number = finite, number.rounded() == number, abs(number) <= 9_007_199_254_740_992 else {
      return nil
    }
    return Int(number)
  }

  /// The numbers of a list; nil for other values.
  fileprivate var numbers: [Double]? {
    guard case .array(let entries) = self else { return nil }
    let numbers = entries.compactMap(\.finite)
    return numbers.count == entries.count ? numbers : nil
  }
}

// MARK: Texts and words

extension MemberType<String> {
  /// Any text.
  package static var text: Self { text(like: "text") }

  /// Any text.
  /// - Parameters:
  ///   - example: An example.
  ///   - others: The members of the schema besides the type.
  package static func text(
    like example: String,
    _ others: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, JSONValue> = [:]
  ) -> Self {
    Self(
      "string", others(), form: "a text", like: example, write: { $1.string($0) }, make: { $0.text })
  }

  /// One of some words, which are checked later.
  package static func word(of words: @autoclosure @escaping @Sendable () -> [String]) -> Self {
    text(like: words().first ?? "", ["enum": .array(words().map(JSONValue.string))])
  }
}

extension MemberType where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of a type, which the schema lists in place.
  static var choice: Self {
    let words = word
    return Self(
      schema: { _ in
        .object(["type": .string("string"), "enum": .array(Value.allCases.map { .string($0.rawValue) })])
      }, like: words.example(), write: words.write, parse: words.parse)
  }
}

extension MemberType<[String]> {
  /// A list of texts; a text alone is a list of one.
  static var textOrTexts: Self {
    let list = texts
    return Self(
      schema: list.schema, like: [], text: .list, write: list.write,
      parse: { tree, source throws(SkiError) in
        switch tree {
        case .string(let text): return [text]
        case .array(let entries):
          let texts = entries.compactMap(\.text)
          if texts.count == entries.count { return texts }
          let other = entries.first { $0.text == nil } ?? tree
          throw source.document.wrong(source.words, "a list of texts", got: other)
        default: throw source.document.wrong(source.words, "a list of texts", got: tree)
        }
      })
  }

  /// A list of texts.
  package static var texts: Self { MemberType<String>.text.list }

  /// A list of some of the words, which are checked later.
  package static func texts(of words: @autoclosure @escaping @Sendable () -> [String]) -> Self {
    MemberType<String>.word(of: words()).list
  }
}

extension MemberType where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of a type.
  package static var word: Self {
    Self(
      schema: { $0.reference(words: Value.self) }, like: Value.allCases.first!,
      write: { $1.string($0.rawValue) },
      parse: { tree, source throws(SkiError) in
        guard let word = tree.text.flatMap({ Value(rawValue: $0) }) else {
          throw source.document.wrong(source.words, of: Value.allCases.map(\.rawValue), got: tree)
        }
        return word
      })
  }
}

extension MemberType<SourceID> {
  /// An id of the source of the map, as OpenStreetMap's.
  package static var source: MemberType<SourceID> {
    Self(
      "string", form: "a text", like: SourceID("way/4242"), write: { $1.string($0.rawValue) },
      make: { $0.text.map { SourceID($0) } })
  }
}

// MARK: Numbers

extension MemberType<Bool> {
  /// True or false.
  package static var flag: Self {
    Self(
      "boolean", form: "true or false", like: false, write: { $1.bool($0) },
      make: { if case .bool(let flag) = $0 { flag } else { nil } })
  }
}

extension MemberType<Int> {
  /// A whole number.
  package static var integer: Self { integer(like: 1) }

  /// A whole number within bounds, which are checked later.
  package static func integer(_ range: ClosedRange<Int>) -> Self {
    integer(
      like: range.lowerBound, ["minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)])
  }

  /// A number from 0 up.
  package static var count: Self { integer(like: 3, ["minimum": .integer(0)]) }

  private static func integer(
    like example: Int,
    _ others: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, JSONValue> = [:]
  ) -> Self {
    Self(
      "integer", others(), form: "a whole number", like: example, write: { $1.integer($0) },
      make: { $0.whole })
  }
}

extension MemberType<Int64> {
  /// A position in a list, from 0 up.
  package static var position: Self {
    Self(
      "integer", ["format": .string("int64"), "minimum": .integer(0)], form: "a whole number", like: 12,
      write: { $1.integer(Int($0)) }, make: { $0.whole.map { Int64($0) } })
  }
}

extension MemberType<Double> {
  /// A number with three decimals at most.
  package static var number: Self { number(places: 3, like: 1.5) }

  /// A duration in seconds, to the millisecond.
  package static var seconds: Self { number(places: 3, like: 420.5) }

  /// A length in metres, to the decimetre.
  package static var metres: Self { number(places: 1, like: 350.5) }

  /// A gradient: a positive ratio, 0.4 for 40 %.
  package static var ratio: Self { number(places: 4, like: 0.25) }

  /// Degrees of latitude.
  package static var latitude: Self { number(-90...90, places: 7, like: 46.02) }

  /// Degrees of longitude.
  package static var longitude: Self { number(-180...180, places: 7, like: 7.75) }

  /// A number.
  /// - Parameter places: The greatest number of decimals.
  package static func number(places: Int, like example: Double) -> Self {
    Self(
      "number", form: "a number", like: example, write: { $1.decimal($0, places: places) },
      make: { $0.finite })
  }

  /// A number within bounds, which are checked later.
  /// - Parameter places: The greatest number of decimals.
  package static func number(_ range: ClosedRange<Double>, places: Int, like example: Double) -> Self {
    Self(
      "number",
      [
        "minimum": .decimal(range.lowerBound, places: places),
        "maximum": .decimal(range.upperBound, places: places),
      ], form: "a number", like: example, write: { $1.decimal($0, places: places) }, make: { $0.finite })
  }
}

// MARK: Times

extension MemberType<UniversalTime> {
  /// A moment.
  package static var time: MemberType<UniversalTime> {
    Self(
      schema: { _ in .object(["type": .string("string"), "format": .string("date-time")]) },
      like: UniversalTime(secondsSince1970: 1_768_638_600),
      write: { time, json in json.value(.time(time)) },
      parse: { tree, source throws(SkiError) in
        guard let time = tree.text.flatMap({ source.document.time($0) }) else {
          throw source.document.wrong(source.words, "a time as 2026-01-17T09:30:00Z")
        }
        return time
      })
  }

  /// A moment, written to the second.
  package static var second: MemberType<UniversalTime> {
    Self(
      schema: time.schema, like: time.example(), write: { $1.string($0.iso8601()) }, parse: time.parse)
  }
}

extension MemberType<CalendarDay> {
  /// A day of the calendar.
  package static var day: Self {
    Self(
      text: "a day as 2026-01-17", ["format": .string("date")], like: CalendarDay(daysSince1970: 20_470),
      write: { $0.description }, make: { try CalendarDay($0) })
  }
}

extension MemberType<DayTime> {
  /// A moment on the local clock, to the minute.
  package static var clock: Self {
    Self(
      text: "a time as 14:30", ["pattern": .string("^[0-2][0-9]:[0-5][0-9]$")],
      like: DayTime(hour: 14, minute: 30),
      write: { $0.description }, make: { try DayTime($0) })
  }
}

// MARK: Places

extension MemberType<GraphPoint> {
  /// A position: longitude and latitude in degrees, and the elevation in metres where it is known.
  package static var position: Self {
    Self(
      "array",
      ["items": .object(["type": .string("number")]), "minItems": .integer(2), "maxItems": .integer(3)],
      form: "a list of longitude, latitude and elevation",
      like: GraphPoint(
        position: FixedCoordinate(Coordinate(latitude: 46.02, longitude: 7.75)),
        elevationCentimetres: 210_050),
      write: { point, json in
        json.position(point.position, elevationCentimetres: point.elevationCentimetres)
      }, make: { $0.numbers.flatMap(GraphPoint.init(numbers:)) })
  }
}

extension GraphPoint {
  fileprivate init?(numbers: [Double]) {
    guard (2...3).contains(numbers.count), Coordinate(latitude: numbers[1], longitude: numbers[0]).isValid
    else { return nil }
    let centimetres = numbers.count == 3 ? Int32(exactly: (numbers[2] * 100).rounded()) : nil
    self.init(
      position: FixedCoordinate(Coordinate(latitude: numbers[1], longitude: numbers[0])),
      elevationCentimetres: centimetres)
  }
}

extension MemberType<Coordinate> {
  /// A pair of longitude and latitude in degrees.
  package static var place: MemberType<Coordinate> {
    MemberType(
      numbers: 2, places: 6, like: Coordinate(latitude: 46.02, longitude: 7.75),
      write: { [$0.longitude, $0.latitude] }, make: { Coordinate(latitude: $0[1], longitude: $0[0]) })
  }
}

extension MemberType<BoundingBox> {
  /// An extent: west, south, east and north in degrees.
  package static var bounds: MemberType<BoundingBox> {
    MemberType(
      numbers: 4, places: 7, like: BoundingBox(south: 45.2, west: 6.5, north: 45.5, east: 6.9),
      write: { [$0.west, $0.south, $0.east, $0.north] },
      make: { BoundingBox(south: $0[1], west: $0[0], north: $0[3], east: $0[2]) })
  }
}

// MARK: Documents

extension MemberType where Value: ContractDocument {
  /// A document; unknown members of it are refused where those of the whole are.
  package static var document: Self {
    Self(
      schema: { $0.reference(Value.self) }, like: Value.example, write: { $0.write(to: &$1) },
      parse: { tree, source throws(SkiError) in
        let names = source.document.isStrict ? Value.names : nil
        return try Value(source.document.object(tree, source.name, entry: source.words, names: names))
      })
  }
}

extension MemberType {
  /// A list of words of a type.
  package static func words<Word: RawRepresentable<String> & CaseIterable & Sendable>() -> Self
  where Value == [Word] { MemberType<Word>.word.list }

  /// A list of documents.
  package static func documents<Element: ContractDocument>() -> Self where Value == [Element] {
    MemberType<Element>.document.list
  }

  /// An object whose names are words of a type, written in their order.
  package static func byWord<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable, Element>(
    _ type: MemberType<Element>
  ) -> Self where Value == [Word: Element] {
    MemberType(
      schema: { table in
        .object([
          "type": .string("object"),
          "properties": .object(Word.allCases.map { .init($0.rawValue, type.schema(&table)) }),
        ])
      }, like: [:],
      write: { values, json in
        json.object { json in
          for word in Word.allCases {
            guard let value = values[word] else { continue }
            json.name(plain: word.rawValue)
            type.write(value, &json)
          }
        }
      },
      parse: { tree, source throws(SkiError) in
        guard case .object(let members) = tree else { throw source.document.wrong(source.words, "an object") }
        var values: [Word: Element] = [:]
        for (name, value) in members {
          if let word = Word(rawValue: name) { values[word] = try type.parse(value, source) }
        }
        return values
      })
  }
}

extension MemberType<[SourceID]> {
  /// A list of ids of the source of the map.
  package static var sources: Self { MemberType<SourceID>.source.list }
}
