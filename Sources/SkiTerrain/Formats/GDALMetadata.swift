import SkiBase

/// GDAL's metadata about the first band of a TIFF.
///
/// **Source:** GDAL's GTiff driver documentation, tags 42112 (XML) and 42113 (text).
package struct GDALMetadata: Sendable {
  /// The factor in: height = number · scale + offset, in the unit.
  let scale: Double
  let offset: Double
  /// The unit of heights as written; nil when it is not stated.
  let unit: String?

  package static let tag: UInt32 = 42112
  package static let noDataTag: UInt32 = 42113

  /// Creates the metadata from the text of the tag.
  /// - Throws: ``SkiError`` with code `.malformedData` when scale or offset are no numbers.
  init(_ xml: String, fault: TIFFFault) throws(SkiError) {
    var values: [String: String] = [:]
    for piece in xml.components(before: "</Item>") {
      guard let start = piece.lastRange(of: "<Item"), let close = piece[start...].firstIndex(of: ">") else {
        continue
      }
      let head = piece[start..<close]
      guard let role = Self.attribute("role", of: head), Self.attribute("sample", of: head) ?? "0" == "0"
      else {
        continue
      }
      values[role] = values[role] ?? String(piece[piece.index(after: close)...])
    }
    scale = try Self.number(values["scale"], "scale", fault) ?? 1
    offset = try Self.number(values["offset"], "offset", fault) ?? 0
    unit = values["unittype"].map { String($0.prefix(40)) }
  }

  private static func attribute(_ name: String, of head: Substring) -> String? {
    for part in head.split(separator: " ") where part.hasPrefix("\(name)=\"") {
      return String(part.dropFirst(name.count + 2).prefix { $0 != "\"" })
    }
    return nil
  }

  private static func number(_ text: String?, _ what: String, _ fault: TIFFFault) throws(SkiError) -> Double?
  {
    guard let text else { return nil }
    guard let value = Double(text.trimmed), value.isFinite, what == "offset" || value != 0 else {
      throw fault(
        .malformedData,
        "\(what) of the elevations is \"\(text.prefix(40))\", which is not a number; write the file again")
    }
    return value
  }

  /// Returns the nodata value; NaN when there is none.
  static func noData(_ text: String?) -> Double { text.flatMap { Double($0.trimmed) } ?? .nan }
}

extension StringProtocol {
  /// The text without white space at both ends.
  fileprivate var trimmed: String {
    let kept = drop { $0.isWhitespace }
    return String(kept.prefix(kept.count - kept.reversed().prefix { $0.isWhitespace }.count))
  }
}

extension String {
  /// Returns the parts that end with a separator, without the rest after the last one.
  fileprivate func components(before mark: String) -> [Substring] {
    var parts: [Substring] = []
    let (bytes, wanted) = (Array(utf8), Array(mark.utf8))
    var (start, at) = (0, 0)
    while at + wanted.count <= bytes.count {
      if bytes[at] == wanted[0], bytes[at..<at + wanted.count].elementsEqual(wanted) {
        parts.append(Substring(String(decoding: bytes[start..<at], as: UTF8.self)))
        at += wanted.count
        start = at
      } else {
        at += 1
      }
    }
    return parts
  }
}

extension Substring {
  /// Returns the index of the last occurrence of a word.
  fileprivate func lastRange(of word: String) -> Index? {
    var at = endIndex
    while at > startIndex {
      at = index(before: at)
      if self[at...].hasPrefix(word) { return at }
    }
    return nil
  }
}
