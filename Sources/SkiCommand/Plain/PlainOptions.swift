import ArgumentParser
import SkiFormats
import SkiReports
import SkiRouting
import SkiTerrain

/// A group of options that can be read without the argument parser.
///
/// An option that is missing here is left to the parser; a default that is missing here ends the process when it is read.
protocol PlainOptions: ParsableArguments {
  /// Sets all options to their defaults.
  mutating func setDefaults()
  /// Switches a flag on. Returns false when the group has no such flag.
  mutating func switchOn(_ flag: String) -> Bool
  /// Sets an option, or adds to a list. Returns false when the group has no such option, or the value can't be read.
  mutating func set(_ option: String, to value: String) -> Bool
}

extension PlainOptions {
  /// Creates the group with its defaults.
  static func defaults() -> Self {
    var options = Self()
    options.setDefaults()
    return options
  }

  mutating func switchOn(_ flag: String) -> Bool { false }
}

/// Stores a value unless it is nil. Returns whether it did.
private func store<Value>(_ value: Value?, in target: inout Value?) -> Bool {
  if let value { target = value }
  return value != nil
}

/// Stores a value unless it is nil. Returns whether it did.
private func store<Value>(_ value: Value?, over target: inout Value) -> Bool {
  if let value { target = value }
  return value != nil
}

extension SkierOptions: PlainOptions {
  mutating func setDefaults() {
    (map, maxDifficulty, ability) = (nil, nil, Self.defaultAbility)
    (board, night, avoid, closed, allow) = (false, false, [], [], [])
    (ungraded, snap) = (Self.defaultUngraded, RouteRequest.defaultSnapLimitMetres)
  }

  mutating func switchOn(_ flag: String) -> Bool {
    switch flag {
    case "--board": board = true
    case "--night": night = true
    default: return false
    }
    return true
  }

  mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--map": map = value
    case "--max-difficulty": maxDifficulty = value
    case "--ability": ability = value
    case "--avoid": avoid.append(value)
    case "--closed": closed.append(value)
    case "--ungraded": ungraded = value
    case "--allow": allow.append(value)
    case "--snap": return store(Double(value), over: &snap)
    default: return false
    }
    return true
  }
}

extension HoursOptions: PlainOptions {
  mutating func setDefaults() {
    (depart, opening, closing, status, date, zone, holidays) = (nil, nil, nil, nil, nil, nil, nil)
  }

  mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--depart": depart = value
    case "--opening": opening = value
    case "--closing": closing = value
    case "--status": status = value
    case "--date": date = value
    case "--zone": zone = value
    case "--holidays": holidays = value
    default: return false
    }
    return true
  }
}

extension DirectionsOptions: PlainOptions {
  mutating func setDefaults() {
    (directions, language, profile, profilePicture) = (false, nil, false, nil)
  }

  mutating func switchOn(_ flag: String) -> Bool {
    switch flag {
    case "--directions": directions = true
    case "--profile": profile = true
    default: return false
    }
    return true
  }

  mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--language": store(Language(rawValue: value), in: &language)
    case "--profile-picture": store(OutputName(value), in: &profilePicture)
    default: false
    }
  }
}

extension ChoiceOptions: PlainOptions {
  mutating func setDefaults() {
    (via, pause, alternatives, fastest, pareto) = ([], 0, nil, false, false)
    (prefer, shun) = ([], [])
  }

  mutating func switchOn(_ flag: String) -> Bool {
    switch flag {
    case "--fastest": fastest = true
    case "--pareto": pareto = true
    default: return false
    }
    return true
  }

  mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--via": via.append(value)
    case "--pause": return store(Int(value), over: &pause)
    case "--alternatives": return store(Int(value), in: &alternatives)
    case "--prefer": prefer.append(value)
    case "--shun": shun.append(value)
    default: return false
    }
    return true
  }
}

extension PictureOptions: PlainOptions {
  mutating func setDefaults() {
    (picture, thumbnail, scale, elevation) = (nil, false, nil, [])
    reading = .defaults()
  }

  mutating func switchOn(_ flag: String) -> Bool {
    guard flag == "--thumbnail" else { return false }
    thumbnail = true
    return true
  }

  mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--picture": return store(OutputName(value), in: &picture)
    case "--scale": return store(Double(value), in: &scale)
    case "--elevation": elevation.append(value)
    default: return reading.set(option, to: value)
    }
    return true
  }
}

extension ElevationFormatOptions: PlainOptions {
  mutating func setDefaults() { (elevationEncoding, verticalUnit) = (nil, nil) }

  mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--elevation-encoding": store(TileEncodingWord(rawValue: value), in: &elevationEncoding)
    case "--vertical-unit": store(VerticalUnit(rawValue: value), in: &verticalUnit)
    default: false
    }
  }
}

extension TimeOptions: PlainOptions {
  mutating func setDefaults() { timeout = Self.defaultSeconds }

  mutating func set(_ option: String, to value: String) -> Bool {
    option == "--timeout" && store(Double(value), over: &timeout)
  }
}
