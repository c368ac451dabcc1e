import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiServer

/// States that come from feeds and hosts are served as a whole, and only what is different is a change.
@Suite struct MapReloaderTests {
  private let folder = ScratchFolder()
  private let time = UniversalTime(secondsSince1970: 1_700_042_400)

  private func keeper() throws -> MapReloader {
    let path = folder.path + "/mountain.skimap"
    try DrawnMountain().contents.write(toFile: path)
    return try MapReloader(mapPath: path, statusPath: nil, archives: [:], now: { [time] in time })
  }

  /// States under an identity: one lift's, or a report that says nothing.
  private func status(_ id: String, _ state: OperatingState? = nil) -> ServedStatus {
    let features = state.map { [FeatureStatus(key: .id(SourceID("BT")), state: $0, observedAt: time)] }
    return ServedStatus(id: id, report: StatusReport(features: features ?? []))
  }

  /// Returns the identity of a change of states; nil without a change.
  private func identity(_ change: MapReloader.Change?) -> String? {
    guard case .status(let id)? = change else { return nil }
    return id
  }

  @Test func `a report that says nothing is served as none`() throws {
    let keeper = try keeper()
    let tag = keeper.served.tag
    // The first call tells those who follow that nothing is said.
    #expect(identity(keeper.serve(status("a"))) == "a")
    #expect(keeper.served.status == nil)
    #expect(keeper.served.tag == tag)
    #expect(identity(keeper.serve(status("b"))) == nil)
    #expect(identity(keeper.serve(status("c", .closed))) == "c")
    #expect(keeper.served.status?.report.features.map(\.state) == [.closed])
    #expect(keeper.served.tag != tag)
    #expect(identity(keeper.serve(status("d"))) == "d")
    #expect(keeper.served.status == nil)
    #expect(keeper.served.tag == tag)
  }

  @Test func `equal states keep their first identity`() throws {
    let keeper = try keeper()
    #expect(identity(keeper.serve(status("a", .open))) == "a")
    #expect(identity(keeper.serve(status("a", .open))) == nil)
    #expect(identity(keeper.serve(status("b", .open))) == nil)
    #expect(keeper.served.status?.id == "a")
    #expect(identity(keeper.serve(status("c", .hold))) == "c")
    #expect(identity(keeper.serve(status("d", .open))) == "d")
    #expect(keeper.served.status?.id == "d")
  }
}
