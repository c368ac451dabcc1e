import FuzzSupport
import SkiBase
import SkiGraph

/// The errors that reading opening hours may throw.
private let codes: Set<SkiError.Code> = [.malformedData, .emptyInput, .limitExceeded]

/// Places in central Europe, with polar day and night, and with a clock far from solar time.
private let places = [
  OpeningHoursPlace(coordinate: Coordinate(latitude: 46.5, longitude: 8), offset: .zero),
  OpeningHoursPlace(coordinate: Coordinate(latitude: 78.2, longitude: 15.6), offset: .zero),
  OpeningHoursPlace(coordinate: Coordinate(latitude: -90, longitude: -179), offset: .zero),
]

/// Reads an input as a value of `opening_hours`, evaluates some days, and reads it with other spaces with the same result.
@_cdecl("FuzzHours_main")
package func start(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  fuzz(count, arguments) { data, size in
    let bytes = copied(data, size)
    do {
      check(try OpeningHours(String(decoding: bytes, as: UTF8.self)), chosen: choice(from: bytes))
    } catch {
      require(error, isOneOf: codes)
    }
    return 0
  }
}

private func check(_ hours: OpeningHours, chosen: UInt64) {
  var place = places[Int(chosen % UInt64(places.count))]
  let first = CalendarDay(daysSince1970: 20_000 + Int(chosen >> 8 & 0x7FF))
  place.holidays = HolidayCalendar(
    publicHolidays: [first], schoolHolidays: [CalendarDay(daysSince1970: first.daysSince1970 + 1)])
  let again = try? OpeningHours("  " + hours.text + "\t")
  require(again != nil, "hours with spaces around can't be read")
  for number in 0..<8 {
    let day = CalendarDay(daysSince1970: first.daysSince1970 + number * 13)
    let read = hours.hours(on: day, at: place)
    check(read.open + read.unknown)
    check(read.open)
    check(read.unknown)
    require(again?.hours(on: day, at: place) == read, "spaces around change the hours of \(day)")
  }
}

/// Checks that hours lie within two days and do not overlap.
private func check(_ hours: [OpenHours]) {
  let sorted = hours.sorted { ($0.opens, $0.closes) < ($1.opens, $1.closes) }
  for (index, one) in sorted.enumerated() {
    require(one.opens < one.closes, "hours \(one) are empty")
    require(
      one.opens.milliseconds >= 0 && one.closes.milliseconds <= 2 * 86_400_000, "hours \(one) leave two days")
    require(
      index == 0 || sorted[index - 1].closes <= one.opens, "hours \(sorted[index - 1]) and \(one) overlap")
  }
}
