package import SkiBase
package import SkiGraph

/// A type of the values of a document's member: how they are written, read and described.
///
/// Writing allocates nothing for the type: where the closures of a definition capture nothing, making the type is two function
/// pointers, and ``MemberForm`` is made where a document is read or described.
package struct MemberType<Value: Sendable>: Sendable {
  /// Writes a value.
  package let write: @Sendable (Value, inout JSONWriter) -> Void
  private let makeForm: @Sendable () -> MemberForm<Value>

  /// Creates a type.
  /// - Parameters:
  ///   - write: Writes a value.
  ///   - form: The form of the values.
  package init(
    write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
    as form: @autoclosure @escaping @Sendable () -> MemberForm<Value>
  ) {
    (self.write, makeForm) = (write, form)
  }

  /// The way in which values are read and described.
  package var form: MemberForm<Value> { makeForm() }

  /// Returns a value.
  package func example() -> Value { form.example() }

  /// Returns the value of a member; nil when it is absent or null.
  /// - Throws: `SkiError` with code `.invalidArgument` for another form.
  package func read(_ document: DocumentReader, _ name: String) throws(SkiError) -> Value? {
    // The form is made for members that are there alone.
    document.has(name) ? try form.read(document, name) : nil
  }

  /// Returns a value as JSON.
  package func json(_ value: Value) -> JSONValue {
    var json = JSONWriter(capacity: 0)
    write(value, &json)
    return .encoded(String(decoding: json.bytes, as: UTF8.self))
  }

  /// The type with one value alone.
  func only(_ value: Value) -> MemberType {
    MemberType(write: write, as: form.only(value, json(value)))
  }

  /// The type of lists of values.
  package var list: MemberType<[Value]> {
    let write = write
    return MemberType<[Value]>(
      write: { values, json in json.array { json in for value in values { write(value, &json) } } },
      as: form.list)
  }

  /// The type of values and null.
  package var nullable: MemberType<Value?> {
    let write = write
    return MemberType<Value?>(
      write: { value, json in if let value { write(value, &json) } else { json.string(nil) } },
      as: form.nullable)
  }
}

// MARK: Texts and words

extension MemberType<String> {
  /// Any text.
  package static var text: Self { Self(write: { $1.string($0) }, as: .text(like: "text")) }

  /// Any text.
  /// - Parameters:
  ///   - example: An example.
  ///   - others: The members of the schema besides the type.
  package static func text(
    like example: String,
    _ others: @autoclosure @escaping @Sendable () -> MemberForm<String>.SchemaMembers = [:]
  ) -> Self {
    Self(write: { $1.string($0) }, as: .text(like: example, others()))
  }

  /// One of some words, which are checked later.
  package static func word(of words: @autoclosure @escaping @Sendable () -> [String]) -> Self {
    Self(write: { $1.string($0) }, as: .word(of: words()))
  }
}

extension MemberForm<String> {
  /// Any text.
  static func text(like example: String, _ others: SchemaMembers = [:]) -> Self {
    Self("string", others, form: "a text", like: example, make: { $0.text })
  }

  fileprivate static func word(of words: [String]) -> Self {
    text(like: words.first ?? "", ["enum": .array(words.map(JSONValue.string))])
  }
}

extension MemberType<[String]> {
  /// A list of texts.
  package static var texts: Self {
    Self(write: { $1.texts($0) }, as: MemberForm<String>.text(like: "text").list)
  }

  /// A list of some of the words, which are checked later.
  package static func texts(of words: @autoclosure @escaping @Sendable () -> [String]) -> Self {
    Self(write: { $1.texts($0) }, as: MemberForm<String>.word(of: words()).list)
  }

  /// A list of texts; a text alone is a list of one.
  static var textOrTexts: Self {
    Self(
      write: { $1.texts($0) },
      as: MemberForm(
        schema: texts.form.schema, like: [], text: .list,
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
        }))
  }
}

extension JSONWriter {
  fileprivate mutating func texts(_ texts: [String]) {
    array { json in for text in texts { json.string(text) } }
  }
}

extension MemberType where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of a type.
  package static var word: Self { Self(write: { $1.string($0.rawValue) }, as: .word) }

  /// One of the words of a type, which the schema lists in place.
  static var choice: Self {
    Self(
      write: { $1.string($0.rawValue) },
      as: MemberForm(
        schema: { _ in
          .object(["type": .string("string"), "enum": .array(Value.allCases.map { .string($0.rawValue) })])
        }, like: Value.allCases.first!, parse: MemberForm<Value>.word.parse))
  }
}

