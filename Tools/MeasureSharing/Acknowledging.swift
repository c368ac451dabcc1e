import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTracks

/// Prints what the store holds, then each position that is acknowledged as stored, until the process is killed.
enum Acknowledging {
  static func run(_ settings: Settings) async throws {
    let map = try SkiMap.open(path: try settings.text("map"))
    let lines = try WalkedLines(map)
    let trips = try LoadTrips(settings)
    let (driver, trip) = (try await settings.driver(), try LoadTrips.trip(0))
    let storage = try await SharingStorage.sql(driver)
    for row in try await storage.store.rows(of: trip, after: 0).rows {
      say("row \(row.user) \(row.order.observedMilliseconds)")
    }
    say("opened")
    let environment = SkiEnvironment(map: map, storage: storage, membership: trips)
    let running = Task { await environment.run() }
    let period = 1000 / (try settings.number("hertz", 4))
    for number in 0..<trips.size {
      let user = try LoadTrips.traveller(number, of: 0)
      if try await environment.shares.grants(of: user).isEmpty {
        try await environment.shares.grant(LoadTrips.grant(user, in: trip), as: user)
      }
      Task {
        // Another place each time, so that no position is taken for a standing traveller's.
        var walker = Walker(lines, number: number + Int(nowMilliseconds()) % 1000)
        while true {
          let fix = walker.fix(afterSeconds: period / 1000)
          let outcome = try? await environment.positions.updateCurrentUserLocation([fix], of: user, in: trip)
          if case .stored? = outcome?.first {
            say("stored \(user) \(fix.time.milliseconds)")
          }
          try await Task.sleep(for: .milliseconds(period * Double.random(in: 0.8...1.2)))
        }
      }
    }
    await running.value
  }
}
