import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
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

extension MapOptions: PlainOptions {
  mutating func setDefaults() { map = nil }

  mutating func set(_ option: String, to value: String) -> Bool {
    option == "--map" && store(value, in: &map)
  }
}

extension DayFileOptions: PlainOptions {
  mutating func setDefaults() { (status, holidays) = (nil, nil) }

  mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--status": store(value, in: &status)
    case "--holidays": store(value, in: &holidays)
    default: false
    }
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
