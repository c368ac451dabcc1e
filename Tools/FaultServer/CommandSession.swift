import Foundation
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiTracks

/// Performs commands, each in a task of its own, as requests of a network would be.
final class CommandSession: Sendable {
  private let environment: SkiEnvironment
  private let output: LineOutput
  private let clock: TimeSource
  private let until: UniversalTime
  private let views = Locked<[Int: Task<Void, Never>]>([:])

  init(environment: SkiEnvironment, output: LineOutput, clock: TimeSource, until: UniversalTime) {
    (self.environment, self.output, self.clock, self.until) = (environment, output, clock, until)
  }

  /// Begins a command; the reply follows on the output.
  func perform(_ line: String) {
    guard let command = try? JSONDecoder().decode(Command.self, from: Data(line.utf8)) else {
      return output.write(Reply(tag: -1, error: "unreadable command"))
    }
    Task { [self] in
      do {
        output.write(try await run(command))
      } catch {
        output.write(Reply(tag: command.tag, error: Self.code(error)))
      }
    }
  }

  private static func code(_ error: any Error) -> String {
    (error as? SkiError).map { "\($0.code)" } ?? "\(type(of: error))"
  }

  private func run(_ command: Command) async throws -> Reply {
    let user = try UserID(command.user)
    var reply = Reply(tag: command.tag)
    switch command.action {
    case .grant: try await environment.shares.grant(try grant(command, user), as: user)
    case .revoke: try await environment.shares.revoke(try GrantID(command.grant ?? ""), as: user)
    case .stop: try await environment.shares.stopSharing(as: user, in: OneTrip.id)
    case .report: reply.outcome = try await report(command, user)
    case .listen: try await listen(command, user)
    case .unlisten:
      views.withLock { $0.removeValue(forKey: command.view ?? 0) }?.cancel()
    case .audit:
      reply.audit = try await environment.shares.audit(of: user).filter { $0.grant != nil }.map(\.viewer)
    }
    return reply
  }

  private func grant(_ command: Command, _ user: UserID) throws -> ShareGrant {
    let audience: ShareAudience =
      switch command.audience {
      case "hosts": .hosts
      case "trip", nil: .trip
      case let person?: .people([try UserID(person)])
      }
    guard let precision = SharePrecision(command.precision ?? "exact") else {
      throw SkiError(.invalidArgument, "the precision is unknown; give exact, grid:METRES or hidden")
    }
    return ShareGrant(
      id: try GrantID(command.grant ?? ""), owner: user, trip: OneTrip.id, audience: audience,
      precision: precision, from: UniversalTime(secondsSince1970: 0), until: until.advanced(bySeconds: -7200),
      onlyInsideSkiArea: false)
  }

  private func report(_ command: Command, _ user: UserID) async throws -> String {
    let place = Coordinate(latitude: command.latitude ?? 0, longitude: command.longitude ?? 0)
    let fix = LocationFix(
      place, time: UniversalTime(secondsSince1970: Double(command.observed ?? 0) / 1000),
      horizontalAccuracyMetres: 5)
    let outcome = try await environment.positions.updateCurrentUserLocation([fix], of: user, in: OneTrip.id)
    return outcome.last.map { String("\($0)".prefix { $0 != "(" }) } ?? "none"
  }

  /// Begins a view, whose batches are written as they come.
  private func listen(_ command: Command, _ user: UserID) async throws {
    let view = command.view ?? 0
    let showing: LocationsShown =
      command.audience == "all"
      ? .all
      : .around(
        Coordinate(latitude: command.latitude ?? 0, longitude: command.longitude ?? 0), metres: 50_000,
        most: 50)
    let stream = try await environment.positions.listenForFriendsLocations(
      in: OneTrip.id, as: .member(user), showing: showing)
    let task = Task { [output] in
      do {
        for try await batch in stream { output.write(Delivery(view: view, batch)) }
        output.write(ViewEnd(view: view, ended: "finished"))
      } catch {
        output.write(ViewEnd(view: view, ended: Self.code(error)))
      }
    }
    views.withLock { $0[view] = task }
  }
}
