package import SkiBase

/// A value of the contract: one declaration of its members gives its JSON, its reader and its schema.
///
/// ```swift
/// extension Refuge: ContractDocument {
///   package static let title = "Refuge"
///   package static let summary = "A hut of the map."
///
///   package static func form(_ member: inout DocumentForm<Refuge>) throws(SkiError) -> Refuge {
///     var refuge = member.start(Refuge())
///     try member("name", .text, "The name.", &refuge.name)
///     try member.optional("elevationMetres", .metres, "The elevation.", &refuge.elevationMetres)
///     return refuge
///   }
/// }
/// ```
///
/// A value that can't be made before its members are known gives a function for each: `try member("name", .text, "…") { $0.name }`
/// returns the value.
package protocol ContractDocument: Sendable {
  /// The name of the schema.
  static var title: String { get }
  /// One sentence on the value.
  static var summary: String { get }

  /// Visits all members in the order of the JSON, and returns the value that they give.
  ///
  /// Members are visited whatever their values are; a value that can't be made of them is refused at the end.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.malformedData` that names the member.
  static func form(_ member: inout DocumentForm<Self>) throws(SkiError) -> Self

  /// Changes how members are read, before any is.
  static func prepare(_ reader: inout DocumentReader)
}

extension ContractDocument {
  package static func prepare(_ reader: inout DocumentReader) {}

  /// Writes the value as an object of JSON. Complexity: O(size).
  package func write(to json: inout JSONWriter) { json.object { writeMembers(to: &$0) } }

  /// Writes the members of the value into an object of JSON. Complexity: O(size).
  /// - Parameter hasGeometry: Indicates whether the members are written that GeoJSON has elsewhere.
  package func writeMembers(to json: inout JSONWriter, hasGeometry: Bool = true) {
    var form = DocumentForm(writing: self)
    form.visitor.hasGeometry = hasGeometry
    swap(&form.visitor.json, &json)
    // The members give the value itself again.
    _ = try? Self.form(&form)
    swap(&form.visitor.json, &json)
  }

  /// The members that have a value, each as JSON, in order.
  var members: [(name: String, bytes: [UInt8])] {
    var form = DocumentForm(writing: self)
    form.visitor.collected = []
    _ = try? Self.form(&form)
    return form.visitor.collected ?? []
  }

  /// Returns the value as a line of JSON in UTF-8.
  /// - Parameter capacity: The bytes to reserve.
  /// - Complexity: O(size).
  package func jsonLine(capacity: Int = 1024) -> [UInt8] {
    JSONWriter.line(capacity: capacity) { write(to: &$0) }
  }

  /// Returns the value as a line of JSON.
  /// - Parameter capacity: The bytes to reserve.
  /// - Complexity: O(size).
  package func line(capacity: Int = 1024) -> TerminalText {
    TerminalText(json: { write(to: &$0) }, capacity: capacity)
  }

  /// The value as an object of JSON.
  package var json: JSONValue { MemberType<Self>.document.json(self) }

  /// Creates the value from its document.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.malformedData`, naming the member.
  package init(_ document: DocumentReader) throws(SkiError) {
    var document = document
    Self.prepare(&document)
    var form = DocumentForm<Self>(reading: document)
    self = try Self.form(&form)
  }

  /// The names of the members, in order.
  package static var names: [String] { descriptions.map(\.name) }

  /// The descriptions of the members, in order.
  package static var descriptions: [MemberDescription] { described.members }

  /// A value that is made of the members' examples.
  package static var example: Self {
    guard let example = described.example else { preconditionFailure("the examples make no \(title)") }
    return example
  }

  private static var described: (members: [MemberDescription], example: Self?) {
    var form = DocumentForm<Self>(visitor: MemberVisitor(.describing))
    let example = try? Self.form(&form)
    return (form.visitor.descriptions, example)
  }
}

