import SkiGeo

enum NearbyMeasure {
  static func run(_ settings: Settings) throws { throw SkiError(.unsupportedFormat, "not yet") }
}
