import SkiGeo
import SkiNavigation
import SkiTestSupport
import SkiTracks

/// A position of a traveller, whose time and place follow from the order.
func position(_ traveller: String, _ order: UInt64) -> TravellerPosition {
  TravellerPosition(
    TravellerID(traveller), order: order, time: UniversalTime(secondsSince1970: 1e9 + Double(order)),
    state: .onRun, coordinate: Coordinate(latitude: 46, longitude: 7 + Double(order % 1000) / 1e5))
}

/// An update that a traveller is present.
func present(_ traveller: String, _ order: UInt64) -> TravellerUpdate { .present(position(traveller, order)) }

extension TravellerAudience {
  /// An audience by the names of viewers and groups.
  static func of(_ viewers: [String], groups: [String] = []) -> TravellerAudience {
    TravellerAudience(viewers: Set(viewers.map(ViewerID.init)), groups: Set(groups.map(GroupID.init)))
  }
}

/// The state of a listener after its updates: travellers and their positions.
struct Picture {
  private(set) var positions: [TravellerID: TravellerUpdate] = [:]
  private(set) var isOrdered = true

  mutating func apply(_ updates: [TravellerUpdate]) {
    for update in updates {
      let before = positions[update.traveller]?.position?.order ?? 0
      if let order = update.position?.order {
        isOrdered = isOrdered && order >= before
        positions[update.traveller] = update
      } else {
        positions[update.traveller] = nil
      }
    }
  }
}
