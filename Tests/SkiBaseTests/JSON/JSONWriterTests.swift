import SkiTestSupport
import Testing

@testable import SkiBase

/// The JSON writer, compared with values written as a tree.
struct JSONWriterTests {
  @Test func `members, elements and objects are separated as in a tree`() {
    var json = JSONWriter()
    json.object { json in
      json.member("none", nil as String?)
      json.member("text", "a\"b")
      json.member("count", -3)
      json.member("noCount", nil as Int?)
      json.member("flag", true)
      json.member("noFlag", nil as Bool?)
      json.member("metres", 1.250, places: 2)
      json.member("noMetres", nil, places: 2)
      json.member("bad", .nan, places: 2)
      json.member("word", word: "red")
      json.member("texts", ["x", "y"])
      json.member("tree", .array([.null, .object([])]))
      json.array("rows") { json in
        json.array { _ in }
        json.object { _ in }
        json.array { json in
          json.integer(1)
          json.string(nil)
        }
      }
      json.name(escaping: "k\n")
      json.decimal(2, places: 0)
      json.members([.init("last", .bool(false))])
    }
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"{"none":null,"text":"a\"b","count":-3,"noCount":null,"flag":true,"noFlag":null,"metres":1.25,"#
        + #""noMetres":null,"bad":null,"word":"red","texts":["x","y"],"tree":[null,{}],"#
        + #""rows":[[],{},[1,null]],"k\n":2,"last":false}"#)
  }

  @Test func `a collection has its members in the order of the standard`() {
    let line = JSONWriter.line { json in
      json.collection(
        head: { $0.member("version", 1) },
        features: { json in
          json.feature(nil) { _ in
          } properties: {
            $0.member("a", 1)
          }
          json.feature(.point) {
            $0.position(Coordinate(latitude: 46.5, longitude: 7.25), places: 1)
          } properties: { _ in
          }
        }, tail: { $0.member("end", true) })
    }
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"type":"FeatureCollection","version":1,"features":["#
        + #"{"type":"Feature","geometry":null,"properties":{"a":1}},"#
        + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[7.3,46.5]},"properties":{}}"#
        + "],\"end\":true}\n")
  }

  @Test func `positions of integers equal positions of their degrees and metres`() {
    let seed: UInt64 = 43
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for count in 0..<30_000 {
      let word = random.next()
      let shift = Int32(random.next() % 32)
      let place = FixedCoordinate(
        latitudeE7: count == 0 ? .min : Int32(truncatingIfNeeded: word) >> shift,
        longitudeE7: count == 1 ? .max : Int32(truncatingIfNeeded: word >> 32) >> shift)
      let height = count % 3 == 0 ? nil : Int32(truncatingIfNeeded: random.next()) >> shift
      var json = JSONWriter()
      json.position(place, elevationCentimetres: height)
      let degrees = [place.coordinate.longitude, place.coordinate.latitude]
      let numbers = degrees.map { JSONValue.decimal($0, places: 7) }
      let tree = JSONValue.array(numbers + (height.map { [.decimal(Double($0) / 100, places: 2)] } ?? []))
      #expect(json.bytes == Array(tree.text().utf8), "\(place) \(height ?? 0)")
    }
  }
}
