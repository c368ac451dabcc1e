/// A phrase of directions, for which each language has a template.
///
/// Words in braces are slots for names, numbers and smaller phrases, inserted unchanged, so no template may depend on
/// the gender or case of a name. The compiler checks that each language has all templates; a test checks their slots.
enum Phrase: Hashable, Sendable, CaseIterable {
  // Lifts. {lift} is the kind with its article (`the 6-seat chair lift`), {name} the lift's name; {details} are times,
  // after the kind where the name comes without it.
  case take, takeNameless, takeNamed, rideDown, rideDownNameless, rideDownNamed
  case rideTime, waitTime
  case getOff, getOffNamed, stayOn, stayOnNamed
  // Leaving a lift for a {run}, or for anything else.
  case leaveStraight, leaveLeft, leaveRight, leaveSharpLeft, leaveSharpRight, leaveBack
  case exitStraight, exitLeft, exitRight, exitSharpLeft, exitSharpRight, exitBack
  // From run to {run}.
  case start, skiOn, goStraight, bearLeft, bearRight, turnLeft, turnRight, turnSharpLeft, turnSharpRight,
    turnBack
  // The label of a run: {name}, {number} or both, with its {grade}.
  case runNamed, runNumbered, runSigned, estimated, ungraded
  // A run without a name: {run} is the kind by sign; or the link {from} one {to} another, with its {grade}.
  case estimatedRun, runLink
  case steepest, steeperThanGraded
  // During a leg. {after} is one of the three.
  case afterFirst, afterMore, atOnce
  case keepLeft, keepRight, keepStraight, keepLeftNameless, keepRightNameless, keepStraightNameless
  case push, climb, pushAll, climbAll
  case passHutLeft, passHutRight, passBottomLeft, passBottomRight, passTopLeft, passTopRight, passUnder
  case passRunLeft, passRunRight
  // On foot.
  case walk, walkAlong, cross, climbing, climbOnFoot, climbOnFootAlong, unmappedWay, directionUnknown
  case waitUntil, waitUntilNamed
  case arrive, arriveNamed
  // During navigation. {instruction} is one of the above, {direction} of the compass with its preposition, {lift} the
  // name and kind of a lift.
  case ahead, arriveAhead, goToStart, liftClosed, wrongLift
  case toNorth, toNorthEast, toEast, toSouthEast, toSouth, toSouthWest, toWest, toNorthWest
  // Before and after the list.
  case total, totalClock, totalSkied, totalLifted, totalRuns, totalWalked, limit, already, data, noHeights
  case heightsUnknown, heightsKnownInPart
  case leaveAgain, beyondHome, lateFromStart, noWayFromStart
  // Missing routes after the end of a route; within a {limit} the {easiest} one is harder.
  case noWayBack, noWayBackWithin, noWayHome, noWayHomeWithin
  // Numbers and units.
  case pair, minutes, underMinute, hours, metres, kilometres, percent, decimalPoint
}
