import SkiBase

extension FeatureScanner {
  /// The depth of a top-level list's elements.
  private static let listDepth = 2

  /// Copies an element of the list up to the following comma or bracket; returns the index of its end or the window's.
  mutating func scanElement(_ window: UnsafeBufferPointer<UInt8>, from start: Int) throws(ScanFault) -> Int {
    var index = start
    while index < window.count && place == .element {
      if isInString {
        index = passString(window, from: index)
      } else {
        index = JSONStructure.passBlocks(
          window, from: index, depth: &depth, within: Self.listDepth + 1...JSONCursor.depthLimit)
        index = passStructure(window, from: index)
      }
    }
    keep(UnsafeBufferPointer(rebasing: window[start..<index]))
    if place == .list { return try leaveElement(window, at: index) }
    return index
  }

  /// Passes bytes up to the next string, for at most a block; returns the index after them, or that of the byte that ends
  /// the element.
  @inline(__always)
  private mutating func passStructure(_ window: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let end = min(window.count, start &+ JSONStructure.blockBytes)
    var depth = depth
    defer { self.depth = depth }
    for index in start..<end {
      let byte = window[index]
      if byte == UInt8(ascii: "\"") {
        isInString = true
        return index &+ 1
      }
      // A bracket and the brace of its direction differ in one bit.
      let folded = byte | 0x20
      if folded == UInt8(ascii: "{") {
        depth &+= 1
        if depth > JSONCursor.depthLimit { refusal = refusal ?? .tooDeep }
      } else if folded == UInt8(ascii: "}") || byte == UInt8(ascii: ",") {
        if depth == Self.listDepth {
          place = .list
          return index
        }
        if byte != UInt8(ascii: ",") { depth &-= 1 }
      }
    }
    return end
  }

  /// Handles the byte after an element: a comma, or the list's end.
  private mutating func leaveElement(_ window: UnsafeBufferPointer<UInt8>, at index: Int) throws(ScanFault)
    -> Int
  {
    endElement()
    followsComma = window[index] == UInt8(ascii: ",")
    guard window[index] != UInt8(ascii: "}") else {
      throw ScanFault(
        windowOffset + Int64(index), .malformedData,
        "a } where the list of features should continue or end; correct it")
    }
    return followsComma ? index + 1 : index
  }

  /// Appends bytes of the element, unless it exceeds a limit.
  private mutating func keep(_ piece: UnsafeBufferPointer<UInt8>) {
    if batch.bytes.count - elementStart + piece.count > limits.featureBytes { refusal = .tooLarge }
    if refusal != nil {
      batch.bytes.removeSubrange(elementStart...)
    } else {
      batch.bytes.append(contentsOf: piece)
    }
  }
}
