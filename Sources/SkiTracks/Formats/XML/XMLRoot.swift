/// The root element of a document, from its first bytes.
struct XMLRoot {
  /// The local name; empty where the first bytes have none.
  let name: String

  /// Finds the first start tag after declarations, instructions and comments. Complexity: O(bytes).
  init(of start: ArraySlice<UInt8>) {
    var rest = start
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(open + 1)...]
      if rest.starts(with: "!--".utf8) {
        rest = Self.skip("-->", in: rest)
      } else if rest.first == UInt8(ascii: "?") || rest.first == UInt8(ascii: "!") {
        // The document type of a web page names it.
        if rest.dropFirst().prefix(7).map({ $0 | 0x20 }).elementsEqual("doctype".utf8) {
          let word = rest.dropFirst(8).drop { $0.isXMLBlank }.prefix { !$0.isXMLBlank && !$0.endsXMLName }
          if word.map({ $0 | 0x20 }).elementsEqual("html".utf8) {
            name = "html"
            return
          }
        }
        rest = Self.skip(">", in: rest)
      } else {
        let word = rest.prefix(256).prefix { !$0.isXMLBlank && !$0.endsXMLName }
        name = String(decoding: word.withoutPrefix, as: UTF8.self)
        return
      }
    }
    name = ""
  }

  private static func skip(_ end: StaticString, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    let count = end.utf8CodeUnitCount
    while rest.count >= count, !end.withUTF8Buffer({ rest.starts(with: $0) }) { rest.removeFirst() }
    return rest.dropFirst(count)
  }
}
