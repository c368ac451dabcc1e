package import SkiGeo

/// How terrain is shaded by light.
///
/// A value; `Sendable`. Grey levels are 1 + 254 · brightness, rounded to nearest, 1 where no light falls; 0 is no data.
/// The light is parallel and nothing casts shadows. On projected grids the azimuth counts from the grid's north, as
/// everywhere in cartography: it differs from true north by the meridian convergence, 3° at most within a UTM zone of
/// the Alps.
public struct Hillshade: Sendable, Hashable {
  /// How many lights there are, and what they are mixed with.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// One light.
    case single
    /// Four weak lights from 225°, 270°, 315° and 360°, each weighted by how much a slope faces it; the azimuth of the
    /// sun is not used.
    ///
    /// **Source:** Mark, A multidirectional, oblique-weighted, shaded-relief image, USGS 92-422, 1992.
    case multidirectional
    /// One light, mixed with the slope: steep ground is dark on the lit side too.
    case combined
  }

  /// Where the light comes from.
  package var sun: SunDirection
  /// How many lights there are.
  public var style: Style
  /// By how much heights are multiplied, positive.
  public var verticalExaggeration: Double
  /// How gradients are found.
  public var method: SlopeMethod

  /// Makes a shading.
  /// - Precondition: the exaggeration is positive and finite.
  package init(
    sun: SunDirection = .cartographic, style: Style = .single, verticalExaggeration: Double = 1,
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
  /// From the north-west at 45°: where maps are lit from, though the sun never stands there in the Alps.
  package static let cartographic = SunDirection(azimuthDegrees: 315, altitudeDegrees: 45)
}
