import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTiles

struct LayerWriterTests {
  @Test func `varints and zigzag numbers are encoded as protobuf specifies`() {
    var writer = ByteWriter()
    for value in [0, 1, 127, 128, 300, UInt64.max] { writer.append(varint: value) }
    #expect(
      Array(writer.bytes) == [0, 1, 127, 0x80, 1, 0xAC, 2] + Array(repeating: 0xFF, count: 9) + [1])
    for value in [0, 1, 127, 128, 16383, 16384, 1 << 35, UInt64.max] {
      writer.removeAll()
      writer.append(varint: value)
      #expect(ByteWriter.size(ofVarint: value) == writer.count)
    }
    writer.removeAll()
    writer.reserve(5 * ByteWriter.longestVarint)
    for value in [0, -1, 1, -2, 2] { writer.put(zigzag: value) }
    #expect(Array(writer.bytes) == [0, 1, 2, 3, 4])
  }

  @Test func `the example line of the specification is encoded as given there`() throws {
    // A line from (2, 2) over (2, 10) to (10, 10), section 4.3.5 of the specification.
    var points = ShapePoints()
    let window = try #require(TileAddress(zoom: 20, column: 1 << 19, row: 1 << 19)).window
    for (x, y) in [(2, 2), (2, 10), (10, 10)] {
      points.xs.append(Int32(window.originX + x))
      points.ys.append(Int32(window.originY + y))
      points.levels.append(VertexLevels.always)
    }
    var geometry = GeometryWriter()
    geometry.begin()
    geometry.addLine(points, 0..<3, threshold: 1, keepsPoints: false, in: window)
    #expect(Array(geometry.bytes) == [9, 4, 4, 18, 0, 16, 16, 0])
  }

  @Test func `each key and value of a layer is written once for features of several regions`() throws {
    var layer = LayerWriter()
    var tile = ByteWriter()
    layer.begin()
    let words = ["a", "b", "a", "ä", "", "b"]
    for region in 0..<3 {
      var values = AttributeCollector()
      var lists: [[Attribute]] = []
      for word in words.dropFirst(region) {
        var list = AttributeList()
        list.add(.name, word)
        list.add(.rank, region == 0 ? -7 : 7)
        list.add(.oneway, true)
        lists.append(values.attributes(list))
      }
      layer.enter(values.table)
      let geometry: [UInt8] = [9, 4, 4]
      geometry.withUnsafeBufferPointer { bytes in
        for list in lists { layer.add(id: 9, .point, list[...], of: values.table, geometry: bytes) }
      }
    }
    layer.finish(name: "things", extent: 4096, into: &tile)
    let read = try DecodedTile(Array(tile.bytes))
    let decoded = try #require(read["things"])
    #expect(decoded.features.count == 15 && decoded.keys == ["name", "rank", "oneway"])
    #expect(decoded.values.count == 6)
    #expect(
      decoded.features[0].attributes == ["name": .text("a"), "rank": .number(-7), "oneway": .truth(true)])
    #expect(decoded.features[4].attributes["name"] == nil)
    #expect(decoded.features[3].attributes["name"] == .text("ä"))
    #expect(decoded.features[0].parts == [[DecodedTile.Point(x: 2, y: 2)]])
  }

  @Test func `one writer writes many layers in succession`() throws {
    var generator = SeededGenerator(seed: 7)
    var values = AttributeCollector()
    let lists = (0..<2000).map { number in
      var list = AttributeList()
      list.add(.name, "name \(number)")
      list.add(.rank, number % 10)
      return values.attributes(list)
    }
    var layer = LayerWriter()
    var tile = ByteWriter()
    for _ in 0..<20 {
      tile.removeAll()
      layer.begin()
      layer.enter(values.table)
      let chosen = (0..<Int(generator.next() % 1500)).map { _ in Int(generator.next() % 2000) }
      let geometry: [UInt8] = [9, 4, 4]
      geometry.withUnsafeBufferPointer { bytes in
        for number in chosen {
          layer.add(id: UInt64(number), .point, lists[number][...], of: values.table, geometry: bytes)
        }
      }
      layer.finish(name: "things", extent: 4096, into: &tile)
      let features = try DecodedTile(Array(tile.bytes))["things"]?.features ?? []
      #expect(features.compactMap { $0.id.map { Int($0) } } == chosen)
      #expect(features.allSatisfy { $0.attributes["name"] == .text("name \($0.id ?? 0)") })
    }
  }

  @Test func `a layer without features is not written`() {
    var layer = LayerWriter()
    var tile = ByteWriter()
    layer.begin()
    layer.finish(name: "things", extent: 4096, into: &tile)
    #expect(tile.count == 0)
  }
}

extension TileAddress {
  var window: TileWindow { TileWindow(self) }
}
