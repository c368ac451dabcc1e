import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// A command on standard input.
struct Command: Decodable {
  enum Action: String, Decodable { case grant, revoke, stop, report, listen, unlisten, audit }

  var action: Action
  /// A number that the reply repeats.
  var tag: Int
  /// The user who acts.
  var user: String
  var grant: String?
  var audience: String?
  var precision: String?
  var view: Int?
  var latitude: Double?
  var longitude: Double?
  /// The time of a fix by the true clock, in milliseconds since 1970.
  var observed: Int64?
}

/// The end of a command.
struct Reply: Encodable {
  var tag: Int
  /// The outcome of a report.
  var outcome: String?
  /// The code of the error; nil for success.
  var error: String?
  var audit: [String]?
}

/// A batch as a viewer receives it.
struct Delivery: Encodable {
  struct Change: Encodable {
    var user: String
    /// `exact`, `cell`, `area`, or `gone`.
    var kind: String
    var latitude: Double?
    var longitude: Double?
    var observed: Int64?
  }

  var view: Int
  var snapshot: Bool
  var deadline: Int64
  var changes: [Change]

  init(view: Int, _ batch: LocationBatch) {
    (self.view, snapshot, deadline) = (view, batch.isSnapshot, batch.deadlineMilliseconds)
    changes = batch.changes.map(Self.change)
  }

  private static func change(_ change: LocationChange) -> Change {
    guard case .present(let location) = change else {
      return Change(user: change.user.rawValue, kind: "gone")
    }
    let kind =
      switch location.detail {
      case .exact: "exact"
      case .cell: "cell"
      case .area: "area"
      }
    return Change(
      user: location.user.rawValue, kind: kind, latitude: location.coordinate?.latitude,
      longitude: location.coordinate?.longitude,
      observed: Int64((location.observedAt.secondsSince1970 * 1000).rounded()))
  }
}

/// The end of a view by an error or by the server.
struct ViewEnd: Encodable {
  var view: Int
  var ended: String
}
