/// By place and time, more than which can't be gained any more on a tour: what a search prunes with, and what it promises.
///
/// Time is cut into slices. A cell says the most that can be gained from a place by who is there when its slice begins, and
/// arrivals are rounded down to the beginning of a slice, which never makes the cell too small. The slices of a place are shifted
/// so that they begin at whole slices after the earliest arrival there: along the ways of the earliest arrivals nothing is lost by
/// rounding. Ways shorter than a slice are followed on to the next place until they are longer, so that every cell rests on later
/// ones alone.
///
/// **Source:** a time-expanded relaxation, after Christofides, Mingozzi and Toth 1981 (state-space relaxation).
struct TourBoundTable {
  /// A way of at least one slice, some short ways before it.
  struct Stride {
    var arc: TourNetwork.Arc
    var value: Int32
  }

  let sliceMilliseconds: UInt32
  var cells: [Int32]
  /// By node the cell of its first slice, that slice's number, and where its slices begin after midnight.
  private(set) var rows: [Int]
  private(set) var firstSlice: [UInt32]
  let shift: [UInt32]
  /// What marks a place from which one is not back in time.
  static let nothing = Int32.min
  /// Without cells: the most any way gains a millisecond, and when the day is over.
  private var rate: (perMillisecond: Double, until: UInt32)?

  /// Returns more than which can't be gained from a node at a moment at which one can still be back in time.
  @inline(__always) func bound(_ node: Int, _ time: UInt32) -> Int32 {
    if let rate { return Self.gain(rate.perMillisecond * Double(rate.until - min(rate.until, time))) }
    let slice = time < shift[node] ? 0 : (time &- shift[node]) / sliceMilliseconds
    return cells[rows[node] &+ Int(slice &- firstSlice[node])]
  }

  private static func gain(_ value: Double) -> Int32 { value < 2e9 ? Int32(value.rounded(.up)) : .max }

  /// Fills the table.
  ///
  /// Where too many ways are shorter than a slice, or the caller stops it, it has no cells, and knows only the most any way gains
  /// in its time.
  /// - Parameters:
  ///   - once: By arc the number of what it gains at most once within a slice; negative for nothing of the kind, empty for no arc.
  ///   - cellCount: How many cells it may have; slices are a second at least, and get longer until they fit.
  ///   - goesOn: Asked now and then, with the share done.
  /// - Complexity: O(cells · arcs a node).
  init(
    _ network: TourNetwork, values: [Int32], once: [Int32] = [], windows: TourWindows, cellCount: Int,
    goesOn: (Double) -> Bool
  ) {
    let useful = (0..<network.nodeCount).filter(windows.isUseful)
    let span = useful.reduce(0) { $0 + Int(windows.latest[$1] ?? 0) - Int(windows.earliest[$1]) }
    let room = max(1, cellCount - 3 * useful.count)
    let slice = UInt32(max(1000, min(86_400_000, (span + room - 1) / room)))
    let shift = windows.earliest.map { $0 == .max ? 0 : $0 % slice }
    sliceMilliseconds = slice
    self.shift = shift
    (cells, rows, firstSlice) = ([], [], [])
    if let strides = Self.strides(network, values, once, windows, useful, slice) {
      layOut(network, windows)
      if fill(network, windows, strides, useful, goesOn) { return }
    }
    cells = []
    rate = (Self.greatestRate(network, values), windows.latest[network.end] ?? 0)
  }

  private static func greatestRate(_ network: TourNetwork, _ values: [Int32]) -> Double {
    var greatest = 0.0
    for (arc, value) in zip(network.arcs, values) where value > 0 {
      greatest = max(greatest, Double(value) / Double(network.leastMilliseconds(arc)))
    }
    return greatest
  }

  private mutating func layOut(_ network: TourNetwork, _ windows: TourWindows) {
    rows = [Int](repeating: 0, count: network.nodeCount)
    firstSlice = [UInt32](repeating: 0, count: network.nodeCount)
    var count = 0
    for node in 0..<network.nodeCount where windows.isUseful(node) {
      guard let latest = windows.latest[node] else { continue }
      rows[node] = count
      firstSlice[node] = slice(node, windows.earliest[node])
      count += Int(slice(node, latest) - firstSlice[node]) + 1
    }
    cells = [Int32](repeating: Self.nothing, count: count)
    // Home again nothing more is gained, and no stride is too short to be home.
    guard windows.isUseful(network.end), let latest = windows.latest[network.end] else { return }
    let row = rows[network.end]
    for cell in row...row + Int(slice(network.end, latest) - firstSlice[network.end]) { cells[cell] = 0 }
  }

  func slice(_ node: Int, _ time: UInt32) -> UInt32 {
    time < shift[node] ? 0 : (time - shift[node]) / sliceMilliseconds
  }
}
