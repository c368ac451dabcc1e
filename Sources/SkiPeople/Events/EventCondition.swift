/// The condition that a person may know of an event, for statements with the table `trips_events`.
package enum EventCondition {
  /// Returns the SQL that holds where a person may know of an event: a member of its trip, without a block between the
  /// person and the author, whom its audience includes.
  ///
  /// An event for friends or for people is not shown to hosts who are neither.
  /// - Parameters:
  ///   - person: A column or a placeholder, not a value.
  ///   - event: The name of the table in the statement.
  package static func isVisible(to person: String, event: String = "e") -> String {
    """
    EXISTS (SELECT 1 FROM trips_members vm WHERE vm.trip = \(event).trip AND vm.person = \(person))
    AND \(BlockCondition.none(between: person, and: "\(event).author"))
    AND (\(event).audience = 'trip' OR \(event).author = \(person)
      OR EXISTS (SELECT 1 FROM trips_event_people vp
        WHERE vp.event = \(event).id AND vp.person = \(person) AND vp.invited = 1)
      OR (\(event).audience = 'friends' AND (
        EXISTS (SELECT 1 FROM trips_friends vf
          WHERE vf.lesser = \(person) AND vf.greater = \(event).author AND vf.since_ms IS NOT NULL)
        OR EXISTS (SELECT 1 FROM trips_friends vg
          WHERE vg.lesser = \(event).author AND vg.greater = \(person) AND vg.since_ms IS NOT NULL))))
    """
  }

  /// The SQL that holds where a member `m` may change an event `e`: the author, and any host what is for the whole trip.
  static let mayChange = "(e.author = m.person OR (e.audience = 'trip' AND m.role = 'host'))"

  /// The SQL that holds where a member `m` comes to an event `e`: the author, and those who answered yes.
  static let comes = """
    (m.person = e.author OR EXISTS (SELECT 1 FROM trips_event_people y
      WHERE y.event = e.id AND y.person = m.person AND y.answer = 'yes'))
    """
}
