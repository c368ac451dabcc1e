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
