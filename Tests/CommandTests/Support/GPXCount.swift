import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The number of occurrences of each element of a GPX document.
struct GPXCount {
  private var counts: [String: Int]

  /// Parses a document.
  /// - Throws: `Unready` when it is no XML or a position is outside the Earth.
  init(_ data: Data) throws {
    let reader = Reader()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    guard parser.parse() else { throw Unready("no XML: \(String(describing: parser.parserError))") }
    guard reader.badPositions == 0 else {
      throw Unready("\(reader.badPositions) positions outside the Earth")
    }
    counts = reader.counts
  }

  subscript(element: String) -> Int { counts[element] ?? 0 }

  private final class Reader: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var badPositions = 0

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      counts[name, default: 0] += 1
      guard name == "wpt" || name == "trkpt" else { return }
      let latitude = attributes["lat"].flatMap(Double.init) ?? .nan
      let longitude = attributes["lon"].flatMap(Double.init) ?? .nan
      if !(abs(latitude) <= 90 && abs(longitude) <= 180) { badPositions += 1 }
    }
  }
}
