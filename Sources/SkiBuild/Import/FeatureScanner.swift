import SkiBase

/// A scanner that finds the features of a GeoJSON text read in windows, without parsing them.
///
/// It tracks strings, escapes and nesting only, and copies each element of a top-level `features` list into a batch.
/// The enclosing object is collected separately and parsed at its end, so that members may come in any order. Several
/// objects may follow each other (newline-delimited GeoJSON, RFC 8142 text sequences). It keeps the memory of one batch
/// and of those given back for reuse, and belongs to one task. Faults carry offsets in the document.
struct FeatureScanner {
  enum State {
    /// Between top-level objects.
    case outside
    /// In a top-level object, outside its `features` list.
    case object
    /// In the `features` list, before an element.
    case list
    /// In an element of the list.
    case element
  }

  struct Limits: Sendable {
    var featureBytes: Int
    var batchBytes: Int
  }

  let limits: Limits
  var place = State.outside
  var depth = 0
  var isInString = false
  var isEscaped = false
  /// The offset of the current window in the document.
  var windowOffset: Int64 = 0
  var hasContent = false
  var batch = FeatureBatch()
  var elementStart = 0
  var elementOffset: Int64 = 0
  /// The reason to reject the current element; nil so far.
  var refusal: FeatureRefusal?
  var followsComma = false
  var object = ObjectState()
  /// The metadata of the document.
  var head = DocumentHead()
  /// The complete batches to be taken, in order.
  var complete: [FeatureBatch] = []
  /// The batches no longer used, whose memory is used again.
  private var spare: [FeatureBatch] = []

  /// The object around the list: its bytes without the list's elements, and the state of its scanning.
  struct ObjectState {
    var bytes: [UInt8] = []
    var offset: Int64 = 0
    /// The position in `bytes` of the removed elements, and their number of bytes.
    var cut: (position: Int, count: Int64)?
    var expectsName = true
    var nameStart: Int?
    var isFeaturesMember = false
  }

  init(limits: Limits) { self.limits = limits }

  /// Scans the next window, an empty one at the end; returns a fault after completing all features before it.
  mutating func advance(_ window: UnsafeBufferPointer<UInt8>) -> ScanFault? {
    do throws(ScanFault) {
      if window.isEmpty { try finish() } else { try feed(window) }
      return nil
    } catch {
      flush()
      return error
    }
  }

  /// Scans the next window.
  /// - Throws: ``ScanFault`` with code `.malformedData`, `.unsupportedFormat` or `.limitExceeded`.
  /// - Complexity: O(*n*) in the bytes.
  mutating func feed(_ window: UnsafeBufferPointer<UInt8>) throws(ScanFault) {
    var index = 0
    while index < window.count {
      switch place {
      case .outside: index = try scanOutside(window, from: index)
      case .object: index = try scanObject(window, from: index)
      case .list: index = try scanList(window, from: index)
      case .element: index = try scanElement(window, from: index)
      }
    }
    windowOffset += Int64(window.count)
  }

  /// Ends the document: everything must be closed, and the last batch is completed.
  mutating func finish() throws(ScanFault) {
    guard place == .outside else {
      throw ScanFault(
        windowOffset, .malformedData,
        "the file ends in the middle of \(place == .element ? "a feature" : "the document"); it is truncated, fetch it again"
      )
    }
    guard hasContent else { throw ScanFault(0, .emptyInput, "the file is empty; give a GeoJSON file") }
    flush()
  }

