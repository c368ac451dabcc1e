import SkiBase
import SkiGraph
import SkiTerrain

/// The signs that elevations are wrong as a whole, gathered while a map is built: another unit, another place, steps
/// that no ground has.
///
/// Single faults are mended where they are read (see ``ElevationReader``); this tells models that no mending helps. It
/// compares elevations with gradients that are skied and ridden, and the source with heights that maps state.
struct ElevationGate {
  /// A sign that elevations are wrong.
  struct Finding: Hashable {
    /// The finding and its remedy, as one sentence without a full stop.
    var text: String
    /// Indicates whether a build ends by it, unless it accepts doubtful elevations.
    var endsBuild: Bool
  }

  /// A height that the input states, and the source's at the same place, in metres.
  private struct Pair {
    var stated: Double
    var source: Double
    /// Indicates whether it is the elevation of a vertex; else it comes from a tag or a name.
    var isVertex: Bool
  }

  private var pairs: [Pair] = []
  /// The numbers of compared places within the files of the source, and of those where it has an elevation.
  private var (coveredCount, knownCount) = (0, 0)
  /// The mean gradients of runs and lifts with elevations, rise over run.
  private var runGradients: [Double] = []
  private var liftGradients: [Double] = []
  /// The runs with a section steeper than any run.
  private var steepRuns: Set<SourceID> = []
  private var runs: Set<SourceID> = []

  /// The gradient that no run has over ``steepMetres``: 70°.
  private static let steepGradient = 2.747
  /// The length in metres over which that gradient is taken.
  private static let steepMetres = 50.0
  /// The least lengths in metres of runs and lifts whose mean gradient counts.
  private static let (runMetres, liftMetres) = (200.0, 200.0)
  /// The least numbers of values for a finding.
  private static let (leastRuns, leastLifts, leastPairs) = (8, 3, 8)
  /// The medians of gradients above which elevations are in feet. In six real areas with elevations the medians are 0.18
  /// to 0.23 of runs and 0.23 to 0.31 of lifts, and 3.28 times these in feet.
  private static let (feetRunGradient, feetLiftGradient) = (0.45, 0.6)
  /// The ratios of heights to those stated that mean feet for metres.
  private static let feetRatios = 2.9...3.7
  /// The difference in metres from which a height disagrees, beyond different datums and coarse models.
  private static let disagreementMetres = 120.0
  /// The share of runs with impossible gradients, and their least number, from which a build ends.
  private static let (steepShare, steepCount) = (0.05, 3)
  /// The greatest number of places compared.
  private static let placeLimit = 2000

  // MARK: Gathering

  /// Adds the gradients of the runs and lifts of a group.
  /// - Complexity: O(*v*) in its vertices.
  mutating func add(_ lines: [ProjectedLine], of localRuns: [LocalRun], _ lifts: [LocalLift]) {
    for line in lines where !line.isClimbed {
      guard let heights = line.elevations else { continue }
      let id = localRuns[line.feature].run.id
      runs.insert(id)
      if Self.isTooSteep(heights, line.offsets) { steepRuns.insert(id) }
      if line.mapLengthMetres >= Self.runMetres, let rise = line.climbMetres {
        runGradients.append(abs(rise) / line.mapLengthMetres)
      }
    }
    for lift in lifts where lift.track.mapLengthMetres >= Self.liftMetres {
      if let rise = lift.track.climbMetres { liftGradients.append(abs(rise) / lift.track.mapLengthMetres) }
    }
  }

  /// Returns whether a section of 50 m or a little more is steeper than any run.
  private static func isTooSteep(_ centimetres: [Int32], _ offsets: [UInt32]) -> Bool {
    let least = UInt32(steepMetres * 100)
    var low = 0
    for high in offsets.indices {
      while low + 1 < high, offsets[high] - offsets[low + 1] >= least { low += 1 }
      let run = offsets[high] - offsets[low]
      if run >= least, abs(Double(centimetres[high] - centimetres[low])) > steepGradient * Double(run) {
        return true
      }
    }
    return false
  }

  /// Adds the heights that the input states beside those of a source: of vertices, and of stations and huts by tags and
  /// names.
  /// - Throws: The errors of the source.
  /// - Complexity: O(*n*) in the vertices, and at most 2,000 samples.
  mutating func compare(_ data: SkiData, with source: any ElevationSource) throws {
    let tagged = data.spots.map { ($0.coordinate, $0.elevationMetres ?? Self.height(in: $0.name)) }
    let named = data.lifts.flatMap { $0.stations.map { ($0.coordinate, Self.height(in: $0.name)) } }
    try add(Self.thinned(tagged + named), isVertex: false, source)
    let runs = data.runs.flatMap(\.vertexHeights)
    try add(Self.thinned(runs + data.lifts.flatMap(\.vertexHeights)), isVertex: true, source)
  }

  private mutating func add(
    _ places: [(place: Coordinate, stated: Double?)], isVertex: Bool, _ source: any ElevationSource
  ) throws {
    let heights = try source.elevationsMetres(along: places.map(\.place))
    for (height, place) in zip(heights, places) {
      if height != nil || source.resolutionMetres(at: place.place) != nil { coveredCount += 1 }
      guard let height, LineElevations.plausibleMetres.contains(height) else { continue }
      knownCount += 1
      if let stated = place.stated, stated != 0 {
        pairs.append(Pair(stated: stated, source: height, isVertex: isVertex))
      }
    }
  }

