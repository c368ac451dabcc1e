import SkiAPI
import SkiAnswers
import SkiBase
import SkiTerrain

/// The answer of `skiroute terrain sun`, as text and as JSON; see Data/Formats/sun.md.
struct SunAnswer {
  let name: String
  let day: SunDay
  /// The clock of the times.
  let clock: AnswerClock
  let sources: [String]

  func text() -> TerminalText {
    var lines = ["\(name), \(day.day), times of \(clock.words)"]
    if let first = day.firstSun, let last = day.lastSun {
      lines.append(
        "first sun  \(clock(first.time))  \(parts(first)), over the mountains at \(bearing(first))")
      lines.append("last sun   \(clock(last.time))  \(parts(last)), behind the mountains at \(bearing(last))")
      lines.append("all of it  " + (day.wholeSunTimes.isEmpty ? "never" : times(day.wholeSunTimes)))
      if day.anySunTimes.count > 1 { lines.append("any of it  \(times(day.anySunTimes))") }
    } else {
      lines.append("no sun on any part of it that day")
    }
    if !day.moments.isEmpty {
      lines += ["", "time   sun from  altitude  upper  middle  lower  all"]
      lines += day.moments.map(row)
    }
    if let known = day.knownMetres {
      lines += [
        "",
        "* elevation data end \(decimalText(known / 1000, places: 1) ?? "?") km away: mountains beyond might still shade it",
      ]
    }
    if day.moments.contains(where: { $0.unknownShare > 0 }) {
      lines += [
        "", "? not known: elevation data have a hole towards the sun, and the ground in it might shade it",
      ]
    }
    return TerminalText(lines: lines.map { TerminalText($0) })
  }

  private func row(_ moment: SunDay.Moment) -> String {
    let thirds = moment.thirds.indices.map { third in
      padded(percent(moment.thirds[third], unknown: moment.unknownThirds[third]), third == 1 ? 8 : 7)
    }.joined()
    return clock(moment.time) + padded(bearing(moment), 9)
      + padded(altitude(moment), 10) + thirds
      + padded(percent(moment.share, unknown: moment.unknownShare), 6)
      + (moment.isSure || moment.unknownShare > 0 ? "" : " *")
  }

  /// Returns a share in percent; a question mark where part of it is not known.
  private func percent(_ share: Double, unknown: Double) -> String {
    unknown > 0 ? "?" : "\(Int((share * 100).rounded())) %"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }

  private func bearing(_ moment: SunDay.Moment) -> String {
    "\(Int(moment.sun.azimuthDegrees.rounded()) % 360)°"
  }

  /// Returns degrees with one decimal, including zero.
  private func altitude(_ moment: SunDay.Moment) -> String {
    let text = decimalText(moment.sun.altitudeDegrees, places: 1) ?? "?"
    return text + (text.contains(".") ? "°" : ".0°")
  }

  private func clock(_ time: UniversalTime) -> String {
    ClockTime(secondsOfDay: time.clock(offset: day.offset).secondsOfDay).description
  }

  private func times(_ ranges: [ClosedRange<UniversalTime>]) -> String {
    ranges.map { "\(clock($0.lowerBound)) to \(clock($0.upperBound))" }.joined(separator: ", ")
  }

  /// Returns the parts that receive any sun.
  private func parts(_ moment: SunDay.Moment) -> String {
    let names = zip(["upper", "middle", "lower"], moment.thirds).filter { $0.1 > 0 }.map(\.0)
    return names.count == 3 ? "on all parts" : "on the \(names.joined(separator: " and ")) part"
  }
}

extension SunAnswer {
  func json() -> JSONValue {
    .object([
      "name": .string(name), "date": .string(day.day.description),
      "zone": .optional(clock.zone), "utcOffsetSeconds": .integer(day.offset.seconds),
      "firstSun": day.firstSun.map(json) ?? .null, "lastSun": day.lastSun.map(json) ?? .null,
      "anySun": .array(day.anySunTimes.map(json)), "wholeSun": .array(day.wholeSunTimes.map(json)),
      "moments": .array(day.moments.map(json)),
      "heightsEndMetres": day.knownMetres.map { .decimal($0, places: 0) } ?? .null,
      "elevation": .array(sources.map(JSONValue.string)),
    ])
  }

  private func json(_ range: ClosedRange<UniversalTime>) -> JSONValue {
    .object(["from": .string(clock(range.lowerBound)), "to": .string(clock(range.upperBound))])
  }

  private func json(_ share: Double, unknown: Double) -> JSONValue {
    unknown > 0 ? .null : .decimal(share, places: 2)
  }

  private func json(_ moment: SunDay.Moment) -> JSONValue {
    .object([
      "time": .string(clock(moment.time)),
      "sunAzimuthDegrees": .decimal(moment.sun.azimuthDegrees, places: 1),
      "sunAltitudeDegrees": .decimal(moment.sun.altitudeDegrees, places: 1),
      "upper": json(moment.thirds[0], unknown: moment.unknownThirds[0]),
      "middle": json(moment.thirds[1], unknown: moment.unknownThirds[1]),
      "lower": json(moment.thirds[2], unknown: moment.unknownThirds[2]),
      "share": json(moment.share, unknown: moment.unknownShare),
      "isSure": .bool(moment.isSure),
    ])
  }
}