/// One member of a document, as its schema describes it.
package struct MemberDescription: Sendable {
  /// The presence of a member.
  package enum Presence: Sendable {
    /// It is always there.
    case required
    /// It is there in results, null without a value; requests may leave it out.
    case nullable
    /// It is left out without a value.
    case omittable
    /// It is null without a value, and left out of some documents.
    case nullableOrOmitted
    /// It is there in results; requests may leave it out, and mean the default.
    case defaulted(JSONValue)
  }

  /// The name.
  package let name: String
  /// One sentence on its meaning.
  package let documentation: String
  /// The presence.
  package var presence: Presence
  /// Returns the schema of its values.
  package let schema: @Sendable (inout SchemaTable) -> JSONValue
  /// Returns a value.
  package let example: @Sendable () -> JSONValue
  /// The form of values in the texts of a query.
  package let textForm: DocumentReader.TextForm

  /// Creates a description of a member with values of a type.
  package init<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ presence: Presence
  ) {
    (self.name, self.documentation, self.presence) = (name, documentation, presence)
    let form = type.form
    (schema, textForm) = (form.schema, form.textForm)
    example = { type.json(form.example()) }
  }

  /// Indicates whether it is always there.
  package var isRequired: Bool { if case .required = presence { true } else { false } }

  /// The member where its document may lack the part that it belongs to.
  fileprivate var ofOptionalPart: MemberDescription {
    var description = self
    switch presence {
    case .required, .omittable, .defaulted: description.presence = .omittable
    case .nullable, .nullableOrOmitted: description.presence = .nullableOrOmitted
    }
    return description
  }
}

/// A pass over members with what comes of it: one visitor passes through a document and its parts.
private struct MemberVisitor {
  // The members of documents are visited by these methods, which are compiled once for each type of value, not of document.

  enum Pass { case writing, reading, describing }

  let pass: Pass
  /// The document that is read.
  let reader: DocumentReader?
  var json = JSONWriter(capacity: 0)
  /// Indicates whether members are written that the geometry of a GeoJSON feature has.
  var hasGeometry = true
  var descriptions: [MemberDescription] = []
  /// The members that are written one by one; nil where they are written into one object.
  var collected: [(name: String, bytes: [UInt8])]?
  /// The number of members that were found in the document that is read.
  var readCount = 0

  init(_ pass: Pass, _ reader: DocumentReader? = nil) { (self.pass, self.reader) = (pass, reader) }

  mutating func write<Value>(_ name: String, _ type: MemberType<Value>, _ value: Value) {
    json.name(plain: name)
    type.write(value, &json)
    guard collected != nil else { return }
    var one = JSONWriter(capacity: 0)
    type.write(value, &one)
    collected?.append((name, one.bytes))
  }

  mutating func writeNull(_ name: String) {
    json.name(plain: name)
    json.string(nil)
  }

  mutating func read<Value>(_ name: String, _ type: MemberType<Value>) throws(SkiError) -> Value? {
    guard let reader, reader.has(name) else { return nil }
    readCount += 1
    return try type.form.read(reader, name)
  }

  mutating func describe<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String,
    _ presence: MemberDescription.Presence
  ) {
    descriptions.append(MemberDescription(name, type, documentation, presence))
  }

  func require<Value>(_ name: String, _ value: Value?) throws(SkiError) -> Value {
    if let reader { return try reader.require(name, value) }
    guard let value else { throw SkiError(.invalidArgument, "document lacks \(name); send it") }
    return value
  }

  func wrong(_ name: String, _ form: String) -> SkiError {
    SkiError(.invalidArgument, "\(name) of \(reader?.noun ?? "document") must be \(form)")
  }

  // MARK: Members in place

  @inline(never)
  mutating func required<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: inout Value
  ) throws(SkiError) {
    switch pass {
    case .writing: write(name, type, value)
    case .reading: value = try require(name, read(name, type))
    case .describing:
      describe(name, type, documentation, .required)
      value = type.example()
    }
  }

  @inline(never)
  mutating func optional<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, isLeftOut: Bool?,
    _ value: inout Value?
  ) throws(SkiError) {
    switch pass {
    case .writing:
      if isLeftOut == true { return }
      if let value { write(name, type, value) } else { writeNull(name) }
    case .reading: value = try read(name, type)
    case .describing:
      describe(name, type, documentation, isLeftOut == nil ? .nullable : .nullableOrOmitted)
      value = type.example()
    }
  }

  @inline(never)
  mutating func given<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: inout Value?
  ) throws(SkiError) {
    switch pass {
    case .writing: if let value { write(name, type, value) }
    case .reading: value = try read(name, type)
    case .describing:
      describe(name, type, documentation, .omittable)
      value = type.example()
    }
  }

  @inline(never)
  mutating func preset<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: inout Value
  ) throws(SkiError) {
    switch pass {
    case .writing: write(name, type, value)
    case .reading: value = try read(name, type) ?? value
    case .describing: describe(name, type, documentation, .defaulted(type.json(value)))
    }
  }

  @inline(never)
  mutating func constant<Value: Equatable>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: Value
  ) throws(SkiError) {
    switch pass {
    case .writing: write(name, type, value)
    case .reading: guard try read(name, type) == value else { throw wrong(name, "\(value)") }
    case .describing: describe(name, type.only(value), documentation, .required)
    }
  }

  // MARK: Members that are returned

  /// Visits a member whose value, where the document is written, is given.
  @inline(never)
  mutating func member<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String,
    _ presence: @autoclosure () -> MemberDescription.Presence, isNullWritten: Bool, _ value: Value?
  ) throws(SkiError) -> Value? {
    switch pass {
    case .writing:
      if let value { write(name, type, value) } else if isNullWritten { writeNull(name) }
      return value
    case .reading: return try read(name, type)
    case .describing:
      describe(name, type, documentation, presence())
      return type.example()
    }
  }
}

