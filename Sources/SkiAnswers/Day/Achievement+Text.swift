import SkiBase
package import SkiTracks

extension Achievement {
  /// The unit of the value.
  package var unit: String {
    switch kind {
    case .descent, .longestDescent, .longestRun, .highestPlace: "metres"
    case .topSpeed: "metres-per-second"
    case .firstLift, .lastLift: "seconds-of-day"
    case .favouriteLift, .rideStreak: "rides"
    case .dayStreak: "days"
    case .colours: "colours"
    case .everyLift: "lifts"
    }
  }

  /// Returns the achievement as a line of text.
  func words(offset: UTCOffset) -> String {
    let metres = StepText.metres(value)
    let count = decimalText(value, places: 0) ?? "?"
    let place = name.map { " (\($0.shortened(toScalars: 60)))" } ?? ""
    return switch kind {
    case .descent: "Skied down: \(metres)"
    case .longestDescent: "Longest descent without a lift: \(metres)" + (name.map { ", from \($0)" } ?? "")
    case .longestRun: "Longest run: \(StepText.length(value))\(place)"
    case .topSpeed: "Fastest: \(DayDocument.kilometresPerHour(value))\(place)"
    case .highestPlace: "Highest: \(metres)\(place)"
    case .firstLift: "First lift: \(ClockTime(secondsOfDay: value))\(place)"
    case .lastLift: "Last lift: \(ClockTime(secondsOfDay: value))\(place)"
    case .favouriteLift: "Favourite lift: \(name ?? "one without a name"), \(count) times"
    case .rideStreak: "Rides in a row: \(count)"
    case .dayStreak: "Days in a row: \(count)"
    case .colours: "Colours skied: \(count)"
    case .everyLift: "Every lift of \(name ?? "an area"): all \(count)"
    }
  }
}
