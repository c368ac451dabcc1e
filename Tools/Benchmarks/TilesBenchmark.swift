import Foundation
import SkiGraph
import SkiTiles

/// Times single tiles of a map on demand, in random order: with their regions ready, and the first one of a source just made.
struct TilesBenchmark {
  let map: SkiMap
  let zooms: ClosedRange<Int>
  /// The number of tiles asked of a new source.
  private static let coldCount = 200

  /// Opens a map.
  /// - Throws: ``SkiError`` when it is none.
  init(path: String, zooms: ClosedRange<Int>) throws {
    map = try SkiMap.open(path: path)
    self.zooms = zooms
  }

  /// Prints a line for each measurement.
  func run() throws {
    var options = VectorTileSource.Options()
    options.zooms = zooms
    let source = try VectorTileSource(map, options: options)
    let start = Usage.now()
    var random = SystemRandomNumberGenerator()
    let addresses = try source.addresses().shuffled(using: &random)
    let used = Usage.now().since(start)
    print(
      JSONText.object([
        ("what", .text("plan")), ("regions", .number(Double(map.regions.count))),
        ("addresses", .number(Double(addresses.count))), ("wallSeconds", .number(used.wallSeconds)),
        ("cpuSeconds", .number(used.cpuSeconds)),
      ]))
    // The first round touches the memory that later ones use again.
    for _ in 0..<2 {
      try report("warm", addresses) { try source.tile($0) }
    }
    try report("cold", Array(addresses.prefix(Self.coldCount))) { address in
      try VectorTileSource(map, options: options).tile(address)
    }
  }

  private func report(
    _ what: String, _ addresses: [TileAddress], _ tile: (TileAddress) throws -> [UInt8]?
  ) throws {
    var (times, processor, bytes, largest): ([Double], [Double], Int, Int) = ([], [], 0, 0)
    let clock = ContinuousClock()
    for address in addresses {
      let (start, used) = (clock.now, Self.threadMicroseconds())
      let made = try tile(address)
      processor.append(Self.threadMicroseconds() - used)
      let spent = (clock.now - start).components
      times.append(Double(spent.attoseconds) / 1e12 + Double(spent.seconds) * 1e6)
      bytes += made?.count ?? 0
      largest = max(largest, made?.count ?? 0)
    }
    times.sort()
    processor.sort()
    guard let most = times.last else { return }
    print(
      JSONText.object([
        ("what", .text(what)), ("tiles", .number(Double(times.count))), ("bytes", .number(Double(bytes))),
        ("largestBytes", .number(Double(largest))), ("medianMicroseconds", .number(times[times.count / 2])),
        ("p99Microseconds", .number(times[times.count * 99 / 100])), ("mostMicroseconds", .number(most)),
        ("p99ProcessorMicroseconds", .number(processor[processor.count * 99 / 100])),
        ("mostProcessorMicroseconds", .number(processor[processor.count - 1])),
        ("peakMebibytes", .number(Usage.peakMebibytes())),
      ]))
  }

  /// The processor time of this thread, without that of other programs.
  private static func threadMicroseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
