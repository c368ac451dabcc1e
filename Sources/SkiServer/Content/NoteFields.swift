import HTTPTypes
import Hummingbird

extension Response {
  private static let noteField = HTTPField.Name("SkiRoute-Note")!
  private static let noteLimit = 8

  /// Returns the response with notes in header fields, percent-encoded; the first ones of many.
  func noting(_ notes: [String]) -> Response {
    var response = self
    for note in notes.prefix(Self.noteLimit) {
      let text = note.trimmingPrefix("skiroute: ")
      response.headers.append(HTTPField(name: Self.noteField, value: Self.encoded(text)))
    }
    return response
  }

  /// Returns text for a header field: percent-encoded UTF-8 but for visible ASCII.
  private static func encoded(_ text: Substring) -> String {
    QueryText.encoded(text.utf8.prefix(500)) { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
  }
}
