/// A phrase of directions: what a language has a template for.
///
/// Words in braces are slots: names, numbers and smaller phrases are put there as they are, so that no phrase may hang on the
/// gender or case of a name. A table gives a template for each, which the compiler checks, with the same slots, which a test does.
enum Phrase: Hashable, Sendable, CaseIterable {
  // Lifts. {lift} is the kind with its article (`the 6-seat chair lift`), {name} the lift's name; {details} are the kind, where the name comes
  // without it, and times.
  case take, takeNameless, takeNamed, rideDown, rideDownNameless, rideDownNamed
  case rideTime, waitTime
  case getOff, getOffNamed, stayOn, stayOnNamed
  // Leaving a lift for a {run}, or for anything else.
  case leaveStraight, leaveLeft, leaveRight, leaveSharpLeft, leaveSharpRight, leaveBack
  case exitStraight, exitLeft, exitRight, exitSharpLeft, exitSharpRight, exitBack
  // From run to {run}.
  case start, skiOn, goStraight, bearLeft, bearRight, turnLeft, turnRight, turnSharpLeft, turnSharpRight,
    turnBack
  // What a run is called: by {name} or {number} or both, with its {grade}.
  case runNamed, runNumbered, runSigned, estimated, ungraded
  // A run without a name: {run} is one of a sign, or the link {from} one {to} another, with its {grade}.
  case estimatedRun, runLink
  case steepest, steeperThanGraded
  // On the way. {after} is one of the three.
  case afterFirst, afterMore, atOnce
  case keepLeft, keepRight, keepStraight, keepLeftNameless, keepRightNameless, keepStraightNameless
  case push, climb, pushAll, climbAll
  case passHutLeft, passHutRight, passBottomLeft, passBottomRight, passTopLeft, passTopRight, passUnder
  case passRunLeft, passRunRight
  // On foot.
  case walk, walkAlong, cross, climbing, climbOnFoot, climbOnFootAlong
  case waitUntil, waitUntilNamed
  case arrive, arriveNamed
  // Around the list.
  case total, totalClock, totalSkied, totalLifted, totalRuns, totalWalked, limit, already, data, noHeights
  case heightsUnknown, heightsKnownInPart
  case leaveAgain, beyondHome, lateFromStart, noWayFromStart
  // What is missing behind the end of a route; within a {limit} the {easiest} way is harder.
  case noWayBack, noWayBackWithin, noWayHome, noWayHomeWithin
  // Small change.
  case pair, minutes, underMinute, hours, metres, kilometres, percent, decimalPoint
}
