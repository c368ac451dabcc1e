import SkiGeo

/// What is wrong with a file, and at which byte.
struct FileFault: Error {
  var code: SkiError.Code
  var offset: Int64
  var what: String
}

/// Cuts features out of a GeoJSON text that arrives in windows of any size.
///
/// It knows brackets and strings, nothing else; the features are parsed later. It accepts collections with their
/// members in any order, single features, and features one after the other.
struct FeatureScanner {
  /// The largest feature that is read, in bytes.
  static let featureLimit = 64 << 20
  /// The longest member name and text kept of a collection's own members, in bytes.
  private static let memberLimit = 4096
  /// The collection's own members that are kept, when they are texts.
  private static let keptTexts: Set<String> = [
    "type", "license", "licence", "attribution", "copyright",
  ]

  enum Place {
    case document, keyOrEnd, key, inKey, colon, value, inText, inScalar, inNested, afterValue
    case elementOrEnd, element, inElement, inElementText, inElementScalar, afterElement
  }

  let batchBytes: Int
  private(set) var place = Place.document
  /// Batches that are full; the caller takes them.
  var ready: [FeatureBatch] = []
  /// Texts of a collection's own members, by name.
  private(set) var texts: [String: String] = [:]
  private(set) var documentCount = 0
  private(set) var featureCount = 0

  private var batch = FeatureBatch()
  /// Where the capture that is going on began in the batch; nil when none is.
  private var captureStart: Int?
  private var captureOffset: Int64 = 0
  /// The first byte of the window that isn't in the batch yet.
  private var uncopied = 0
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var member: [UInt8] = []
  private var key = ""
  private var documentStart: Int64 = 0
  private var hasFeatures = false
  private var isOversized = false

  init(batchBytes: Int) { self.batchBytes = batchBytes }

  /// Scans the next bytes of the file, which start at an offset of it.
  mutating func scan(_ window: UnsafeRawBufferPointer, at offset: Int64) throws(FileFault) {
    uncopied = 0
    var index = 0
    while index < window.count {
      switch place {
      case .inNested, .inElement: try skipNested(window, &index, offset)
      case .inElementText: skipText(window, &index, offset)
      default:
        try step(window[index], window, &index, offset)
      }
    }
    if captureStart != nil { try copy(window, upTo: window.count, offset) }
  }

  /// Ends the file, whose size is given: what is open is an error, what is cut goes out.
  mutating func finish(size: Int64) throws(FileFault) {
    guard place == .document else {
      throw FileFault(code: .malformedData, offset: size, what: "the file ends in the middle, it was cut off")
    }
    guard documentCount > 0 else {
      throw FileFault(code: .emptyInput, offset: size, what: "the file is empty, expected GeoJSON")
    }
    flush()
  }

  /// Hands out the features cut so far, for example before an error further on.
  mutating func flush() {
    batch.bytes.removeSubrange((captureStart ?? batch.bytes.count)...)
    captureStart = nil
    if !batch.items.isEmpty { ready.append(batch) }
    batch = FeatureBatch()
  }
}

// MARK: - Fast loops

extension FeatureScanner {
  /// Runs to the end of an array or object, or of the window.
  private mutating func skipNested(
    _ window: UnsafeRawBufferPointer, _ index: inout Int, _ offset: Int64
  ) throws(FileFault) {
    var isInString = isInString
    var isEscaped = isEscaped
    var depth = depth
    var next = index
    defer { index = next }
    while next < window.count {
      let byte = window[next]
      next += 1
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > JSONCursor.depthLimit {
          throw fault(offset + Int64(next) - 1, "values nest deeper than \(JSONCursor.depthLimit)")
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          self.depth = 0
          try endNested(window, next, offset)
          return
        }
      default: break
      }
    }
    self.isInString = isInString
    self.isEscaped = isEscaped
    self.depth = depth
  }

  private mutating func endNested(
    _ window: UnsafeRawBufferPointer, _ next: Int, _ offset: Int64
  ) throws(FileFault) {
    isInString = false
    isEscaped = false
    if place == .inElement {
      try endElement(window, next, offset)
    } else {
      place = .afterValue
    }
  }

  private mutating func skipText(_ window: UnsafeRawBufferPointer, _ index: inout Int, _ offset: Int64) {
    while index < window.count {
      let byte = window[index]
      index += 1
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        place = .inElementScalar
        return
      }
    }
  }
}

