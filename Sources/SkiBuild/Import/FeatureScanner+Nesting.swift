import SkiBase

/// The classes of bytes outside strings: 0 none, 1 quote, 2 opening bracket, 3 closing bracket, 4 comma.
private let byteClasses: [UInt8] = {
  var classes = [UInt8](repeating: 0, count: 256)
  classes[Int(UInt8(ascii: "\""))] = 1
  classes[Int(UInt8(ascii: "{"))] = 2
  classes[Int(UInt8(ascii: "["))] = 2
  classes[Int(UInt8(ascii: "}"))] = 3
  classes[Int(UInt8(ascii: "]"))] = 3
  classes[Int(UInt8(ascii: ","))] = 4
  return classes
}()

extension FeatureScanner {
  /// Skips the rest of a string, escapes included; returns the index of its end or the window's.
  mutating func passString(_ window: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    if isEscaped && index < window.count {
      index += 1
      isEscaped = false
    }
    while true {
      index = JSONStructure.textEnd(window, from: index)
      guard index < window.count else { return index }
      let byte = window[index]
      index &+= 1
      if byte == UInt8(ascii: "\"") {
        isInString = false
        return index
      }
      guard index < window.count else {
        isEscaped = true
        return index
      }
      index &+= 1
    }
  }

  /// Scans a top-level object until its end, its `features` list, or the window's end.
  mutating func scanObject(_ window: UnsafeBufferPointer<UInt8>, from start: Int) throws(ScanFault) -> Int {
    var index = start
    var copied = start
    let classes = byteClasses
    while index < window.count && place == .object {
      if isInString {
        index = passString(window, from: index)
        if !isInString && depth == 1 && object.nameStart != nil {
          copy(window, &copied, index)
          endName()
        }
        continue
      }
      let byte = window[index]
      index += 1
      if classes[Int(byte)] == 0 { continue }
      if byte == UInt8(ascii: "\""), depth == 1, object.expectsName {
        copy(window, &copied, index)
        object.nameStart = object.bytes.count
      }
      try follow(byte, at: windowOffset + Int64(index - 1))
    }
    copy(window, &copied, index)
    if object.bytes.count > limits.featureBytes {
      throw ScanFault(
        object.documentOffset(of: limits.featureBytes), .limitExceeded,
        "an object outside the features is larger than \(limits.featureBytes) bytes; check the file")
    }
    if place == .outside { try endObject() }
    if place == .list { try startList(at: windowOffset + Int64(index)) }
    return index
  }

  private mutating func follow(_ byte: UInt8, at offset: Int64) throws(ScanFault) {
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: ","):
      if depth == 1 {
        object.expectsName = true
        object.isFeaturesMember = false
      }
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      if depth == 1 && object.isFeaturesMember && byte == UInt8(ascii: "[") { place = .list }
      depth += 1
      try checkDepth(at: offset)
    default:
      depth -= 1
      if depth == 0 { place = .outside }
    }
  }

  private mutating func copy(_ window: UnsafeBufferPointer<UInt8>, _ copied: inout Int, _ index: Int) {
    object.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: window[copied..<index]))
    copied = index
  }

  /// Handles the end of a member name; `object.bytes` ends with its closing quote.
  private mutating func endName() {
    guard let start = object.nameStart else { return }
    object.nameStart = nil
    object.expectsName = false
    let end = object.bytes.count - 1
    let name = object.bytes[start..<end]
    if name.count == 8 && !name.contains(UInt8(ascii: "\\")) {
      object.isFeaturesMember = name.elementsEqual("features".utf8)
    } else if name.contains(UInt8(ascii: "\\")) {
      object.isFeaturesMember = decodedName(start..<end) == "features"
    } else {
      object.isFeaturesMember = false
    }
  }

  private func decodedName(_ range: Range<Int>) -> String {
    object.bytes.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes, range: range.lowerBound - 1..<range.upperBound + 1)
      guard let token = try? cursor.readToken() else { return "" }
      return cursor.text(of: token)
    }
  }

  private mutating func startList(at offset: Int64) throws(ScanFault) {
    guard object.cut == nil else {
      throw ScanFault(offset, .malformedData, "the member features appears twice; keep one")
    }
    object.cut = (object.bytes.count, offset)
    object.isFeaturesMember = false
    followsComma = false
  }

  /// Returns from the list to the enclosing object, of which the bracket at `offset` is scanned as a part.
  mutating func closeList(at offset: Int64) {
    if let cut = object.cut { object.cut = (cut.position, offset - cut.count) }
    place = .object
  }
}
