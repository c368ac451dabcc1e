import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiSimulation

/// The defects of recorders: what each alters, what it keeps, and how often.
struct RecordingDefectTests {
  /// Two hours with a fix each second, north and up, with all members known.
  private static let fixes: [LocationFix] = (0..<7200).map { second in
    var fix = LocationFix(
      Coordinate(latitude: 46 + Double(second) * 2e-5, longitude: 7),
      time: UniversalTime(secondsSince1970: 1_700_000_000 + Double(second)),
      elevationMetres: 1000 + Double(second) / 10, horizontalAccuracyMetres: 5)
    (fix.verticalAccuracyMetres, fix.speedMetresPerSecond, fix.courseDegrees) = (4, 2.2, 0)
    fix.sequence = UInt64(second)
    return fix
  }

  private static func applied(_ kind: RecordingDefect.Kind, seed: UInt64 = 1) -> [LocationFix] {
    RecordingDefect(kind, "tested").applied(to: fixes, seed: seed)
  }

  /// The members of a fix, named by the part of it that a defect may alter.
  private enum Part: CaseIterable {
    case time, position, accuracy, elevation, verticalAccuracy, rest

    func text(_ fix: LocationFix) -> String {
      switch self {
      case .time: "\(fix.time.secondsSince1970)"
      case .position: "\(fix.coordinate)"
      case .accuracy: "\(String(describing: fix.horizontalAccuracyMetres))"
      case .elevation: "\(String(describing: fix.elevationMetres))"
      case .verticalAccuracy: "\(String(describing: fix.verticalAccuracyMetres))"
      case .rest:
        "\(String(describing: fix.speedMetresPerSecond)) \(String(describing: fix.courseDegrees))"
          + " \(String(describing: fix.sequence))"
      }
    }
  }

  /// The parts that differ between fixes of the same positions.
  private static func altered(_ changed: [LocationFix]) -> Set<Part> {
    Set(Part.allCases.filter { part in zip(fixes, changed).contains { part.text($0) != part.text($1) } })
  }

