/// The meanings of keys, for the help of the command and the description of the server.
package enum KeyText {
  // MARK: Keys of places

  package static let from = "Where to start: a name or latitude,longitude."
  package static let to = "Where to go: a name or latitude,longitude."
  package static let homeWarning =
    "Where one must be in the end: a warning is given when the route leads beyond the last place from which it can be reached."
  package static let whereOneIs = "Where one is: a name or latitude,longitude; without it every place."
  package static let home = "Where one must be in the end."
  package static let minutes = "The time limit, in minutes."
  package static let close = "A lift or run that closes, by name or id; may be given several times."
  package static let startAndHome = "Home: the place where one starts and to which one must return."

  // MARK: Keys of the skier

  package static let maxDifficulty =
    "The hardest colour or grade to ski: green, blue, red, black, double-black, novice ... expert; else the limit of the ability."
  package static let ability =
    "beginner (skis up to blue), intermediate (red), advanced (black) or expert (every grade): pace and limit."
  package static let board = "On a snowboard instead of skis."
  package static let avoid =
    "Kinds of lift to avoid, by OpenSkiMap's words, and of terrain (glades, moguls, ungroomed), with commas: drag_lift,glades."
  package static let night = "At night: only runs that are known to be lit."
  package static let closed = "A lift or run that is closed, by name or id; may be given several times."
  package static let ungraded = "Ungraded runs: estimate, allow or refuse."
  package static let allow =
    "What else to allow, with commas: freeride, extreme, tour (ski tours, hikes), itinerary (ungroomed), walk (over 300 m along snow-covered paths)."
  package static let snap = "How far a coordinate may lie from the network, in metres."

  // MARK: Keys of the clock

  package static let depart = "When to leave, 14:30; else now, where hours are given."
  package static let opening = "When lifts start, 08:45."
  package static let closing =
    "When lifts stop, 16:30; boarding ends ten minutes before, and runs close half an hour after."
  package static let date =
    "The day, 2026-02-14, for opening hours on the map; else today, when times are considered."

  package static let zone =
    "The time zone of all times, as Europe/Zurich; else that of the status report, or of the ski area at the start."

  // MARK: Keys of directions and choices

  package static let directions =
    "Write directions: on which side to leave a lift, where to keep left or right."
  package static let language = "The language of the directions."
  package static let profile = "Also draw the elevation profile of the route, or write it in JSON."
  package static let via = "A place to pass, in order; may be given several times."
  package static let pause = "How many minutes to stay at each of them."
  package static let alternatives = "Up to this many different routes, 2 to 10."
  package static let fastest =
    "Minimise time alone; otherwise minutes on foot, pushed or climbed and riding down count more than others."
  package static let pareto =
    "All Pareto-optimal routes by time, hardest grade, metres pushed and number of lifts."
  package static let prefer =
    "What to prefer, counted half as long: a colour, grade, terrain (glades, moguls, ungroomed, lit), kind of lift, lift or run; may be given several times."
  package static let shun =
    "What to avoid, counted three times as long: as above (more for what is harder than a colour), flats, crowds; may be given several times."

  // MARK: Keys of tours

  package static let tourHome = "Where the tour starts and ends: a name or latitude,longitude."
  package static let tourEnd = "Where it ends, if not at home."
  package static let tourFrom = "When it starts; else the departure, or 09:00."
  package static let tourUntil = "When one must be back; when lifts stop, or 16:30."
  package static let goal = "metres (downhill), distance (along the runs) or runs (different ones)."
  package static let tourRun =
    "A run to ski, by name or id; may be given several times, then only these count."
  package static let lunch = "Where to have lunch: a name or latitude,longitude."
  package static let lunchAt = "When lunch starts at the earliest."
  package static let lunchBy = "When lunch starts at the latest; an hour later unless given."
  package static let lunchMinutes = "How long lunch takes, in minutes."

  // MARK: Keys of meetings

  package static let places = "Where each is: names or latitude,longitude."
  package static let person =
    "A name, then max-difficulty=, ability=, depart= and board, with spaces; in the order of the places."
  package static let meetAt = "Where they may meet; may be given several times."
  package static let meetHome = "Where all must get to afterwards; else each to where they came from."
  package static let oneWay = "No return is required."

  // MARK: Keys of nearby places

  package static let nearbyPlace = "Where one is: a name or latitude,longitude."
  package static let nearbyKinds = "What to list: lift, run, hut, with commas; else all."
  package static let nearbyMinutes = "The greatest time to get there, in minutes."
  package static let nearbyMetres = "The greatest distance in a straight line, in metres."
  package static let nearbyOrder = "minutes (time to get there) or metres (in a straight line)."

  // MARK: Keys of names and coordinates

  package static let query = "A name or a part of one; case, accents and small typos are tolerated."
  package static let limit = "How many to show at most."
  package static let place = "latitude,longitude."
  package static let accuracy =
    "Accuracy of the receiver: metres around the coordinate that hold the true position with 68 %."
}