  private mutating func scanOutside(_ window: UnsafeBufferPointer<UInt8>, from start: Int) throws(ScanFault)
    -> Int
  {
    let offset = windowOffset + Int64(start)
    switch window[start] {
    case 0x20, 0x0A, 0x0D, 0x09, 0x1E: return start + 1
    case 0xEF where offset == 0, 0xBB where offset == 1, 0xBF where offset == 2: return start + 1
    case UInt8(ascii: "{"):
      hasContent = true
      object = ObjectState()
      object.bytes = [window[start]]
      object.offset = offset
      depth = 1
      place = .object
      return start + 1
    case UInt8(ascii: "<"):
      throw ScanFault(offset, .malformedData, "XML behind GeoJSON; fetch the data file itself")
    case UInt8(ascii: "["):
      throw ScanFault(offset, .malformedData, "a JSON list, but not GeoJSON; a FeatureCollection is expected")
    case let byte:
      throw ScanFault(
        offset, .malformedData, "not GeoJSON: an object is expected, got \(describe(byte: byte))")
    }
  }

  private mutating func scanList(_ window: UnsafeBufferPointer<UInt8>, from start: Int) throws(ScanFault)
    -> Int
  {
    let offset = windowOffset + Int64(start)
    switch window[start] {
    case 0x20, 0x0A, 0x0D, 0x09: return start + 1
    case UInt8(ascii: "]"):
      guard !followsComma else {
        throw ScanFault(offset, .malformedData, "a comma before the end of the list of features; remove it")
      }
      closeList(at: offset)
      return start
    case UInt8(ascii: ","):
      throw ScanFault(offset, .malformedData, "a comma without a feature before it; remove it")
    default:
      elementStart = batch.bytes.count
      elementOffset = offset
      place = .element
      return start
    }
  }

  func checkDepth(at offset: Int64) throws(ScanFault) {
    if depth > JSONCursor.depthLimit {
      throw ScanFault(
        offset, .limitExceeded,
        "values nest deeper than \(JSONCursor.depthLimit) levels, more than GeoJSON needs; check the file")
    }
  }

  /// Completes the current batch.
  mutating func flush() {
    guard !batch.extents.isEmpty else { return }
    let next = batch.firstIndex + batch.extents.count
    let usualBytes = min(batch.bytes.count, limits.batchBytes)
    complete.append(batch)
    batch = spare.popLast() ?? FeatureBatch()
    batch.firstIndex = next
    // Growing by doubling would take twice the memory.
    batch.bytes.reserveCapacity(usualBytes + usualBytes / 16)
  }

  /// Removes and returns the first complete batch; nil when there is none.
  /// - Complexity: O(*k*) in the complete batches, a few for each window.
  mutating func takeComplete() -> FeatureBatch? { complete.isEmpty ? nil : complete.removeFirst() }

  /// Takes back a batch that is no longer used, for its memory.
  mutating func reuse(_ batch: consuming FeatureBatch) {
    batch.bytes.removeAll(keepingCapacity: true)
    batch.extents.removeAll(keepingCapacity: true)
    spare.append(batch)
  }

  /// Adds the element that ends here, and completes the batch when it is large enough.
  mutating func endElement() {
    batch.extents.append(
      .init(
        range: elementStart..<batch.bytes.count, documentOffset: elementOffset, refusal: refusal))
    refusal = nil
    if batch.bytes.count >= limits.batchBytes { flush() }
  }
}

/// A fault at an offset in the document, before the file's name is known.
struct ScanFault: Error {
  var offset: Int64
  var code: SkiError.Code
  var message: String

