import SkiTerrain
import SkiTestSupport
import Testing

struct LineElevationsTests {
  /// Returns points every so many metres on a slope with waves of some metres.
  private static func slope(
    _ count: Int, spacing: Double, waveMetres: Double = 4, gradient: Double = -0.25
  ) -> (distances: [Double], metres: [Double]) {
    let distances = (0..<count).map { Double($0) * spacing }
    return (distances, distances.map { 2000 + gradient * $0 + waveMetres * wave($0 / 60) })
  }

  /// A triangular wave between -1 and 1.
  private static func wave(_ phase: Double) -> Double {
    let part = phase - phase.rounded(.down)
    return part < 0.5 ? 4 * part - 1 : 3 - 4 * part
  }

  @Test func `a line without faults is unchanged`() {
    for spacing in [5.0, 10, 25, 100] {
      let (distances, metres) = Self.slope(60, spacing: spacing)
      let line = LineElevations(distancesMetres: distances, elevationsMetres: metres)
      #expect(line.wholeMetres == metres, "\(spacing) m")
      #expect(line.droppedCount == 0 && line.bridgedRangesMetres.isEmpty)
    }
  }

  @Test func `a gap of 200 m is bridged, a longer one is not`() {
    for (missing, isWhole) in [(1, true), (7, true), (8, false), (20, false)] {
      let (distances, metres) = Self.slope(60, spacing: 25, waveMetres: 0)
      var holed = metres.map { Optional($0) }
      for index in 20..<20 + missing { holed[index] = nil }
      let line = LineElevations(distancesMetres: distances, elevationsMetres: holed)
      #expect((line.wholeMetres != nil) == isWhole, "\(missing)")
      #expect(
        line.metres[..<20].allSatisfy { $0 != nil } && line.metres[(20 + missing)...].allSatisfy { $0 != nil }
      )
      guard let whole = line.wholeMetres else { continue }
      #expect(zip(whole, metres).allSatisfy { abs($0 - $1) < 1e-6 })
      #expect(line.bridgedMetres == Double(missing + 1) * 25)
    }
  }

  @Test func `an end without elevation continues the gradient for 200 m at most`() {
    for (missing, isWhole) in [(1, true), (4, true), (7, true), (9, false)] {
      for atEnd in [false, true] {
        let (distances, metres) = Self.slope(40, spacing: 25, waveMetres: 0)
        var holed = metres.map { Optional($0) }
        for index in 0..<missing { holed[atEnd ? 39 - index : index] = nil }
        let line = LineElevations(distancesMetres: distances, elevationsMetres: holed)
        #expect((line.wholeMetres != nil) == isWhole, "\(missing), \(atEnd)")
        guard let whole = line.wholeMetres else { continue }
        #expect(zip(whole, metres).allSatisfy { abs($0 - $1) < 1e-6 })
      }
    }
  }

  @Test(arguments: [0.0, -32_768, 9_999, 1_200, 2_600])
  func `wrong samples are dropped and bridged`(value: Double) throws {
    for count in 1...5 {
      let (distances, metres) = Self.slope(80, spacing: 10)
      var bad = metres
      for index in 30..<30 + count { bad[index] = value }
      let line = LineElevations(distancesMetres: distances, elevationsMetres: bad)
      let whole = try #require(line.wholeMetres)
      #expect(zip(whole, metres).allSatisfy { abs($0 - $1) < 10 }, "\(count) of \(value)")
      #expect(!line.bridgedRangesMetres.isEmpty)
    }
  }

  @Test func `a spike of 40 m is dropped, a ridge of 40 m stays`() throws {
    let (distances, metres) = Self.slope(80, spacing: 10)
    var spike = metres
    spike[40] += 40
    let line = LineElevations(distancesMetres: distances, elevationsMetres: spike)
    #expect(line.droppedCount == 1)
    #expect(abs(try #require(line.wholeMetres)[40] - metres[40]) < 6)
    var ridge = metres
    for step in -8...8 { ridge[40 + step] += 40 * (1 - abs(Double(step)) / 9) }
    #expect(LineElevations(distancesMetres: distances, elevationsMetres: ridge).wholeMetres == ridge)
  }

  @Test func `cliffs of 20 m and slopes of 50 degrees stay`() {
    let distances = (0..<60).map { Double($0) * 10 }
    let cliff = distances.map { 2000 - 0.2 * $0 - ($0 > 300 ? 20 : 0) }
    let steep = distances.map { 2000 - 1.2 * $0 }
    for metres in [cliff, steep] {
      #expect(LineElevations(distancesMetres: distances, elevationsMetres: metres).wholeMetres == metres)
    }
  }

  @Test func `random voids and spikes change the mean gradient of random lines by less than two points`()
    throws
  {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      let spacing = Double.random(in: 5...30, using: &random)
      let gradient = Double.random(in: -0.5 ... -0.1, using: &random)
      let (distances, metres) = Self.slope(
        Int.random(in: 20...200, using: &random), spacing: spacing, gradient: gradient)
      var faulty = metres.map { Optional($0) }
      for index in faulty.indices {
        switch Int.random(in: 0..<100, using: &random) {
        case 0: faulty[index] = nil
        case 1: faulty[index] = 0
        case 2: faulty[index] = metres[index] + Double.random(in: 200...900, using: &random)
        default: break
        }
      }
      let line = LineElevations(distancesMetres: distances, elevationsMetres: faulty)
      let whole = try #require(line.wholeMetres, "seed \(seed)")
      let worst = zip(whole, metres).map { abs($0 - $1) }.max() ?? 0
      #expect(worst < 8 + spacing, "seed \(seed): \(worst) m")
      let run = distances[distances.count - 1]
      let change = abs((whole[whole.count - 1] - whole[0]) - (metres[metres.count - 1] - metres[0])) / run
      #expect(change < 0.02, "seed \(seed)")
    }
  }

  @Test func `a line of zeros, of nothing, or of two values stays as it is`() {
    let distances = [0.0, 50, 100]
    #expect(
      LineElevations(distancesMetres: distances, elevationsMetres: [0, 0, 0]).wholeMetres == [0, 0, 0])
    #expect(LineElevations(distancesMetres: distances, elevationsMetres: [nil, nil, nil]).wholeMetres == nil)
    #expect(LineElevations(distancesMetres: [], elevationsMetres: []).wholeMetres == nil)
    let pair = LineElevations(distancesMetres: [0, 10], elevationsMetres: [2000, 1900])
    #expect(pair.wholeMetres == [2000, 1900])
  }

  @Test func `a zero beside a single other value is a hole`() {
    let pair = LineElevations(distancesMetres: [0, 10], elevationsMetres: [2000, 0])
    #expect(pair.metres == [2000, nil] && pair.droppedCount == 1)
    #expect(
      LineElevations(distancesMetres: [0, 10], elevationsMetres: [40, 0]).wholeMetres == [40, 0])
  }

  @Test func `one vertex without elevation is bridged between vertices up to 200 m away`() throws {
    for (before, after, isWhole) in [(150.0, 160.0, true), (200, 200, true), (210, 90, false)] {
      let distances = [0, 100, 200, 200 + before, 200 + before + after, 700]
      let metres = distances.map { 2000 - 0.2 * $0 }
      var holed = metres.map { Optional($0) }
      holed[3] = nil
      let line = LineElevations(distancesMetres: distances, elevationsMetres: holed)
      #expect((line.wholeMetres != nil) == isWhole, "\(before) m, \(after) m")
      if let whole = line.wholeMetres { #expect(abs(whole[3] - metres[3]) < 1e-9) }
    }
  }

  @Test func `a spike between vertices far apart is dropped, and costs the line no more than that`() throws {
    let distances = (0..<14).map { Double($0) * 300 }
    let metres = distances.map { 2600 - 0.2 * $0 }
    for (at, value) in [(6, 1100.0), (1, 3400), (12, 0)] {
      var spike = metres
      spike[at] = value
      let line = LineElevations(distancesMetres: distances, elevationsMetres: spike)
      #expect(line.droppedCount == 1)
      #expect(line.metres.count { $0 != nil } >= 13, "\(at)")
    }
  }

  @Test func `a spike at an end is dropped, a steep end stays`() throws {
    let (distances, metres) = Self.slope(30, spacing: 100, waveMetres: 0)
    for at in [0, 29] {
      for error in [-150.0, 150, 500] {
        var spike = metres
        spike[at] += error
        let line = LineElevations(distancesMetres: distances, elevationsMetres: spike)
        #expect(line.droppedCount == 1, "\(at), \(error)")
        #expect(abs(try #require(line.wholeMetres)[at] - metres[at]) < 1)
      }
      var steep = metres
      steep[at] += at == 0 ? 60 : -60
      #expect(LineElevations(distancesMetres: distances, elevationsMetres: steep).wholeMetres == steep)
    }
  }

  @Test func `a long line continues to an end farther away than a short one`() {
    for (known, gap, isWhole) in [(2000.0, 180.0, true), (300, 180, false), (2000, 220, false)] {
      let distances = stride(from: 0.0, through: known, by: 50).map { $0 } + [known + gap]
      let metres = distances.map { Optional(2000 - 0.2 * $0) }
      let line = LineElevations(distancesMetres: distances, elevationsMetres: metres.dropLast() + [nil])
      #expect((line.wholeMetres != nil) == isWhole, "\(known) m, \(gap) m")
    }
  }
}
