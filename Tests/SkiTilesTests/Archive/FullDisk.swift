import SkiSystem
import Testing

@testable import SkiTiles

/// A simulated full disk, by a limit on file sizes that fails writes; for tests in a process of their own.
enum FullDisk {
  /// Limits every file of this process to `bytes`.
  static func begin(afterBytes bytes: UInt) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
    #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
  }

  /// The tile of the whole world.
  static var world: TileAddress {
    get throws { try #require(TileAddress(zoom: 0, column: 0, row: 0)) }
  }
}
