import Foundation
import Testing

/// GeoJSON with members of wrong types, unusual documents, and files in other formats.
struct DocumentShapeTests {
  private typealias Text = HostileText

  @Test func `members of wrong types are counted or refused as recorded`() throws {
    let line = Text.geometry(Text.coordinates)
    let own = "{\(Text.properties)}"
    let properties = ["null", "[]", "7", "\"x\"", "{}"].map {
      ("properties \($0)", Text.collection(Text.feature(properties: $0, geometry: line), Text.good))
    }
    let geometries = [
      "null", "\"x\"", "[]", "7", "{\"type\":\"GeometryCollection\",\"geometries\":[\(line)]}",
      Text.geometry("[]"),
      Text.geometry("[[],[]]"), Text.geometry("{}"), Text.geometry("[[[[[[[[6,45]]]]]]]]"),
      Text.geometry("[[6,45],[[6,46]]]"),
    ].map { ("geometry \($0)", Text.collection(Text.feature(properties: own, geometry: $0), Text.good)) }
    let ids = ["{\"a\":1}", "[1]", "null", "true", "1e999", "-0", "\"\""].map { id in
      ("id \(id)", Text.collection(Text.run().replacing("\"b\"", with: id), Text.good))
    }
    try HostileBuild().expectGolden(properties + geometries + ids, "hostile-types")
  }

  @Test func `documents of odd shape are read or refused as a whole`() throws {
    let good = Text.collection(Text.good)
    try HostileBuild().expectGolden(
      [
        ("features as an object", #"{"type":"FeatureCollection","features":{"a":1}}"#),
        ("features null", #"{"type":"FeatureCollection","features":null}"#),
        ("no features", #"{"type":"FeatureCollection","features":[]}"#),
        ("a collection in a collection", Text.collection(good, Text.good)),
        ("only a collection in a collection", Text.collection(good)),
        ("one feature alone", Text.good),
        ("a bare geometry", Text.geometry(Text.coordinates)),
        ("two documents behind each other", good + Text.collection(Text.run())),
        ("one feature a line", Text.good + "\n" + Text.run() + "\n"),
        ("garbage behind the end", good + "xyz"),
        ("a bracket too many", good + "}"),
        ("lines that end as in DOS", good.replacing(",", with: ",\r\n")),
        ("a byte order mark", "\u{FEFF}" + good),
        ("a comment", "/* runs */" + good),
        ("a comma too many", Text.collection(Text.good + ",")),
        ("single quotes", good.replacing("\"", with: "'")),
        ("a string", "\"runs\""), ("null", "null"), ("HTML", "<html><body>502 Bad Gateway</body></html>"),
      ], "hostile-shapes")
  }

  @Test func `files in encodings other than UTF-8 are distinguished from broken ones`() throws {
    let good = Text.collection(Text.good)
    let utf16 = { (encoding: String.Encoding) in Array(good.data(using: encoding) ?? Data()) }
    try HostileBuild().expectGolden(
      [
        ("gzip", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]), ("zip", Array("PK\u{3}\u{4}".utf8)),
        ("zstd", [0x28, 0xB5, 0x2F, 0xFD]), ("UTF-16 with a mark", utf16(.utf16)),
        ("UTF-16, little end first", utf16(.utf16LittleEndian)),
        ("UTF-16, big end first", utf16(.utf16BigEndian)),
        ("UTF-32, little end first", utf16(.utf32LittleEndian)),
        ("zeros", [UInt8](repeating: 0, count: 100_000)),
        ("a picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      ], "hostile-codings")
  }
}
