import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// The colouring of values as pictures.
struct ValueColouringTests {
  private func paint(_ paint: ValueColouring, _ numbers: [Float]) -> [UInt8] {
    var bytes = [UInt8](repeating: 7, count: numbers.count * paint.pixel.byteCount)
    bytes.withUnsafeMutableBytes { target in
      numbers.withUnsafeBufferPointer { paint.colour($0, into: target) }
    }
    return bytes
  }

  @Test func `slope is white on level ground, darker with the angle and black from 60 degrees`() {
    let voids: [Float] = [-9999, .nan]
    #expect(paint(.slope(.degrees), [0, 30, 60, 89, .infinity] + voids) == [255, 128, 1, 1, 1, 0, 0])
    let percent: [Float] = [0, 57.735, 173.21, 10_000]
    #expect(paint(.slope(.percent), percent + voids) == [255, 128, 1, 1, 0, 0])
  }

  @Test func `roughness and position are coloured on a logarithmic scale`() {
    #expect(paint(.roughness, [0, 1000, 30.638, 5000, -9999]) == [255, 1, 128, 1, 0])
    #expect(paint(.position, [0, 1000, -1000, 40, .nan]) == [128, 255, 1, 196, 0])
  }

  @Test func `aspect is coloured around the compass without a step`() {
    let corners = paint(.aspect, [0, 90, 180, 270, 360, -9999, 400])
    #expect(Array(corners[0..<4]) == [58, 96, 178, 255] && corners[16..<20] == corners[0..<4])
    #expect(Array(corners[8..<12]) == [244, 208, 63, 255])
    #expect(corners[20...].allSatisfy { $0 == 0 })
    let all = paint(.aspect, (0...3600).map { Float($0) / 10 }).map(Int.init)
    #expect((4..<all.count).allSatisfy { abs(all[$0] - all[$0 - 4]) <= 3 })
  }

  @Test func `a colouring sink writes values as a grey PNG`() throws {
    let scratch = ScratchFolder()
    let grid = RasterGrid(
      columns: 2, rows: 2, reference: .wgs84, originX: 11, originY: 47, stepX: 0.001, stepY: 0.001)
    let path = scratch.path + "/x.png"
    let picture = try PNGSink(path: path, grid: grid, pixel: .grey, label: RasterMetadata(title: "slope"))
    let sink = ColouringSink(.slope(.degrees), onto: picture)
    let numbers: [Float] = [0, 30, -9999, 60]
    try numbers.withUnsafeBytes { try sink.write(grid.window, $0) }
    try sink.commit()
    let bytes = try readBytes(path)
    #expect(try #require(DrawnTiles.decode(bytes, format: 1)).pixels == [255, 255, 128, 255, 0, 0, 1, 255])
  }

  private func readBytes(_ path: String) throws -> [UInt8] {
    let stream = try #require(fopen(path, "rb"))
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, stream)
    return Array(bytes.prefix(count))
  }
}
