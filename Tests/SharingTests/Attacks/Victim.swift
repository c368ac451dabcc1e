import SkiBase
import SkiTestSupport

@testable import SkiAPI
@testable import SkiPeople

/// A person whose cell is known to the attackers and whose place in it is not.
struct Victim {
  let user: UserID
  let place: Coordinate

  /// The sides of the cells that the two viewers receive.
  static let finestSide = 500
  static let coarserSide = 1000

  var cell: GridCell { GridCell(at: place).ancestor(sideMetres: Self.finestSide) }
  /// The plane at the centre of the finest cell.
  var plane: Plane { Plane(origin: cell.centre) }
  var spot: Spot { plane.spot(place) }

  /// Places drawn evenly, so that edges and corners of cells occur as often as they are large.
  static func random(_ count: Int, using random: inout SeededGenerator) -> [Victim] {
    (0..<count).map { number in
      Victim(
        user: SharingTests.user("victim-\(number)"),
        place: Coordinate(
          latitude: .random(in: 46.1...46.9, using: &random), longitude: .random(in: 7...8, using: &random)))
    }
  }

  /// The grants to the two viewers, ben with the finer cell and cleo with the larger.
  var grants: [ShareGrant] {
    [
      grant(user, to: .people([ben]), .grid(metres: Self.finestSide)),
      grant(user, to: .people([cleo]), .grid(metres: Self.coarserSide)),
    ]
  }

  /// The people of a trip of victims, with the viewers as hosts and an accomplice, dora.
  static func roster(_ victims: [Victim]) -> TripRoster {
    TripRoster(
      members: Set(victims.map(\.user) + [ben, cleo, dora]), hosts: [ben, cleo, dora], until: time(86_400))
  }
}

/// The viewers of an attack.
enum Attackers: String, CaseIterable, CustomStringConvertible {
  case one
  case two

  var viewers: [UserID] { self == .one ? [ben] : [ben, cleo] }
  var description: String { rawValue }
}

/// The least error that an attack may reach, as a share of the side of the finest cell.
let leastShare = 0.35
