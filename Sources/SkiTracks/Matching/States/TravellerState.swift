/// The activity of a traveller; raw values are those of every output format.
@nonexhaustive
public enum TravellerState: String, Sendable, Hashable, CaseIterable {
  /// Riding a lift, stops between its stations included.
  case onLift = "on-lift"
  /// Skiing a run, a connector or an area crossing.
  case onRun = "on-run"
  /// Standing at a boarding place of a lift.
  case waiting
  /// Walking along a street or footpath.
  case onFoot = "on-foot"
  /// Standing anywhere else.
  case stopped
  /// Off the map: no feature fits, such as off-piste or on a run that is not mapped.
  case offMap = "off-map"
}