// MARK: - One byte at a time

extension FeatureScanner {
  private func fault(_ offset: Int64, _ what: String) -> FileFault {
    FileFault(code: .malformedData, offset: offset, what: what)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  private mutating func step(
    _ byte: UInt8, _ window: UnsafeRawBufferPointer, _ index: inout Int, _ offset: Int64
  ) throws(FileFault) {
    let position = offset + Int64(index)
    switch place {
    case .document: try stepDocument(byte, window, &index, offset)
    case .inKey: stepKey(byte, &index)
    case .inText: stepText(byte, &index)
    case .inScalar, .inElementScalar: try stepScalar(byte, window, &index, offset)
    case _ where Self.isSpace(byte): index += 1
    case .keyOrEnd, .key:
      guard byte == UInt8(ascii: "\"") || (byte == UInt8(ascii: "}") && place == .keyOrEnd) else {
        throw fault(position, "expected the name of a member")
      }
      index += 1
      if byte == UInt8(ascii: "}") { return try endDocument(window, index, offset) }
      member = []
      place = .inKey
    case .colon:
      guard byte == UInt8(ascii: ":") else { throw fault(position, "expected “:”") }
      index += 1
      place = .value
    case .value: try stepValue(byte, &index, position)
    case .afterValue:
      index += 1
      switch byte {
      case UInt8(ascii: ","): place = .key
      case UInt8(ascii: "}"): try endDocument(window, index, offset)
      default: throw fault(position, "expected “,” or “}”")
      }
    case .elementOrEnd, .element: try stepElement(byte, window, &index, offset)
    case .afterElement:
      index += 1
      switch byte {
      case UInt8(ascii: ","): place = .element
      case UInt8(ascii: "]"): place = .afterValue
      default: throw fault(position, "expected “,” or “]” after a feature")
      }
    case .inNested, .inElement, .inElementText: index += 1
    }
  }

  private mutating func stepDocument(
    _ byte: UInt8, _ window: UnsafeRawBufferPointer, _ index: inout Int, _ offset: Int64
  ) throws(FileFault) {
    let position = offset + Int64(index)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if position < 3, byte == mark[Int(position)] || Self.isSpace(byte) {
      index += 1
      return
    }
    switch byte {
    case _ where Self.isSpace(byte) || byte == 0x1E: index += 1
    case UInt8(ascii: "{"):
      documentStart = position
      hasFeatures = false
      isOversized = false
      startCapture(index, position)
      index += 1
      place = .keyOrEnd
    case UInt8(ascii: "<"):
      throw fault(position, "the file is HTML or XML, expected GeoJSON; download the data file itself")
    default:
      let what =
        documentCount > 0
        ? "unexpected text after the end of the GeoJSON" : "the file isn't GeoJSON, expected “{”"
      throw fault(position, what)
    }
  }

  private mutating func stepKey(_ byte: UInt8, _ index: inout Int) {
    index += 1
    guard endsMember(byte) else { return }
    key = memberText()
    place = .colon
  }

  private mutating func stepText(_ byte: UInt8, _ index: inout Int) {
    index += 1
    guard endsMember(byte) else { return }
    if Self.keptTexts.contains(key) { texts[key] = memberText() }
    place = .afterValue
  }

  /// Keeps a byte of a member's name or text; true at its closing quote.
  private mutating func endsMember(_ byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      return true
    }
    if member.count < Self.memberLimit { member.append(byte) }
    return false
  }

  private func memberText() -> String {
    let quoted = [UInt8(ascii: "\"")] + member + [UInt8(ascii: "\"")]
    return (try? JSONCursor(quoted, quoted.indices).text(quoted.indices)) ?? ""
  }

