import Foundation
import SkiTestSupport

/// Elevations from formulas with known slopes.
enum SyntheticSurface {
  /// Mountains of sine waves, each octave shorter and lower than the one before; all in metres.
  ///
  /// Slopes reach about 55°. The seed is printed by the test.
  struct Mountains {
    private var waves: [(x: Double, y: Double, phase: Double, height: Double)] = []

    init(seed: UInt64, octaves: Int = 6, longestMetres: Double = 6000) {
      var random = SeededGenerator(seed: seed)
      var length = longestMetres
      for _ in 0..<octaves {
        for _ in 0..<4 {
          let angle = Double.random(in: 0..<2 * .pi, using: &random)
          let number = 2 * .pi / length
          waves.append(
            (number * cos(angle), number * sin(angle), .random(in: 0..<2 * .pi, using: &random), length / 18))
        }
        length *= 0.52
      }
    }

    func metres(x: Double, y: Double) -> Double {
      1800 + waves.reduce(0) { $0 + $1.height * sin($1.x * x + $1.y * y + $1.phase) }
    }

    /// The gradient to the east and to the north, metres a metre.
    func gradient(x: Double, y: Double) -> (east: Double, north: Double) {
      waves.reduce((0, 0)) {
        let slope = $1.height * cos($1.x * x + $1.y * y + $1.phase)
        return ($0.0 + slope * $1.x, $0.1 + slope * $1.y)
      }
    }
  }

  /// Mountains in UTM 32N at 10 m, 620 × 500, with a void in the middle and a lake.
  static func mountains(
    seed: UInt64, columns: Int = 620, rows: Int = 500, stepMetres: Double = 10, isWhole: Bool = false
  ) -> ForeignRaster {
    print("seed \(seed)")
    let shape = Mountains(seed: seed)
    return ForeignRaster(
      columns: columns, rows: rows, west: 652_310, north: 5_214_770, stepX: stepMetres, stepY: stepMetres
    ) { x, y in
      let (east, north) = (x - 655_000, y - 5_212_000)
      if !isWhole, hypot(east, north) < 300 { return .nan }
      if !isWhole, hypot(east + 1500, north - 900) < 350 { return 1700 }
      return shape.metres(x: east, y: north)
    }
  }
}
