import SkiBase

/// Reads XML as tokens from a stream of bytes, in bounded memory.
///
/// Supports a subset of XML 1.0: elements, attributes, text, CDATA, comments, processing instructions, predefined and
/// numeric references. Document types and custom entities are refused, so that nothing external is loaded or expanded.
/// End tags must match. Depth, names, attributes and values are limited; long text comes in pieces.
struct XMLTokenizer: ~Copyable {
  /// The limits of a document.
  enum Limit {
    static let depth = 64
    static let nameBytes = 256
    static let attributes = 64
    static let valueBytes = 4096
    static let textBytes = 4096
  }

  var input: TrackInput
  /// The local name of the last element started or ended.
  private(set) var name: [UInt8] = []
  /// The attributes of the last element started, in the first ``attributeCount`` items.
  private(set) var attributes: [XMLAttribute] = []
  /// The number of valid items of ``attributes``.
  private(set) var attributeCount = 0
  /// The text of the last text token.
  var text: [UInt8] = []
  /// The number of open elements.
  var depth: Int { ends.count }
  /// Indicates whether the root element was started.
  private var hasSeenRoot = false
  /// The qualified names of the open elements, concatenated.
  private var open: [UInt8] = []
  /// The end of each name in `open`.
  private var ends: [Int] = []
  private var closesItself = false

  init(_ input: consuming TrackInput) { self.input = input }

  /// Returns the value of an attribute of the last element started, by local name.
  func attribute(_ name: StaticString) -> ArraySlice<UInt8>? {
    for index in 0..<attributeCount where attributes[index].name.equals(name) {
      return attributes[index].value[...]
    }
    return nil
  }

  /// Reads the next token.
  /// - Throws: ``XMLFault``, and the errors of the input.
  mutating func next() throws -> XMLToken {
    if closesItself {
      closesItself = false
      return try popped()
    }
    text.removeAll(keepingCapacity: true)
    while let byte = try input.peek() {
      if byte != UInt8(ascii: "<") {
        try readText()
        if depth > 0 && !text.isEmpty { return .text }
        text.removeAll(keepingCapacity: true)
        continue
      }
      _ = try input.next()
      if let token = try markup() { return token }
    }
    guard depth == 0 && hasSeenRoot else { throw XMLFault.cutOff }
    return .finished
  }

  /// Reads markup after `<`; nil where it produces no token.
  private mutating func markup() throws -> XMLToken? {
    switch try input.need() {
    case UInt8(ascii: "?"):
      try passInstruction()
      return nil
    case UInt8(ascii: "!"):
      return try passDeclaration() ? .text : nil
    case UInt8(ascii: "/"):
      _ = try input.next()
      return try endTag()
    default:
      return try startTag()
    }
  }

  private mutating func startTag() throws -> XMLToken {
    guard depth > 0 || !hasSeenRoot else { throw XMLFault.malformed("a second root element begins") }
    guard depth < Limit.depth else { throw XMLFault.tooMuch("elements nest deeper than \(Limit.depth)") }
    hasSeenRoot = true
    let start = open.count
    try input.readName(into: &open)
    ends.append(open.count)
    name.removeAll(keepingCapacity: true)
    name.append(contentsOf: open[start...].withoutPrefix)
    attributeCount = 0
    while true {
      let blanks = try input.need().isXMLBlank
      try input.passBlanks()
      switch try input.need() {
      case UInt8(ascii: ">"):
        _ = try input.next()
        return .start
      case UInt8(ascii: "/"):
        _ = try input.next()
        guard try input.take() == UInt8(ascii: ">") else {
          throw XMLFault.malformed("a tag has a stray slash")
        }
        closesItself = true
        return .start
      default:
        guard blanks else { throw XMLFault.malformed("a blank is missing before an attribute") }
        try readAttribute()
      }
    }
  }

  private mutating func endTag() throws -> XMLToken {
    guard let end = ends.last else { throw XMLFault.malformed("an end tag has no start") }
    let start = ends.count > 1 ? ends[ends.count - 2] : 0
    for index in start..<end where try input.take() != open[index] {
      throw XMLFault.malformed("element \(shown(open[start..<end])) is closed by another name")
    }
    try input.passBlanks()
    guard try input.take() == UInt8(ascii: ">") else {
      throw XMLFault.malformed("element \(shown(open[start..<end])) is closed by another name")
    }
    return try popped()
  }

  private mutating func popped() throws(SkiError) -> XMLToken {
    ends.removeLast()
    let start = ends.last ?? 0
    name.removeAll(keepingCapacity: true)
    name.append(contentsOf: open[start...].withoutPrefix)
    open.removeLast(open.count - start)
    return .end
  }

  private mutating func readAttribute() throws {
    guard attributeCount < Limit.attributes else {
      throw XMLFault.tooMuch("an element has more than \(Limit.attributes) attributes")
    }
    if attributes.count == attributeCount { attributes.append(XMLAttribute()) }
    // Swapped out while it is filled, to reuse its memory without a copy.
    var attribute = XMLAttribute()
    swap(&attribute, &attributes[attributeCount])
    attribute.name.removeAll(keepingCapacity: true)
    attribute.value.removeAll(keepingCapacity: true)
    try input.readName(into: &attribute.name)
    attribute.name.removeFirst(attribute.name.count - attribute.name[...].withoutPrefix.count)
    try input.passBlanks()
    guard try input.take() == UInt8(ascii: "=") else { throw XMLFault.malformed("an attribute has no value") }
    try input.passBlanks()
    try input.readValue(into: &attribute.value)
    swap(&attribute, &attributes[attributeCount])
    attributeCount += 1
  }
}
