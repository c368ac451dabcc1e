package import SkiBase

/// The parameters of a hillshade.
///
/// A value; `Sendable`. Grey levels are 1 + 254 · brightness, rounded to nearest, 1 where no light falls; 0 is no data.
/// The light is parallel and casts no shadows. On projected grids the azimuth counts from grid north, as usual in
/// cartography: it differs from true north by the meridian convergence, at most 3° within a UTM zone in the Alps.
public struct Hillshade: Sendable, Hashable {
  /// The number and combination of lights.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// A single light at the sun's azimuth and altitude.
    case single
    /// A combination of four lights from 225°, 270°, 315° and 360°, each weighted by the aspect of the slope; the sun's
    /// azimuth is ignored.
    ///
    /// **Source:** Mark 1992, "A multidirectional, oblique-weighted, shaded-relief image", USGS 92-422.
    case multidirectional
    /// A single light combined with slope: steep ground is dark on the lit side too.
    case combined
  }

  /// The direction of the light.
  package var sun: SunDirection
  /// The number and combination of lights of the hillshade.
  public var style: Style
  /// The factor that elevations are multiplied by before shading, positive.
  public var verticalExaggeration: Double
  /// The method of computing gradients.
  public var method: SlopeMethod

  /// Creates hillshade parameters for a light from an azimuth, in degrees clockwise from north, at an altitude in degrees.
  ///
  /// By default it is the light of most maps, from the north-west at 45°, although the sun is never there in the Alps.
  /// - Precondition: The exaggeration is positive and finite.
  public init(
    azimuthDegrees: Double = 315, altitudeDegrees: Double = 45, style: Style = .single,
    verticalExaggeration: Double = 1, method: SlopeMethod = .horn
  ) {
    self.init(
      sun: SunDirection(azimuthDegrees: azimuthDegrees, altitudeDegrees: altitudeDegrees), style: style,
      verticalExaggeration: verticalExaggeration, method: method)
  }

  /// Creates hillshade parameters for a light.
  /// - Precondition: The exaggeration is positive and finite.
  package init(
    sun: SunDirection, style: Style = .single, verticalExaggeration: Double = 1,
    method: SlopeMethod = .horn
  ) {
    precondition(
      verticalExaggeration > 0 && verticalExaggeration.isFinite,
      "exaggeration must be positive, got \(verticalExaggeration)")
    self.sun = sun
    self.style = style
    self.verticalExaggeration = verticalExaggeration
    self.method = method
  }
}

extension SunDirection {
  /// The light of most maps, from the north-west at 45°, although the sun is never there in the Alps.
  package static let cartographic = SunDirection(azimuthDegrees: 315, altitudeDegrees: 45)
}
