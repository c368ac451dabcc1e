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

/// The method of computing the gradient at a sample from its eight neighbours.
public enum SlopeMethod: Sendable, Hashable, CaseIterable {
  /// The differences over three rows and columns with double weight in the middle: smoother, for rough terrain and
  /// noise.
  ///
  /// **Source:** Horn 1981, "Hill shading and the reflectance map".
  case horn
  /// The differences of the four direct neighbours: sharper, for smooth terrain.
  ///
  /// **Source:** Zevenbergen and Thorne 1987, "Quantitative analysis of land surface topography".
  case zevenbergenThorne
}

/// The unit of slopes.
package enum SlopeUnit: Sendable, Hashable, CaseIterable {
  /// The angle to the horizontal in degrees, 0..<90.
  case degrees
  /// The gradient in percent, 0 and more; 100 is 45 degrees.
  case percent
}

/// The treatment of samples that lack neighbours, at the outer edge of all data and beside voids.
package enum EdgeRule: Sendable, Hashable, CaseIterable {
  /// The linear extrapolation beyond the edge from its two outermost samples, and voids level with the sample beside
  /// them, so that the output has no empty frame. Equals GDAL's `-compute_edges` except at the four corner samples,
  /// where GDAL repeats the corner.
  case extended
  /// The value for no data at each sample that lacks a neighbour, as GDAL by default.
  case noData
}

/// The formula of ruggedness over the differences in metres between a sample and its eight neighbours.
package enum RuggednessMethod: Sendable, Hashable, CaseIterable {
  /// The root of the sum of squared differences, for land.
  ///
  /// **Source:** Riley, DeGloria and Elliot 1999, "A terrain ruggedness index that quantifies topographic
  /// heterogeneity".
  case riley
  /// The mean of the absolute differences, for the sea floor.
  ///
  /// **Source:** Wilson and others 2007, "Multiscale terrain analysis of multibeam bathymetry data for habitat mapping
  /// on the continental slope".
  case wilson
}
