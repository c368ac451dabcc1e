import Foundation
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Random histories on each store: as many as fit into the tests.
///
/// `SKIROUTE_HISTORIES` sets the number, `SKIROUTE_HISTORY_STORE` names the only store.
@Suite struct FaultHistoryTests {
  private static let backends = SharingBackend.usable.filter { backend in
    ProcessInfo.processInfo.environment["SKIROUTE_HISTORY_STORE"].map { $0 == backend.rawValue } ?? true
  }

  private static func count(on backend: SharingBackend) -> UInt64 {
    let sample = backend == .memory ? 300 : 20
    return UInt64(TestScale.count("SKIROUTE_HISTORIES", all: backend == .memory ? 1000 : 40, sample: sample))
  }

  @Test(arguments: backends) func `histories with failures break no promise`(
    _ backend: SharingBackend
  ) async throws {
    for seed in 0..<Self.count(on: backend) {
      let faults = try await backend.withStore { store, clock in
        await FaultHistory(seed: seed, on: store, clock).run()
      }
      #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
      guard faults.isEmpty else { return }
    }
  }
}
