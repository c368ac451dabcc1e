import Foundation
import SkiBase
import SkiPeople
import SkiPostgres

/// A transaction that is run while another, on the calling thread, holds its rows.
struct BlockedWrite {
  private let driver: PostgresDriver

  init(_ driver: PostgresDriver) {
    self.driver = driver
  }

  /// Locks a row that the caller has locked, and returns the code of the error.
  func errorCode() -> SkiError.Code? {
    let code = Locked<SkiError.Code?>(nil)
    let end = DispatchSemaphore(value: 0)
    Task { [driver] in
      do {
        _ = try await driver.write { try $0.rows("SELECT id FROM marks {lock}") }
      } catch {
        let found = (error as? SkiError)?.code
        code.withLock { $0 = found }
      }
      end.signal()
    }
    end.wait()
    return code.withLock { $0 }
  }

  /// Blocks the calling thread.
  static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1_000) }
}
