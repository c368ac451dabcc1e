import SkiBase
import SkiTestSupport
import Testing

@testable import SkiBuild

/// The scanner of features, compared with one that examines byte after byte.
struct FeatureScannerOracleTests {
  /// An element as the scanner hands it on.
  private struct Element: Equatable {
    var bytes: [UInt8]
    var offset: Int64
    var isRefused = false
  }

  /// Returns the elements of the list that starts after `start`, up to its closing bracket.
  private static func reference(_ text: [UInt8], from start: Int) -> [Element] {
    var elements: [Element] = []
    var (first, depth, isInString, isEscaped, isTooDeep) = (start, 2, false, false, false)
    for index in start..<text.count {
      let byte = text[index]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else {
          isEscaped = byte == UInt8(ascii: "\\")
          isInString = byte != UInt8(ascii: "\"")
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        isTooDeep = isTooDeep || depth > 512
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
        if depth == 2 {
          let bytes = isTooDeep ? [] : Array(text[first..<index])
          elements.append(Element(bytes: bytes, offset: Int64(first), isRefused: isTooDeep))
          if byte == UInt8(ascii: "]") { return elements }
          (first, isTooDeep) = (index + 1, false)
        } else if byte != UInt8(ascii: ",") {
          depth -= 1
        }
      default: break
      }
    }
    return elements
  }

  /// Returns the elements the scanner finds when the text is read in windows.
  private static func scanned(
    _ text: [UInt8], windows: UInt64, _ generator: inout SeededGenerator
  ) throws -> [Element] {
    var scanner = FeatureScanner(limits: .init(featureBytes: 1 << 20, batchBytes: 300))
    var elements: [Element] = []
    var start = 0
    while true {
      let end = min(text.count, start + 1 + Int(generator.next() % windows))
      let fault = Array(text[start..<end]).withUnsafeBufferPointer { scanner.advance($0) }
      if let fault { throw fault }
      while let batch = scanner.takeComplete() {
        for extent in batch.extents {
          elements.append(
            Element(
              bytes: Array(batch.bytes[extent.range]), offset: extent.documentOffset,
              isRefused: extent.refusal != nil))
        }
        scanner.reuse(batch)
      }
      if start == end { return elements }
      start = end
    }
  }

  /// Appends a random value of JSON, or of balanced brackets at least.
  private static func append(depth: Int, to text: inout [UInt8], _ generator: inout SeededGenerator) {
    switch generator.next() % (depth > 6 ? 4 : 8) {
    case 0, 1:
      let pieces = [
        "a", "\\\"", "\\\\", "[", "]", "{", "}", ",", "é", "\\u005b", "0123456789abcdef", "\\/", " ",
      ]
      text.append(UInt8(ascii: "\""))
      for _ in 0..<generator.next() % 12 { text += Array(pieces[Int(generator.next() % 13)].utf8) }
      text.append(UInt8(ascii: "\""))
    case 2: text += Array("null".utf8)
    case 3: text += Array("\(Double(Int64(truncatingIfNeeded: generator.next()) >> 30) / 1e7)".utf8)
    case 4:
      text += Array("[".utf8)
      for index in 0..<generator.next() % 40 {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text += Array("[179.9551937,66.4966918,\(generator.next() % 9000).5]".utf8)
      }
      text += Array("]".utf8)
    default:
      let isObject = generator.next() % 2 == 0
      text += Array(isObject ? "{ ".utf8 : "[".utf8)
      for index in 0..<generator.next() % 5 {
        if index > 0 { text += Array(", ".utf8) }
        if isObject { text += Array("\"k\\\"\(index)\":".utf8) }
        append(depth: depth + 1, to: &text, &generator)
      }
      text += Array(isObject ? "}".utf8 : "]".utf8)
    }
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `elements cut at any window border equal those found byte by byte`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<400 {
      var text = Array(#"{"type":"FeatureCollection","features":["#.utf8)
      let start = text.count
      for index in 0..<1 + generator.next() % 6 {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        if generator.next() % 40 == 0 {
          let count = 505 + Int(generator.next() % 10)
          text += [UInt8](repeating: UInt8(ascii: "["), count: count)
          text += [UInt8](repeating: UInt8(ascii: "]"), count: count)
        } else {
          Self.append(depth: 0, to: &text, &generator)
        }
      }
      text += Array("]}".utf8)
      let windows: UInt64 = [3, 40, 200, 5000][round % 4]
      let found = try Self.scanned(text, windows: windows, &generator)
      #expect(found == Self.reference(text, from: start), "seed \(seed), round \(round)")
    }
  }
}
