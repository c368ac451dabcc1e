/// The activity of a traveller; raw values are those of every output format.
@nonexhaustive
public enum TravellerState: String, Sendable, Hashable, Codable, CaseIterable {
  /// A ride on a lift, stops between its stations included.
  case onLift = "on-lift"
  /// The skiing of a run, a connector or an area crossing.
  case onRun = "on-run"
  /// A wait within 50 m of a boarding place of a lift.
  case waiting
  /// A walk along a street or footpath.
  case onFoot = "on-foot"
  /// A stop anywhere else.
  case stopped
  /// A position off the map: no feature fits, such as off-piste or on a run that is not mapped.
  case offMap = "off-map"
}
