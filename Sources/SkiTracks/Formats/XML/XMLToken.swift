/// A token of an XML document. Names are local, because recordings bind prefixes differently or not at all.
enum XMLToken: Hashable {
  /// The start of an element; the tokenizer holds its attributes until the next token.
  case start
  /// The end of an element.
  case end
  /// A piece of text; the tokenizer holds it until the next token. Adjacent text may be split.
  case text
  /// The end of a well-formed document.
  case finished
}

/// An attribute of an element.
struct XMLAttribute: Hashable {
  /// The name without its prefix.
  var name: [UInt8] = []
  /// The value with references resolved.
  var value: [UInt8] = []
}

/// The reason a document cannot be read.
enum XMLFault: Error, Hashable {
  /// The document ends inside an element.
  case cutOff
  /// The document is not well-formed; with the reason.
  case malformed(String)
  /// The document has a feature that is refused (document types, custom entities, other encodings); with the remedy.
  case refused(String)
  /// The document exceeds a limit; with the limit.
  case tooMuch(String)
}