  private mutating func stepValue(_ byte: UInt8, _ index: inout Int, _ position: Int64) throws(FileFault) {
    index += 1
    switch byte {
    case UInt8(ascii: "[") where key == "features":
      guard !hasFeatures else { throw fault(position, "the collection has “features” twice") }
      hasFeatures = true
      dropCapture()
      place = .elementOrEnd
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      depth = 1
      place = .inNested
    case UInt8(ascii: "\""):
      member = []
      place = .inText
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
      throw fault(position, "expected a value")
    default: place = .inScalar
    }
  }

  private mutating func stepScalar(
    _ byte: UInt8, _ window: UnsafeRawBufferPointer, _ index: inout Int, _ offset: Int64
  ) throws(FileFault) {
    let ends =
      Self.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}")
      || byte == UInt8(ascii: "]")
    if !ends {
      index += 1
    } else if place == .inElementScalar {
      try endElement(window, index, offset)
    } else {
      place = .afterValue
    }
  }

  private mutating func stepElement(
    _ byte: UInt8, _ window: UnsafeRawBufferPointer, _ index: inout Int, _ offset: Int64
  ) throws(FileFault) {
    let position = offset + Int64(index)
    if byte == UInt8(ascii: "]") {
      guard place == .elementOrEnd else { throw fault(position, "expected a feature after “,”") }
      index += 1
      place = .afterValue
      return
    }
    guard byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") else {
      throw fault(position, "expected a feature")
    }
    startCapture(index, position)
    index += 1
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth = 1
      place = .inElement
    case UInt8(ascii: "\""): place = .inElementText
    default: place = .inElementScalar
    }
  }
}

// MARK: - Capturing

extension FeatureScanner {
  private mutating func startCapture(_ index: Int, _ position: Int64) {
    captureStart = batch.bytes.count
    captureOffset = position
    uncopied = index
  }

  private mutating func dropCapture() {
    guard let start = captureStart else { return }
    batch.bytes.removeSubrange(start...)
    captureStart = nil
  }

  /// Copies the captured part of the window; too much of it is an error, unless it may be a collection's header.
  private mutating func copy(
    _ window: UnsafeRawBufferPointer, upTo index: Int, _ offset: Int64
  ) throws(FileFault) {
    guard let start = captureStart, uncopied < index else { return }
    guard batch.bytes.count - start + (index - uncopied) <= Self.featureLimit else {
      if place == .inElement || place == .inElementText || place == .inElementScalar {
        throw tooLarge(captureOffset)
      }
      isOversized = true
      dropCapture()
      return
    }
    batch.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: window[uncopied..<index]))
    uncopied = index
  }

  private func tooLarge(_ offset: Int64) -> FileFault {
    FileFault(
      code: .limitExceeded, offset: offset,
      what: "a feature is larger than \(Self.featureLimit >> 20) MB, which no run or lift is")
  }

  private mutating func endElement(
    _ window: UnsafeRawBufferPointer, _ index: Int, _ offset: Int64
  ) throws(FileFault) {
    try copy(window, upTo: index, offset)
    addItem(isDocument: false)
    place = .afterElement
  }

  private mutating func addItem(isDocument: Bool) {
    guard let start = captureStart else { return }
    featureCount += 1
    batch.items.append(
      .init(
        range: start..<batch.bytes.count, fileOffset: captureOffset, ordinal: featureCount,
        isDocument: isDocument))
    captureStart = nil
    if batch.bytes.count >= batchBytes { flush() }
  }

  private mutating func endDocument(
    _ window: UnsafeRawBufferPointer, _ index: Int, _ offset: Int64
  ) throws(FileFault) {
    let type = texts.removeValue(forKey: "type")
    if hasFeatures {
      guard type == nil || type == "FeatureCollection" else {
        throw fault(documentStart, "the file isn't GeoJSON: its type is “\(type ?? "")”")
      }
    } else {
      guard !isOversized else { throw tooLarge(documentStart) }
      guard type == "Feature" else {
        let found = type.map { "its type is “\($0)”" } ?? "it has no features"
        throw fault(documentStart, "the file isn't GeoJSON with features: \(found)")
      }
      try copy(window, upTo: index, offset)
      guard !isOversized else { throw tooLarge(documentStart) }
      addItem(isDocument: true)
    }
    documentCount += 1
    place = .document
  }
}