  init(_ offset: Int64, _ code: SkiError.Code, _ message: String) {
    self.offset = offset
    self.code = code
    self.message = message
  }
}

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

  /// Parses the object around the features, or appends a feature that is no collection.
  mutating func endObject() throws(ScanFault) {
    let state = object
    object = ObjectState()
    let fields: ObjectFields
    do throws(JSONFault) {
      fields = try state.bytes.withUnsafeBufferPointer { bytes throws(JSONFault) in try ObjectFields(bytes) }
    } catch {
      throw ScanFault(
        state.documentOffset(of: error.position), .malformedData,
        "not JSON: \(error.reason); check how the file was made")
    }
    if state.cut == nil && fields.type == "Feature" {
      elementStart = batch.bytes.count
      elementOffset = state.offset
      batch.bytes.append(contentsOf: state.bytes)
      endElement()
      return
    }
    guard fields.type == "FeatureCollection", state.cut != nil else {
      if let format = fields.foreignFormat {
        throw ScanFault(state.offset, .unsupportedFormat, format.message)
      }
      throw ScanFault(state.offset, .malformedData, Self.noCollection(fields.type, state.cut != nil))
    }
    head.licence = head.licence ?? fields.head.licence
    head.attribution = head.attribution ?? fields.head.attribution
    head.generator = head.generator ?? fields.head.generator
    head.reference = head.reference ?? fields.head.reference
  }

  private static func noCollection(_ type: String?, _ hasList: Bool) -> String {
    guard let type else {
      return "JSON, but not GeoJSON: the type is missing; a FeatureCollection is expected"
    }
    if type == "FeatureCollection" {
      return "a FeatureCollection without a list of features; check how it was made"
    }
    let shown = type.shortened(toScalars: 40)
    return "JSON of type \(shown), which is not a FeatureCollection; give GeoJSON with features"
  }
}

extension FeatureScanner.ObjectState {
  /// Returns the offset in the document of a position in `bytes`.
  func documentOffset(of position: Int) -> Int64 {
    guard let cut, position >= cut.position else { return offset + Int64(position) }
    return offset + Int64(position) + cut.count
  }
}

/// The known members of a top-level object.
private struct ObjectFields {
  var type: String?
  var head = DocumentHead()
  /// Indicates whether there is a list `elements`, as in Overpass JSON.
  private var hasElements = false
  /// Indicates whether `geometryType` begins as that of Esri JSON.
  private var hasEsriType = false

  /// The format other than GeoJSON that the members identify; nil for none.
  var foreignFormat: ForeignFormat? {
    switch type {
    case "Topology"?: .topology
    case nil where hasElements: .overpass
    case nil where hasEsriType: .esri
    default: nil
    }
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) {
    var cursor = JSONCursor(bytes, range: 0..<bytes.count)
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      guard cursor.peek() == UInt8(ascii: "\"") else {
        if cursor.matches(name, "crs"), cursor.peek() == UInt8(ascii: "{") {
          head.reference = try Self.referenceName(&cursor, level: 0)
          continue
        }
        hasElements = hasElements || cursor.matches(name, "elements") && cursor.peek() == UInt8(ascii: "[")
        try cursor.skipValue()
        continue
      }
      let value = try cursor.readToken()
      let text = cursor.text(of: value)
      if cursor.matches(name, "type") { type = text }
      let kept = FeatureName.normalized(text)
      if cursor.matches(name, "license") || cursor.matches(name, "licence") { head.licence = kept }
      if cursor.matches(name, "attribution") { head.attribution = kept }
      if cursor.matches(name, "copyright") { head.attribution = head.attribution ?? kept }
      if cursor.matches(name, "generator") { head.generator = kept }
      if cursor.matches(name, "geometryType") { hasEsriType = text.hasPrefix("esriGeometry") }
    }
    try cursor.expectEnd()
  }

  /// Reads the member `crs` of older GeoJSON; returns its name, as `urn:ogc:def:crs:EPSG::3857`.
  private static func referenceName(_ cursor: inout JSONCursor, level: Int) throws(JSONFault) -> String? {
    var found: String?
    try cursor.enterObject()
    var isFirst = true
    while let name = try cursor.nextMember(&isFirst) {
      if level == 0, cursor.matches(name, "properties"), cursor.peek() == UInt8(ascii: "{") {
        found = try referenceName(&cursor, level: 1)
      } else if level == 1, cursor.matches(name, "name"), cursor.peek() == UInt8(ascii: "\"") {
        found = cursor.text(of: try cursor.readToken())
      } else {
        try cursor.skipValue()
      }
    }
    return found
  }
}
