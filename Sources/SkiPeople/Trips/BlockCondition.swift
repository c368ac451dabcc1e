/// The condition that two people may know of each other, for statements with tables of people.
package enum BlockCondition {
  /// Returns the SQL that holds where neither of two people blocks the other.
  ///
  /// Each direction is a look-up of its own, which both databases answer from the key.
  /// - Parameters:
  ///   - person: A column or a placeholder, not a value.
  ///   - other: The same for the other person.
  package static func none(between person: String, and other: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM trips_blocks b1 WHERE b1.person = \(person) AND b1.blocked = \(other))
    AND NOT EXISTS (SELECT 1 FROM trips_blocks b2 WHERE b2.person = \(other) AND b2.blocked = \(person))
    """
  }
}
