import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting

/// The places of a file with one on each line: a name or latitude,longitude.
struct PlaceList {
  /// The places in order; nil for lines that name none.
  private(set) var ends: [NamedEndpoint?] = []
  /// The text of each line, without spaces at its ends.
  private(set) var lines: [String] = []
  /// The lines that name no place, with the reason.
  private(set) var faults: [SkiError] = []

  /// The maximum size of a file in bytes.
  static let greatestBytes = 16 << 20

  /// The name of each place, or the text of the line.
  var labels: [String] { zip(ends, lines).map { $0?.label ?? $1 } }

  /// Reads a file; empty lines are skipped.
  /// - Throws: ``SkiError`` as ``readFile(_:as:atMostBytes:)``, with code `.malformedData` for text that is not UTF-8.
  /// - Complexity: O(*n*) in the bytes, and a search for each name.
  init(path: String, finder: PlaceFinder) throws {
    let bytes = try readFile(path, as: "a list of places", atMostBytes: Self.greatestBytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SkiError(.malformedData, "file is not UTF-8; write a place on each line", subject: path)
    }
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let name = String(line).trimmingSpaces()
      if name.isEmpty { continue }
      lines.append(name)
      do {
        ends.append(try NamedEndpoint(name, finder))
      } catch let error as SkiError {
        ends.append(nil)
        faults.append(SkiError(error.code, error.message, subject: "\(path):\(index + 1)"))
      }
    }
  }
}
