/// What an XML document consists of, as the tokenizer hands it out.
///
/// Names are local: prefixes are left out, since recordings bind them in any way or not at all.
enum XMLToken: Hashable {
  /// An element begins; its attributes stand in the tokenizer until the next token.
  case start
  /// An element ends.
  case end
  /// Text; it stands in the tokenizer until the next token. Neighbouring pieces may come apart.
  case text
  /// The document ends as it should.
  case finished
}

/// One attribute of an element.
struct XMLAttribute: Hashable {
  /// The name without its prefix.
  var name: [UInt8] = []
  /// The value, references resolved.
  var value: [UInt8] = []
}

/// Why bytes are not the XML that is read here.
enum XMLFault: Error, Hashable {
  /// The bytes end inside of an element.
  case cutOff
  /// The bytes are no XML; with what is wrong.
  case malformed(String)
  /// XML that is refused: document types, entities of its own, other encodings; with what it is and how to mend it.
  case refused(String)
  /// More of something than any recording has; with what.
  case tooMuch(String)
}
