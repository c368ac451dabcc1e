import SkiBase
import SkiPeople

/// Collects notices, and waits for one.
final class NoticeLog: Sendable {
  private let notices = Locked<[StoreNotice]>([])

  var all: [StoreNotice] { notices.withLock { $0 } }

  func add(_ notice: StoreNotice) { notices.withLock { $0.append(notice) } }

  /// Waits until a notice has come, at most 20 s; returns all up to then.
  func waiting(for notice: StoreNotice) async throws -> [StoreNotice] {
    for _ in 0..<2_000 {
      if all.contains(notice) { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    return all
  }
}
