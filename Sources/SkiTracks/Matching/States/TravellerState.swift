/// What a traveller is doing; the raw values are the words of every output format.
@nonexhaustive
public enum TravellerState: String, Sendable, Hashable, CaseIterable {
  /// Riding a lift, held between two stations included.
  case onLift = "on-lift"
  /// Skiing a run, a connector or a way across an area.
  case onRun = "on-run"
  /// Standing where a lift is boarded.
  case waiting
  /// Walking, along a street or through a village.
  case onFoot = "on-foot"
  /// Standing still anywhere else.
  case stopped
  /// Near nothing the map knows: off-piste, on a road, on a run that is not mapped.
  case offMap = "off-map"
}
