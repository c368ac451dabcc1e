package import SkiBase

/// The way in which the values of a type are read and described.
package struct MemberForm<Value: Sendable>: Sendable {
  /// The schemas of a type, in words of JSON Schema.
  package typealias Schema = @Sendable (inout SchemaTable) -> JSONValue
  /// The members of a schema besides its type.
  package typealias SchemaMembers = KeyValuePairs<String, JSONValue>

  /// Returns the schema.
  package let schema: Schema
  /// Returns a value.
  package let example: @Sendable () -> Value
  /// The form of values in the texts of a query.
  let textForm: DocumentReader.TextForm
  /// Returns the value of a member, which is not null.
  let parse: @Sendable (JSONTree, MemberSource) throws(SkiError) -> Value

  /// Creates a form.
  /// - Parameters:
  ///   - schema: Returns the schema.
  ///   - example: A value.
  ///   - textForm: The form of values in the texts of a query.
  ///   - parse: Returns the value of a member, which is not null.
  package init(
    schema: @escaping Schema, like example: @autoclosure @escaping @Sendable () -> Value,
    text textForm: DocumentReader.TextForm = .text,
    parse: @escaping @Sendable (JSONTree, MemberSource) throws(SkiError) -> Value
  ) {
    (self.schema, self.example, self.textForm, self.parse) = (schema, example, textForm, parse)
  }

  /// Creates a form of values that are no object.
  /// - Parameters:
  ///   - type: The type of JSON.
  ///   - others: The members of the schema besides the type.
  ///   - form: The form that a value must have, for messages.
  ///   - example: A value.
  ///   - make: Returns the value of JSON; nil for another form.
  package init(
    _ type: String, _ others: SchemaMembers = [:], form: String,
    like example: @autoclosure @escaping @Sendable () -> Value,
    make: @escaping @Sendable (JSONTree) -> Value?
  ) {
    let members = [JSONValue.Member("type", .string(type))] + others.map { .init($0.key, $0.value) }
    self.init(
      schema: { _ in .object(members) }, like: example(), text: DocumentReader.TextForm(type: type),
      parse: { tree, source throws(SkiError) in
        guard let value = make(tree) else { throw source.document.wrong(source.words, form, got: tree) }
        return value
      })
  }

  /// Creates a form of values that are written as a text.
  /// - Parameters:
  ///   - form: The form that the text must have, for messages.
  ///   - others: The members of the schema besides the type.
  ///   - example: A value.
  ///   - make: Creates the value of a text.
  package init(
    text form: String, _ others: SchemaMembers = [:],
    like example: @autoclosure @escaping @Sendable () -> Value,
    make: @escaping @Sendable (String) throws -> Value
  ) {
    self.init("string", others, form: form, like: example(), make: { $0.text.flatMap { try? make($0) } })
  }

  /// Creates a form of values that are written as a list of a fixed number of numbers.
  package init(
    numbers count: Int, like example: @autoclosure @escaping @Sendable () -> Value,
    make: @escaping @Sendable ([Double]) -> Value
  ) {
    self.init(
      "array",
      [
        "items": .object(["type": .string("number")]), "minItems": .integer(count),
        "maxItems": .integer(count),
      ], form: "a list of \(count) numbers", like: example(),
      make: { $0.numbers.flatMap { $0.count == count ? make($0) : nil } })
  }

  /// Returns the value of a member; nil when it is absent or null.
  /// - Throws: `SkiError` with code `.invalidArgument` for another form.
  package func read(_ document: DocumentReader, _ name: String) throws(SkiError) -> Value? {
    guard let value = try document.value(name, as: textForm) else { return nil }
    return try parse(value, MemberSource(document: document, name: name))
  }

  func only(_ value: Value, _ json: JSONValue) -> MemberForm {
    MemberForm(
      schema: { [schema] table in
        guard case .object(let members) = schema(&table) else { return schema(&table) }
        return .object(members + [.init("const", json)])
      }, like: value, parse: parse)
  }

  var list: MemberForm<[Value]> {
    MemberForm<[Value]>(
      schema: { [schema] in .object(["type": .string("array"), "items": schema(&$0)]) }, like: [example()],
      text: .list,
      parse: { [parse] tree, source throws(SkiError) in
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

  var nullable: MemberForm<Value?> {
    MemberForm<Value?>(
      schema: { [schema] in SchemaTable.nullable(schema(&$0)) }, like: example(),
      parse: { [parse] tree, source throws(SkiError) -> Value? in
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
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The number; nil for other values, and beyond the range of doubles.
  var finite: Double? { nearestDouble.flatMap { $0.isFinite ? $0 : nil } }

  /// The whole number within 2⁵³; nil for other values.
  var whole: Int? {
    guard let number = finite, number.rounded() == number, abs(number) <= 9_007_199_254_740_992 else {
      return nil
    }
    return Int(number)
  }

  /// The numbers of a list; nil for other values.
  var numbers: [Double]? {
    guard case .array(let entries) = self else { return nil }
    let numbers = entries.compactMap(\.finite)
    return numbers.count == entries.count ? numbers : nil
  }
}