extension MemberForm where Value: RawRepresentable<String> & CaseIterable {
  fileprivate static var word: Self {
    Self(
      schema: { $0.reference(words: Value.self) }, like: Value.allCases.first!,
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
  package static var source: MemberType<SourceID> { Self(write: { $1.string($0.rawValue) }, as: .source) }
}

extension MemberType<[SourceID]> {
  /// A list of ids of the source of the map.
  package static var sources: MemberType<[SourceID]> {
    Self(
      write: { ids, json in json.array { json in for id in ids { json.string(id.rawValue) } } },
      as: MemberForm<SourceID>.source.list)
  }
}

extension MemberForm<SourceID> {
  fileprivate static var source: Self {
    Self("string", form: "a text", like: SourceID("way/4242"), make: { $0.text.map { SourceID($0) } })
  }
}

// MARK: Numbers

extension MemberType<Bool> {
  /// True or false.
  package static var flag: Self {
    Self(
      write: { $1.bool($0) },
      as: MemberForm(
        "boolean", form: "true or false", like: false,
        make: { if case .bool(let flag) = $0 { flag } else { nil } }))
  }
}

extension MemberType<Int> {
  /// A whole number.
  package static var integer: Self { Self(write: { $1.integer($0) }, as: .integer(like: 1)) }

  /// A whole number within bounds, which are checked later.
  package static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(
      write: { $1.integer($0) },
      as: .integer(
        like: range.lowerBound,
        ["minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]))
  }

  /// A number from 0 up.
  package static var count: Self {
    Self(write: { $1.integer($0) }, as: .integer(like: 3, ["minimum": .integer(0)]))
  }
}

extension MemberForm<Int> {
  fileprivate static func integer(like example: Int, _ others: SchemaMembers = [:]) -> Self {
    Self("integer", others, form: "a whole number", like: example, make: { $0.whole })
  }
}

extension MemberType<Int64> {
  /// A position in a list, from 0 up.
  package static var position: Self {
    Self(
      write: { $1.integer(Int($0)) },
      as: MemberForm(
        "integer", ["format": .string("int64"), "minimum": .integer(0)], form: "a whole number", like: 12,
        make: { $0.whole.map { Int64($0) } }))
  }
}

extension MemberType<Double> {
  /// A number with three decimals at most.
  package static var number: Self { Self(write: { $1.decimal($0, places: 3) }, as: .number(like: 1.5)) }

  /// A duration in seconds, to the millisecond.
  package static var seconds: Self { Self(write: { $1.decimal($0, places: 3) }, as: .number(like: 420.5)) }

  /// A length in metres, to the decimetre.
  package static var metres: Self { Self(write: { $1.decimal($0, places: 1) }, as: .number(like: 350.5)) }

  /// A gradient: a positive ratio, 0.4 for 40 %.
  package static var ratio: Self { Self(write: { $1.decimal($0, places: 4) }, as: .number(like: 0.25)) }

  /// Degrees of latitude.
  package static var latitude: Self {
    Self(write: { $1.decimal($0, places: 7) }, as: .number(-90...90, places: 7, like: 46.02))
  }

  /// Degrees of longitude.
  package static var longitude: Self {
    Self(write: { $1.decimal($0, places: 7) }, as: .number(-180...180, places: 7, like: 7.75))
  }

  /// A number.
  /// - Parameter places: The greatest number of decimals.
  static func number(places: Int, like example: Double) -> Self {
    Self(write: { $1.decimal($0, places: places) }, as: .number(like: example))
  }

  /// A number within bounds, which are checked later.
  /// - Parameter places: The greatest number of decimals.
  package static func number(_ range: ClosedRange<Double>, places: Int, like example: Double) -> Self {
    Self(
      write: { $1.decimal($0, places: places) }, as: .number(range, places: places, like: example))
  }
}

extension MemberForm<Double> {
  /// A number.
  static func number(like example: Double, _ others: SchemaMembers = [:]) -> Self {
    Self("number", others, form: "a number", like: example, make: { $0.finite })
  }

  fileprivate static func number(
    _ range: ClosedRange<Double>, places: Int, like example: Double
  ) -> Self {
    number(
      like: example,
      [
        "minimum": .decimal(range.lowerBound, places: places),
        "maximum": .decimal(range.upperBound, places: places),
      ])
  }
}

// MARK: Times

extension MemberType<UniversalTime> {
  /// A moment.
  package static var time: Self { Self(write: { $1.value(.time($0)) }, as: .time) }

  /// A moment, written to the second.
  package static var second: Self { Self(write: { $1.string($0.iso8601()) }, as: .time) }
}

extension MemberForm<UniversalTime> {
  fileprivate static var time: Self {
    Self(
      schema: { _ in .object(["type": .string("string"), "format": .string("date-time")]) },
      like: UniversalTime(secondsSince1970: 1_768_638_600),
      parse: { tree, source throws(SkiError) in
        guard let time = tree.text.flatMap({ source.document.time($0) }) else {
          throw source.document.wrong(source.words, "a time as 2026-01-17T09:30:00Z")
        }
        return time
      })
  }
}

extension MemberType<CalendarDay> {
  /// A day of the calendar.
  package static var day: Self {
    Self(
      write: { $1.string($0.description) },
      as: MemberForm(
        text: "a day as 2026-01-17", ["format": .string("date")], like: CalendarDay(daysSince1970: 20_470),
        make: { try CalendarDay($0) }))
  }
}

extension MemberType<DayTime> {
  /// A moment on the local clock, to the minute.
  package static var clock: Self {
    Self(
      write: { $1.string($0.description) },
      as: MemberForm(
        text: "a time as 14:30", ["pattern": .string("^[0-2][0-9]:[0-5][0-9]$")],
        like: DayTime(hour: 14, minute: 30), make: { try DayTime($0) }))
  }
}

// MARK: Places

extension MemberType<GraphPoint> {
  /// A position: longitude and latitude in degrees, and the elevation in metres where it is known.
  package static var position: Self { Self(write: { $1.position($0) }, as: .position) }
}

extension MemberType<[GraphPoint]> {
  /// A list of positions.
  package static var positions: Self {
    Self(
      write: { points, json in json.array { json in for point in points { json.position(point) } } },
      as: MemberForm<GraphPoint>.position.list)
  }
}

extension MemberForm<GraphPoint> {
  fileprivate static var position: Self {
    Self(
      "array",
      ["items": .object(["type": .string("number")]), "minItems": .integer(2), "maxItems": .integer(3)],
      form: "a list of longitude, latitude and elevation",
      like: GraphPoint(
        position: FixedCoordinate(Coordinate(latitude: 46.02, longitude: 7.75)),
        elevationCentimetres: 210_050),
      make: { $0.numbers.flatMap(GraphPoint.init(numbers:)) })
  }
}

extension JSONWriter {
  fileprivate mutating func position(_ point: GraphPoint) {
    position(point.position, elevationCentimetres: point.elevationCentimetres)
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
    Self(
      write: { place, json in
        json.array { json in
          json.decimal(place.longitude, places: 6)
          json.decimal(place.latitude, places: 6)
        }
      },
      as: MemberForm(
        numbers: 2, like: Coordinate(latitude: 46.02, longitude: 7.75),
        make: { Coordinate(latitude: $0[1], longitude: $0[0]) }))
  }
}

extension MemberType<BoundingBox> {
  /// An extent: west, south, east and north in degrees.
  package static var bounds: MemberType<BoundingBox> {
    Self(
      write: { box, json in
        json.array { json in
          for number in [box.west, box.south, box.east, box.north] { json.decimal(number, places: 7) }
        }
      },
      as: MemberForm(
        numbers: 4, like: BoundingBox(south: 45.2, west: 6.5, north: 45.5, east: 6.9),
        make: { BoundingBox(south: $0[1], west: $0[0], north: $0[3], east: $0[2]) }))
  }
}

// MARK: Documents

extension MemberType where Value: ContractDocument {
  /// A document; unknown members of it are refused where those of the whole are.
  package static var document: Self { Self(write: { $0.write(to: &$1) }, as: .document) }
}

extension MemberForm where Value: ContractDocument {
  fileprivate static var document: Self {
    Self(
      schema: { $0.reference(Value.self) }, like: Value.example,
      parse: { tree, source throws(SkiError) in
        let names = source.document.isStrict ? Value.names : nil
        return try Value(source.document.object(tree, source.name, entry: source.words, names: names))
      })
  }
}

extension MemberType {
  /// A list of words of a type.
  package static func words<Word: RawRepresentable<String> & CaseIterable & Sendable>() -> Self
  where Value == [Word] {
    Self(
      write: { words, json in json.array { json in for word in words { json.string(word.rawValue) } } },
      as: MemberForm<Word>.word.list)
  }

  /// A list of documents.
  package static func documents<Element: ContractDocument>() -> Self where Value == [Element] {
    Self(
      write: { documents, json in
        json.array { json in for document in documents { document.write(to: &json) } }
      }, as: MemberForm<Element>.document.list)
  }

  /// An object whose names are words of a type, written in their order.
  package static func byWord<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable, Element>(
    _ type: MemberType<Element>
  ) -> Self where Value == [Word: Element] {
    Self(
      write: { values, json in
        json.object { json in
          for word in Word.allCases {
            guard let value = values[word] else { continue }
            json.name(plain: word.rawValue)
            type.write(value, &json)
          }
        }
      }, as: .byWord(type.form))
  }
}

extension MemberForm {
  fileprivate static func byWord<
    Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable, Element
  >(_ element: MemberForm<Element>) -> Self where Value == [Word: Element] {
    Self(
      schema: { table in
        .object([
          "type": .string("object"),
          "properties": .object(Word.allCases.map { .init($0.rawValue, element.schema(&table)) }),
        ])
      }, like: [:],
      parse: { tree, source throws(SkiError) in
        guard case .object(let members) = tree else { throw source.document.wrong(source.words, "an object") }
        var values: [Word: Element] = [:]
        for (name, value) in members {
          if let word = Word(rawValue: name) { values[word] = try element.parse(value, source) }
        }
        return values
      })
  }
}