  private static func deviation(_ numbers: [Double]) -> Double {
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    return (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)).squareRoot()
  }

  /// The errors to the east and to the north, in metres.
  private static func errors(_ changed: [LocationFix]) -> (east: [Double], north: [Double]) {
    let away = zip(fixes, changed).map { LocalPlane(at: $0.coordinate).metres($1.coordinate) }
    return (away.map(\.x), away.map(\.y))
  }

  private static func correlation(_ numbers: [Double], after count: Int) -> Double {
    let products = zip(numbers, numbers.dropFirst(count)).map { $0 * $1 }
    let squares = numbers.map { $0 * $0 }
    return products.reduce(0, +) / Double(products.count) / (squares.reduce(0, +) / Double(squares.count))
  }

  @Test(arguments: RecordingDefect.table.indices)
  func `a seed gives the same fixes each time`(row: Int) {
    let defect = RecordingDefect.table[row]
    let seeds: [UInt64] = [1, 1, 2]
    let made = seeds.map { defect.applied(to: Self.fixes, seed: $0) }
    #expect(made[0] == made[1], "\(defect)")
    let isRandom =
      switch defect.kind {
      case .whiteNoise, .driftingNoise, .noisyElevations, .disorder: true
      default: false
      }
    #expect((made[0] != made[2]) == isRandom, "\(defect)")
  }

  @Test(arguments: RecordingDefect.table.indices)
  func `no fixes stay no fixes, and one stays a fix`(row: Int) {
    let defect = RecordingDefect.table[row]
    #expect(defect.applied(to: [], seed: 1).isEmpty, "\(defect)")
    #expect(!defect.applied(to: [Self.fixes[0]], seed: 1).isEmpty, "\(defect)")
  }

  @Test func `the table has no name twice and starts without a defect`() {
    let names = RecordingDefect.table.map(\.description)
    #expect(Set(names).count == names.count)
    #expect(RecordingDefect.table.first?.kind == RecordingDefect.Kind.none)
    #expect(Set(RecordingDefect.table.map(\.kind)).count == names.count)
  }

  @Test func `each defect alters its parts of the fixes and keeps the rest`() {
    let position: Set<Part> = [.position, .accuracy]
    let elevation: Set<Part> = [.elevation, .verticalAccuracy]
    let rows: [(RecordingDefect.Kind, Set<Part>)] = [
      (.none, []), (.withoutAccuracies, [.accuracy]), (.whiteNoise(metres: 10), position),
      (.driftingNoise(metres: 10), position), (.withoutElevations, elevation), (.zeroElevations, elevation),
      (.constantElevation, elevation), (.shiftedElevations(metres: 150), elevation),
      (.staleElevations(seconds: 60), elevation), (.jumpingElevations(metres: 120), elevation),
      (.noisyElevations(metres: 15), elevation), (.lostDates, [.time]),
    ]
    for (kind, parts) in rows {
      let changed = Self.applied(kind)
      #expect(changed.count == Self.fixes.count, "\(kind)")
      #expect(Self.altered(changed) == parts, "\(kind)")
    }
  }

  @Test func `white noise has its deviation on each axis and no memory`() {
    for metres in [10.0, 25] {
      let (east, north) = Self.errors(Self.applied(.whiteNoise(metres: metres)))
      for errors in [east, north] {
        #expect(abs(Self.deviation(errors) / metres - 1) < 0.05)
        #expect(abs(Self.correlation(errors, after: 1)) < 0.05)
      }
    }
  }

  @Test func `drifting noise has its deviation over many seeds and a memory of a minute`() {
    var all: [Double] = []
    var (near, far) = (0.0, 0.0)
    let seeds = 1...20 as ClosedRange<UInt64>
    for seed in seeds {
      let (east, north) = Self.errors(Self.applied(.driftingNoise(metres: 10), seed: seed))
      for errors in [east, north] {
        all += errors
        near += Self.correlation(errors, after: 1) / Double(2 * seeds.count)
        far += Self.correlation(errors, after: 60) / Double(2 * seeds.count)
      }
    }
    #expect(abs(Self.deviation(all) / 10 - 1) < 0.1, "\(Self.deviation(all)) m")
    #expect(near > 0.95, "\(near)")
    // exp(-1) after the correlation time.
    #expect(abs(far - 0.37) < 0.15, "\(far)")
  }

  @Test func `an interval keeps the first fix of each`() {
    for seconds in [5.0, 15, 30, 60] {
      let kept = Self.applied(.interval(seconds: seconds))
      #expect(kept.count == Int(7200 / seconds))
      let expected = stride(from: 0, to: 7200, by: Int(seconds)).map { Self.fixes[$0] }
      #expect(kept == expected, "\(seconds) s")
    }
  }

  @Test func `a silence leaves out the end of each period`() {
    let kept = Self.applied(.silence(seconds: 120, each: 600))
    #expect(kept.count == 7200 * 480 / 600)
    let numbers = kept.compactMap { $0.sequence.map(Int.init) }
    #expect(numbers.allSatisfy { $0 % 600 < 480 })
    #expect(kept == numbers.map { Self.fixes[$0] })
  }

  @Test func `elevations are absent, zero, constant or shifted throughout`() {
    #expect(Self.applied(.withoutElevations).allSatisfy { $0.elevationMetres == nil })
    #expect(Self.applied(.zeroElevations).allSatisfy { $0.elevationMetres == 0 })
    #expect(Self.applied(.constantElevation).allSatisfy { $0.elevationMetres == 1000 })
    let shifted = Self.applied(.shiftedElevations(metres: 150))
    #expect(
      zip(Self.fixes, shifted).allSatisfy { known, fix in
        known.elevationMetres.map { $0 + 150 } == fix.elevationMetres
      })
  }

  @Test func `a fix without an elevation gets none`() {
    var bare = Self.fixes
    for position in stride(from: 0, to: bare.count, by: 3) { bare[position].elevationMetres = nil }
    let kinds: [RecordingDefect.Kind] = [
      .withoutElevations, .zeroElevations, .constantElevation, .shiftedElevations(metres: 150),
      .staleElevations(seconds: 60), .jumpingElevations(metres: 120), .noisyElevations(metres: 15),
    ]
    for kind in kinds {
      let changed = RecordingDefect(kind, "tested").applied(to: bare, seed: 1)
      let isBare = stride(from: 0, to: bare.count, by: 3).allSatisfy { changed[$0] == bare[$0] }
      #expect(isBare, "\(kind)")
    }
  }

  @Test func `stale elevations are renewed each so many seconds`() {
    let stale = Self.applied(.staleElevations(seconds: 60))
    for (position, fix) in stale.enumerated() {
      #expect(fix.elevationMetres == Self.fixes[position / 60 * 60].elevationMetres)
    }
    #expect(stale.count { $0.verticalAccuracyMetres != nil } == 7200 / 60)
  }

  @Test func `elevations jump at a third and back at two thirds`() {
    let jumping = Self.applied(.jumpingElevations(metres: 120))
    let shifts = zip(Self.fixes, jumping).map { ($1.elevationMetres ?? 0) - ($0.elevationMetres ?? 0) }
    let length = 7199.0
    for (second, shift) in shifts.enumerated() {
      let isInside = Double(second) > length / 3 && Double(second) < 2 * length / 3
      #expect(abs(shift - (isInside ? 120 : 0)) < 1e-9, "second \(second)")
    }
  }

  @Test func `noisy elevations have their deviation and a tenth of outliers`() {
    let noisy = Self.applied(.noisyElevations(metres: 15))
    let errors = zip(Self.fixes, noisy).map { abs(($1.elevationMetres ?? 0) - ($0.elevationMetres ?? 0)) }
    // Beyond four deviations lie outliers of ten times the noise, 69 % of a tenth of all.
    let outliers = Double(errors.count { $0 > 60 }) / Double(errors.count)
    #expect(abs(outliers - 0.069) < 0.015, "\(outliers)")
    let usual = errors.sorted()[errors.count / 2]
    #expect(abs(usual / (15 * 0.76) - 1) < 0.1, "\(usual) m")
  }

  @Test func `disorder swaps a tenth of the fixes and loses none`() {
    let disordered = Self.applied(.disorder)
    #expect(Set(disordered) == Set(Self.fixes) && disordered.count == Self.fixes.count)
    let moved = zip(Self.fixes, disordered).count { $0 != $1 }
    // Each of 720 swaps moves two fixes, some of them twice.
    #expect(moved > 1000 && moved < 1500, "\(moved)")
    let numbers = disordered.compactMap { $0.sequence.map(Int.init) }
    #expect(numbers.enumerated().allSatisfy { abs($0 - $1) <= 40 })
  }

  @Test func `reversed, duplicated and doubled recordings keep every fix`() {
    #expect(Self.applied(.reversed) == Self.fixes.reversed())
    let doubled = Self.applied(.duplicates)
    #expect(doubled.count == 7920)
    #expect(zip(doubled, doubled.dropFirst()).count { $0 == $1 } == 720)
    let days = Self.applied(.twoDays)
    #expect(Array(days.prefix(7200)) == Self.fixes)
    #expect(
      zip(Self.fixes, days.dropFirst(7200)).allSatisfy {
        $1.time == $0.time.advanced(bySeconds: 86_400) && $1.coordinate == $0.coordinate
      })
    #expect(days.count == 14_400)
  }

  @Test func `one date in 500 is lost`() {
    let dated = Self.applied(.lostDates)
    let lost = dated.indices.filter { dated[$0].time.secondsSince1970 == 0 }
    #expect(lost == Array(stride(from: 250, to: 7200, by: 500)))
    #expect(
      dated.indices.filter { !lost.contains($0) }.allSatisfy { dated[$0] == Self.fixes[$0] })
  }
}
