/// The upper bounds of the additional score by node and time, for pruning and for the bound of the answer.
///
/// Time is divided into slices. A cell holds the maximum additional score from a node at the start of a slice; arrivals
/// are rounded down to a slice, so that cells are never too small. The slices of a node are shifted to start at its
/// earliest arrival, where rounding then loses nothing. Arcs shorter than a slice are joined to longer paths, so that
/// every cell depends on later slices only.
///
/// **Source:** a time-expanded relaxation, after Christofides, Mingozzi and Toth 1981 (state-space relaxation).
struct TourBoundTable {
  /// A path of at least one slice, whose last arc follows short ones.
  struct Stride {
    var arc: TourNetwork.Arc
    var value: Int32
  }

  let sliceMilliseconds: UInt32
  var cells: [Int32]
  /// The first cell of each node.
  private(set) var rows: [Int]
  /// The number of the first slice of each node.
  private(set) var firstSlice: [UInt32]
  /// The offset of each node's slices from midnight, in milliseconds.
  let shift: [UInt32]
  /// The value of a state that cannot return in time.
  static let nothing = Int32.min
  /// The maximum score per millisecond of any arc and the end of the day, without cells.
  private var rate: (perMillisecond: Double, until: UInt32)?

  /// Returns the upper bound of the additional score from a node at a time that still allows the return.
  @inline(__always) func bound(_ node: Int, _ time: UInt32) -> Int32 {
    if let rate { return Self.gain(rate.perMillisecond * Double(rate.until - min(rate.until, time))) }
    let slice = time < shift[node] ? 0 : (time &- shift[node]) / sliceMilliseconds
    return cells[rows[node] &+ Int(slice &- firstSlice[node])]
  }

  private static func gain(_ value: Double) -> Int32 { value < 2e9 ? Int32(value.rounded(.up)) : .max }

  /// Creates the table.
  ///
  /// With too many arcs shorter than a slice, or when the caller ends it, it has no cells, and bounds by the greatest
  /// score per millisecond.
  /// - Parameters:
  ///   - network: The network.
  ///   - values: The score of each arc.
  ///   - windows: The time windows of nodes.
  ///   - cellCount: The maximum number of cells, which determines the slices, of at least a second.
  ///   - shouldContinue: Receives the finished part, 0 to 1; returning false ends the computation.
  /// - Complexity: O(cells · arcs per node).
  init(
    _ network: TourNetwork, values: [Int32], windows: TourWindows, cellCount: Int,
    shouldContinue: (Double) -> Bool
  ) {
    let useful = (0..<network.nodeCount).filter(windows.isUseful)
    let span = useful.reduce(0) { $0 + Int(windows.latest[$1] ?? 0) - Int(windows.earliest[$1]) }
    let room = max(1, cellCount - 3 * useful.count)
    let slice = UInt32(max(1000, min(86_400_000, (span + room - 1) / room)))
    let shift = windows.earliest.map { $0 == .max ? 0 : $0 % slice }
    sliceMilliseconds = slice
    self.shift = shift
    (cells, rows, firstSlice) = ([], [], [])
    if let strides = Self.strides(network, values, windows, useful, slice) {
      layOut(network, windows)
      if fill(network, windows, strides, useful, shouldContinue) { return }
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
    // The score at the end is 0, and every stride to the end counts.
    guard windows.isUseful(network.end), let latest = windows.latest[network.end] else { return }
    let row = rows[network.end]
    for cell in row...row + Int(slice(network.end, latest) - firstSlice[network.end]) { cells[cell] = 0 }
  }

  func slice(_ node: Int, _ time: UInt32) -> UInt32 {
    time < shift[node] ? 0 : (time - shift[node]) / sliceMilliseconds
  }
}