/// One pass over the members of a document, in order: it writes them as JSON, reads them, or describes them.
package struct DocumentForm<Document: Sendable> {
  fileprivate var visitor: MemberVisitor
  /// The document that is written, until ``start(_:)`` takes it.
  private var document: Document?

  /// Creates the pass that reads a document.
  init(reading reader: DocumentReader) { visitor = MemberVisitor(.reading, reader) }

  fileprivate init(writing document: Document) {
    (visitor, self.document) = (MemberVisitor(.writing), document)
  }

  fileprivate init(visitor: MemberVisitor) { self.visitor = visitor }

  /// The number of members that were found in the document that is read.
  var readCount: Int { visitor.readCount }

  // MARK: Members that are returned

  /// Visits a member that must be there.
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type of its values.
  ///   - documentation: One sentence on its meaning.
  ///   - value: Returns the value of a document.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is absent or of another form.
  @inline(__always)
  package mutating func callAsFunction<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: (Document) -> Value
  ) throws(SkiError) -> Value {
    let found = try visitor.member(
      name, type, documentation, .required, isNullWritten: false, document.map(value))
    return try visitor.require(name, found)
  }

  /// Visits a member that is null without a value.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  @inline(__always)
  package mutating func optional<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: (Document) -> Value?
  ) throws(SkiError) -> Value? {
    try visitor.member(name, type, documentation, .nullable, isNullWritten: true, document.flatMap(value))
  }

  /// Visits a member that is null without a value, and left out of some documents.
  /// - Parameter isLeftOut: Returns whether a document does not have the member.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  @inline(__always)
  package mutating func optional<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String,
    unless isLeftOut: (Document) -> Bool, _ value: (Document) -> Value?
  ) throws(SkiError) -> Value? {
    if let document, isLeftOut(document) { return value(document) }
    return try visitor.member(
      name, type, documentation, .nullableOrOmitted, isNullWritten: true, document.flatMap(value))
  }

  /// Visits a member that is left out without a value.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  @inline(__always)
  package mutating func given<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: (Document) -> Value?
  ) throws(SkiError) -> Value? {
    try visitor.member(name, type, documentation, .omittable, isNullWritten: false, document.flatMap(value))
  }

  /// Visits a member that has a default where it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  @inline(__always)
  package mutating func callAsFunction<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, default standard: Value,
    _ value: (Document) -> Value
  ) throws(SkiError) -> Value {
    try visitor.member(
      name, type, documentation, .defaulted(type.json(standard)), isNullWritten: false, document.map(value))
      ?? standard
  }

  // MARK: Members in place

  /// Returns the document that is written, which the form then no longer has; in other passes the given one, whose members
  /// are then set.
  package mutating func start(_ blank: @autoclosure () -> Document) -> Document { document.take() ?? blank() }

  /// Visits a member that must be there.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is absent or of another form.
  @inline(__always)
  package mutating func callAsFunction<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: inout Value
  ) throws(SkiError) {
    try visitor.required(name, type, documentation, &value)
  }

  /// Visits a member that is null without a value.
  /// - Parameter isLeftOut: Indicates whether the document that is written does not have the member; nil for documents
  ///   that all have it.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  @inline(__always)
  package mutating func optional<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, unless isLeftOut: Bool? = nil,
    _ value: inout Value?
  ) throws(SkiError) {
    try visitor.optional(name, type, documentation, isLeftOut: isLeftOut, &value)
  }

  /// Visits a member that is left out without a value.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  @inline(__always)
  package mutating func given<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: inout Value?
  ) throws(SkiError) {
    try visitor.given(name, type, documentation, &value)
  }

  /// Visits a member that has a default where it is absent: the value of a blank document.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  @inline(__always)
  package mutating func preset<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: inout Value
  ) throws(SkiError) {
    try visitor.preset(name, type, documentation, &value)
  }

  /// Visits a member that must be there, but for properties of GeoJSON, whose geometry it is.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is absent or of another form.
  @inline(__always)
  package mutating func geometry<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: inout Value
  ) throws(SkiError) {
    if visitor.pass == .writing, !visitor.hasGeometry { return }
    try visitor.required(name, type, documentation, &value)
  }

  /// Visits a list of documents, which leave out their geometry where this one does.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is absent or of another form.
  package mutating func outlines<Part: ContractDocument>(
    _ name: String, _ documentation: String, _ parts: inout [Part]
  ) throws(SkiError) {
    guard visitor.pass == .writing else { return try self(name, .documents(), documentation, &parts) }
    let hasGeometry = visitor.hasGeometry
    visitor.json.name(plain: name)
    visitor.json.array { json in
      for part in parts { json.object { part.writeMembers(to: &$0, hasGeometry: hasGeometry) } }
    }
  }

  /// Visits a member whose values are all the same, as the name of a question.
  @inline(__always)
  package mutating func constant<Value: Equatable>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: Value
  ) throws(SkiError) {
    try visitor.constant(name, type, documentation, value)
  }

  // MARK: Parts

  /// Visits the members of a part, which belong to this document's object.
  /// - Throws: As the part.
  package mutating func part<Part: ContractDocument>(_ value: (Document) -> Part) throws(SkiError) -> Part {
    try visit(document.map(value))
  }

  /// Visits the members of a part, which belong to this document's object.
  /// - Throws: As the part.
  package mutating func part<Part: ContractDocument>(_ value: inout Part) throws(SkiError) {
    value = try visit(visitor.pass == .writing ? value : nil)
  }

  /// Visits the members of a part, which belong to this document's object, all or none of them.
  /// - Parameter name: A member of the part that is never null.
  /// - Throws: As the part.
  package mutating func part<Part: ContractDocument>(by name: String, _ value: inout Part?) throws(SkiError) {
    switch visitor.pass {
    case .writing: if let part = value { value = try visit(part) }
    case .reading: value = visitor.reader?.value(name) == nil ? nil : try visit(nil)
    case .describing:
      let first = visitor.descriptions.count
      value = try visit(nil)
      for index in first..<visitor.descriptions.count {
        visitor.descriptions[index] = visitor.descriptions[index].ofOptionalPart
      }
    }
  }

  /// Visits the members of a part by the visitor of this document.
  private mutating func visit<Part: ContractDocument>(_ value: Part?) throws(SkiError) -> Part {
    var form =
      value.map { DocumentForm<Part>(writing: $0) }
      ?? DocumentForm<Part>(visitor: MemberVisitor(visitor.pass, visitor.reader))
    swap(&form.visitor, &visitor)
    defer { swap(&form.visitor, &visitor) }
    return try Part.form(&form)
  }

  // MARK: The pass

  /// Indicates that examples are made into a value, which need not fit together.
  package var isDescribing: Bool { visitor.pass == .describing }

  /// The document that is written; nil in other passes, and after ``start(_:)``.
  package var written: Document? { document }

  /// The name of the document that is read, for messages.
  package var noun: String { visitor.reader?.noun ?? "document" }

  /// Returns a value that must be there, by the values of other members.
  /// - Throws: `SkiError` with code `.invalidArgument` that names the member, for nil.
  package func require<Value>(_ name: String, _ value: Value?) throws(SkiError) -> Value {
    try visitor.require(name, value)
  }

  /// Returns the error for a member of another form than the values of others allow.
  package func wrong(_ name: String, _ form: String) -> SkiError { visitor.wrong(name, form) }
}
