/// The deviation of a value from the line between an earlier and a later one: the second difference at any interval.
struct LineDeviation {
  /// The weight of the later value; that of the earlier is the rest of 1.
  let share: Float
  /// The time between the earlier and the later value, in seconds.
  let spanSeconds: Double

  /// Creates the deviation for three times in seconds, in ascending order; nil when the outer two are the same.
  init?(_ before: Double, _ here: Double, _ after: Double) {
    spanSeconds = after - before
    guard spanSeconds > 0 else { return nil }
    share = Float((here - before) / spanSeconds)
  }

  /// The variance of the deviation of independent values with a variance of 1.
  var variance: Float { 1 + share * share + (1 - share) * (1 - share) }
}
