import SkiBase
import SkiGraph

/// The handling of the elements of a recording in XML, by format.
protocol XMLElementHandler {
  /// Handles the start of an element, whose name, attributes and depth the tokenizer holds.
  mutating func began(_ xml: borrowing XMLTokenizer, _ tracks: inout TrackCollector) throws

  /// Handles a piece of the text of the current element, without a limit of length.
  mutating func took(_ text: [UInt8], _ tracks: inout TrackCollector) throws

  /// Handles the end of an element, whose name the tokenizer holds.
  /// - Parameters:
  ///   - depth: The depth of the element, 1 for the root.
  ///   - text: The text since the last tag, without surrounding blanks; of a longer one the first 4,096 bytes.
  mutating func ended(
    _ xml: borrowing XMLTokenizer, depth: Int, text: ArraySlice<UInt8>, _ tracks: inout TrackCollector) throws
}

extension XMLElementHandler {
  /// Handles nothing.
  mutating func took(_ text: [UInt8], _ tracks: inout TrackCollector) throws(SkiError) {}
}

/// The reading of a whole document in XML.
enum XMLDocument {
  /// Reads a document; of a truncated one the part up to its end, with a note in the report.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.unsupportedFormat` or `.limitExceeded`, and the errors of the
  ///   input and the handler.
  static func read(
    _ input: consuming TrackInput, into tracks: inout TrackCollector, with handler: some XMLElementHandler
  ) throws {
    var handler = handler
    var xml = XMLTokenizer(input)
    do {
      try readAll(&xml, &tracks, &handler)
    } catch let fault as XMLFault {
      let line = xml.input.line
      guard fault == .cutOff, tracks.pointCount > 0 else { throw fault.error(name: tracks.name, line: line) }
      tracks.note(.cutOff, .noted, at: line)
    }
  }

  private static func readAll(
    _ xml: inout XMLTokenizer, _ tracks: inout TrackCollector, _ handler: inout some XMLElementHandler
  ) throws {
    let limit = XMLTokenizer.Limit.textBytes
    var text: [UInt8] = []
    while true {
      switch try xml.next() {
      case .start:
        text.removeAll(keepingCapacity: true)
        try handler.began(xml, &tracks)
      case .text:
        text.append(contentsOf: xml.text.prefix(limit - text.count))
        try handler.took(xml.text, &tracks)
      case .end:
        try handler.ended(xml, depth: xml.depth + 1, text: DecimalNumber.trimmed(text[...]), &tracks)
        text.removeAll(keepingCapacity: true)
      case .finished: return
      }
    }
  }
}

extension XMLFault {
  /// Returns the error for the caller.
  func error(name: String, line: Int) -> SkiError {
    let place = "\(name), line \(line)"
    switch self {
    case .cutOff: return SkiError(.malformedData, "document ends too early; export it again", subject: place)
    case .malformed(let reason): return SkiError(.malformedData, "\(reason); export it again", subject: place)
    case .refused(let reason): return SkiError(.unsupportedFormat, reason, subject: place)
    case .tooMuch(let reason): return SkiError(.limitExceeded, "\(reason); export it again", subject: place)
    }
  }
}

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
