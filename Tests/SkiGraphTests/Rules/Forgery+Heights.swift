import SkiBase

@testable import SkiGraph

extension Forgery {
  /// Replaces a number of the lattice.
  private static func lattice(
    _ rule: MapRule, _ what: String, at offset: Int, _ size: Int, _ value: UInt64
  ) -> Forgery {
    Forgery(rule, what) { $0.set(.heightGrid, 0, value, at: offset, bytes: size) }
  }

  static let heights: [Forgery] =
    SectionID.ofHeights.map { section in
      Forgery(.heightSections, "heights without \(section)") { $0.hide(section) }
    } + short(.heightCounts, [.heightGrid, .heightFirstByte]) + [
      lattice(.heightLattice, "a lattice in an unknown system", at: 40, 4, 2),
      lattice(.heightLattice, "columns that stand still", at: 16, 8, 0),
      lattice(.heightLattice, "rows that are not a number apart", at: 24, 8, Double.nan.bitPattern),
      lattice(.heightLattice, "a lattice without a row", at: 36, 4, 0),
      lattice(.heightLattice, "a lattice that begins beyond the pole", at: 8, 8, (91.0).bitPattern),
      lattice(.heightLattice, "a lattice wider than the Earth", at: 32, 4, 1 << 31 - 1),
      lattice(.heightStep, "a step of 0 mm", at: 44, 4, 0),
      lattice(.heightStep, "a step of 101 m", at: 44, 4, 101_000),
      Forgery(.heightTile, "a tile south of the lattice") {
        $0.set(.heightTile, $0.count(.heightTile) - 1, 216_001 / 64 + 1, bytes: 4)
      },
      Forgery(.heightTile, "a tile east of the lattice") {
        $0.set(.heightTile, $0.count(.heightTile) - 1, 432_000 / 64, at: 4, bytes: 4)
      },
      Forgery(.heightOrder, "a tile twice") { $0.copy(.heightTile, from: 0, to: 1) },
      Forgery(.heightOrder, "two tiles in each other's place") { $0.swap(.heightTile, 0, 1) },
      value(.heightBytes, .heightFirstByte, 0, 1, "a code that begins late"),
      Forgery(.heightBytes, "a code of no bytes") {
        $0.copy(.heightFirstByte, from: 1, to: 2)
      },
      Forgery(.heightBytes, "codes that end before their bytes do") {
        let last = $0.count(.heightFirstByte) - 1
        $0.set(.heightFirstByte, last, $0.value(.heightFirstByte, last) - 1)
      },
      Forgery(.heightCode, "a code that ends too early") {
        $0.set(.heightFirstByte, 1, $0.value(.heightFirstByte, 1) - 1)
      },
      Forgery(.heightCode, "a code with bytes behind") {
        $0.set(.heightFirstByte, 1, $0.value(.heightFirstByte, 1) + 1)
      },
      value(.heightCode, .heightBytes, 0, 0x3F, "a height above all mountains"),
      Forgery(.heightCode, "a run beyond the tile") {
        for (position, byte) in [UInt64(0x80), 0x07, 0xFF].enumerated() {
          $0.set(.heightBytes, position, byte)
        }
      },
      Forgery(.heightAttribution, "an attribution that is no text") {
        $0.set(.heightAttribution, 0, UInt64($0.count(.stringOffsets)) - 1)
      },
    ]
}
