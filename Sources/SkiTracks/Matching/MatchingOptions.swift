/// The options of map matching; the defaults suit phones and watches.
///
/// The half width of a feature and the noise of a fix add in quadrature. Values out of range are clamped.
public struct MatchingOptions: Sendable, Hashable {
  /// The standard deviation of a fix along each axis in metres, 1...200, where its accuracy is unknown; nil to estimate it
  /// from the recording, at least ``usualNoiseMetres``.
  ///
  /// Live fixes without an accuracy have that of ``usualNoiseMetres`` where this is nil.
  public var noiseMetres: Double?
  /// The half width of runs around their centre line, in metres, 0...1,000; runs are 20 to 60 m wide.
  public static let runHalfWidthMetres: Double = 9
  /// The deviation of mapped lifts from their cable, in metres, 0...1,000.
  public static let liftHalfWidthMetres: Double = 4
  /// The half width of streets, in metres, 0...1,000.
  public static let walkHalfWidthMetres: Double = 5
  /// The half width around lines across mapped areas, in metres, 0...1,000.
  public static let areaHalfWidthMetres: Double = 25
  /// The time without a fix in seconds, at least 1, after which the path between is searched widely or left unknown.
  public var gapSeconds: Double = 40
  /// The greatest delay of online decisions, in fixes, at least 1.
  public var lagFixes: Int = 32
  /// The greatest delay of online decisions, in seconds.
  public var lagSeconds: Double = 60

  /// The standard deviation along each axis, in metres, of the fixes of a phone or a watch in the open.
  public static let usualNoiseMetres = 6.0

  /// Creates options with the default values.
  public init() {}
}