  /// Returns at most 1,000 of some places, evenly spread, those with a height first.
  private static func thinned(
    _ places: [(Coordinate, Double?)]
  ) -> [(place: Coordinate, stated: Double?)] {
    let known = places.filter { $0.1 != nil && $0.1 != 0 }
    let chosen = known.isEmpty ? places : known
    let step = max(1, (chosen.count + placeLimit / 2 - 1) / (placeLimit / 2))
    return stride(from: 0, to: chosen.count, by: step).map { (chosen[$0].0, chosen[$0].1) }
  }

  /// Returns the height that ends a name, as in "Gipfelstation 2345 m"; nil without one.
  static func height(in name: String?) -> Double? {
    guard let name, let unit = name.utf8.last, unit == UInt8(ascii: "m") else { return nil }
    var digits: [UInt8] = []
    for byte in name.utf8.dropLast().reversed() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: " ") where digits.isEmpty: continue
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "'"):
        guard digits.count == 3 else { return nil }
      default:
        let metres = digits.reversed().reduce(0.0) { $0 * 10 + Double($1) }
        return (3...4).contains(digits.count) && byte == UInt8(ascii: " ") && metres >= 300 ? metres : nil
      }
    }
    return nil
  }

  // MARK: Findings

  /// Returns the signs found, those that end a build first.
  /// - Complexity: O(*n* log *n*) in the values gathered.
  func findings() -> [Finding] {
    let all = [voids(), feet() ?? disagreement(), steepness()].compactMap { $0 }
    return all.filter(\.endsBuild) + all.filter { !$0.endsBuild }
  }

  /// Elevations below −450 and above 9,000 m are voids.
  private func voids() -> Finding? {
    guard coveredCount >= Self.leastPairs, 2 * knownCount < coveredCount else { return nil }
    let limits = LineElevations.plausibleMetres
    return Finding(
      text: """
        only \(knownCount) of \(coveredCount) places that the elevation files cover have an elevation between \
        \(Int(limits.lowerBound)) and \(Int(limits.upperBound)) m; check their unit and the value of their voids
        """, endsBuild: 4 * knownCount < coveredCount)
  }

  private func feet() -> Finding? {
    let remedy = "they look like feet; give --vertical-unit foot for a GeoTIFF, or convert them to metres"
    let ratios = pairs.compactMap { $0.stated > 100 ? $0.source / $0.stated : nil }
    if ratios.count >= Self.leastPairs {
      let median = Self.median(ratios)
      guard Self.feetRatios.contains(median) else { return nil }
      return Finding(
        text: """
          elevations are \(Self.text(median)) times those of \(ratios.count) vertices, tags and names in the median: \
          \(remedy)
          """, endsBuild: true)
    }
    guard runGradients.count >= Self.leastRuns, liftGradients.count >= Self.leastLifts else { return nil }
    let (run, lift) = (Self.median(runGradients), Self.median(liftGradients))
    guard run > Self.feetRunGradient, lift > Self.feetLiftGradient else { return nil }
    return Finding(
      text: """
        half of the runs fall by more than \(Self.percent(run)) % and half of the lifts rise by more than \
        \(Self.percent(lift)) %: \(remedy)
        """, endsBuild: true)
  }

  private func disagreement() -> Finding? {
    for isVertex in [true, false] {
      let pairs = pairs.filter { $0.isVertex == isVertex }
      guard pairs.count >= Self.leastPairs else { continue }
      let differences = pairs.map { abs($0.source - $0.stated) }
      let median = Self.median(differences)
      guard median > Self.disagreementMetres else { continue }
      let what = isVertex ? "vertices" : "tags and names of stations and huts"
      return Finding(
        text: """
          elevations differ from \(pairs.count) \(what) by \(Int(median)) m in the median; check that the elevation \
          files show this place, in metres above sea level
          """, endsBuild: isVertex)
    }
    return nil
  }

  private func steepness() -> Finding? {
    guard let example = steepRuns.min(by: { $0.rawValue < $1.rawValue }) else { return nil }
    let endsBuild =
      steepRuns.count >= Self.steepCount && Double(steepRuns.count) > Self.steepShare * Double(runs.count)
    return Finding(
      text: """
        \(steepRuns.count) of \(runs.count) runs have a gradient of more than 70° over 50 m, for example \
        \(example.rawValue); check the elevations there, or leave the files out
        """, endsBuild: endsBuild)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
  private static func percent(_ ratio: Double) -> Int { Int((100 * ratio).rounded()) }
  private static func text(_ ratio: Double) -> String {
    let tenths = Int((10 * ratio).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension Run {
  /// The first, middle and last vertices of each line or outline, with their elevations in metres.
  fileprivate var vertexHeights: [(Coordinate, Double?)] {
    switch geometry {
    case .lines(let lines): lines.flatMap(\.sampleVertices)
    case .areas(let areas): areas.flatMap(\.outer.sampleVertices)
    }
  }
}

extension Lift {
  fileprivate var vertexHeights: [(Coordinate, Double?)] { parts.flatMap(\.sampleVertices) }
}

extension Polyline {
  fileprivate var sampleVertices: [(Coordinate, Double?)] {
    Set([0, count / 2, count - 1]).filter { $0 >= 0 }.sorted()
      .map { (coordinates[$0], elevationMetres(at: $0)) }
  }
}
