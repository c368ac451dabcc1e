import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Faulty samples and voids of one window.
struct MendedSamplesTests {
  private static let columns = 60
  private static let rows = 50

  /// Returns the samples of a drawn window with cells of 20 m.
  private func drawn(step: Double = 20, _ height: (Int, Int) -> Double) -> MendedSamples {
    let metres = (0..<Self.rows * Self.columns).map { Float(height($0 % Self.columns, $0 / Self.columns)) }
    return MendedSamples(metres: metres, columns: Self.columns, stepMetres: (column: step, row: step))
  }

  private func plane(_ column: Int, _ row: Int) -> Double { 1500 + 7 * Double(column) - 4 * Double(row) }

  private func at(_ column: Int, _ row: Int) -> Int { row * Self.columns + column }

  @Test func `ground without faults stays as it is`() {
    var samples = drawn { plane($0, $1) + 30 * noise($0 / 4, $1 / 4, seed: 3) }
    #expect(samples.isIntact())
    let before = samples.metres
    samples.dropFaults()
    samples.fillHoles(upToMetres: 800, withinMetres: 200)
    #expect(samples.metres == before)
    #expect(samples.origins.allSatisfy { $0 == .raster })
  }

  @Test func `a spike, two beside each other and an implausible height are dropped, a peak stays`() {
    let peak = drawn { plane($0, $1) + max(0, 90 - 15 * (abs(Double($0) - 30) + abs(Double($1) - 25))) }
    #expect(peak.isIntact())
    for (wrong, value) in [([(30, 25)], 2400.0), ([(30, 25), (31, 25)], 900), ([(30, 25)], -32_768)] {
      var samples = drawn { column, row in
        wrong.contains { $0 == (column, row) } ? value : plane(column, row)
      }
      #expect(!samples.isIntact())
      samples.dropFaults()
      let dropped = samples.origins.indices.filter { samples.origins[$0] == .dropped }
      #expect(dropped == wrong.map { at($0.0, $0.1) }, "\(value)")
      samples.fillHoles(upToMetres: 800, withinMetres: 200)
      for (column, row) in wrong {
        #expect(samples.origins[at(column, row)] == .replaced)
        #expect(abs(Double(samples.metres[at(column, row)]) - plane(column, row)) < 0.2)
      }
    }
  }

  @Test func `zeros in mountains are a hole, zeros beside a beach are the sea`() {
    var hole = drawn { (20..<35).contains($0) && (10..<30).contains($1) ? 0 : plane($0, $1) }
    hole.dropFaults()
    #expect(hole.metres.count { $0.isNaN } == 15 * 20)
    var sea = drawn { column, row in
      row > 30 ? 0 : max(Double(31 - row) * 2, min(130, Double(column - 45) * 20))
    }
    let before = sea.metres
    sea.dropFaults()
    #expect(sea.metres == before)
  }

  @Test func `a hole in a plane is filled with the plane as far as its rim is near`() {
    for (side, isWhole) in [(1, true), (5, true), (18, true), (30, false)] {
      let hole = (15..<15 + side, 10..<10 + side)
      var samples = drawn { hole.0.contains($0) && hole.1.contains($1) ? .nan : plane($0, $1) }
      samples.fillHoles(upToMetres: 800, withinMetres: 200)
      var worst = 0.0
      for row in hole.1 {
        for column in hole.0 where !samples.metres[at(column, row)].isNaN {
          worst = max(worst, abs(Double(samples.metres[at(column, row)]) - plane(column, row)))
          #expect(samples.origins[at(column, row)] == .filled)
        }
      }
      #expect(samples.metres.contains { $0.isNaN } != isWhole, "\(side)")
      if isWhole { #expect(worst < 0.5, "\(side): \(worst) m") }
    }
  }

  @Test func `no filled height lies outside those around the hole, and a border is not continued`() {
    print("seed 311")
    var random = SeededGenerator(seed: 311)
    for seed in UInt64(1)...20 {
      let share = Double.random(in: 0.02...0.5, using: &random)
      var samples = drawn { column, row in
        column >= 45 || noise(column / 3, row / 3, seed: seed) < share
          ? .nan : plane(column, row) + 60 * noise(column, row, seed: seed + 100)
      }
      let known = samples.metres.filter { !$0.isNaN }
      samples.fillHoles(upToMetres: 800, withinMetres: 200)
      let (least, greatest) = (known.min() ?? 0, known.max() ?? 0)
      #expect(samples.metres.allSatisfy { $0.isNaN || $0 >= least - 0.1 && $0 <= greatest + 0.1 })
      for row in 0..<Self.rows {
        for column in 46..<Self.columns { #expect(samples.metres[at(column, row)].isNaN) }
      }
    }
  }

  @Test func `another model is shifted to meet the samples and unchanged beyond the reach`() {
    var samples = drawn { column, row in column > 20 ? .nan : plane(column, row) }
    let base = (0..<Self.rows * Self.columns).map {
      Float(plane($0 % Self.columns, $0 / Self.columns) - 12)
    }
    samples.fill(from: base, withinMetres: 200)
    for row in 1..<Self.rows - 1 {
      var last: Float = 0
      for column in 0..<Self.columns {
        let shift = samples.metres[at(column, row)] - base[at(column, row)]
        switch column {
        case ...20: #expect(shift == 12)
        case ...30:
          #expect(samples.origins[at(column, row)] == .shifted)
          #expect(last - shift > 0 && last - shift < 2.2, "\(column), \(row)")
        default: #expect(shift == 0)
        }
        last = shift
      }
    }
  }
}
