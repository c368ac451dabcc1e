/// How the gradient at a sample is found from the eight around it.
public enum SlopeMethod: Sendable, Hashable, CaseIterable {
  /// Differences over three rows and columns, the middle one counted twice: smooth, right for rough terrain and noise.
  ///
  /// **Source:** Horn, Hill shading and the reflectance map, 1981.
  case horn
  /// Differences of the four direct neighbours only: sharper, right for smooth terrain.
  ///
  /// **Source:** Zevenbergen and Thorne, Quantitative analysis of land surface topography, 1987.
  case zevenbergenThorne
}

/// What slopes are given in.
public enum SlopeUnit: Sendable, Hashable, CaseIterable {
  /// The angle to the horizontal, 0..<90.
  case degrees
  /// A hundred times the gradient.
  case percent
}

/// What is put out where a sample lacks neighbours: at the outer edge of all data, and beside voids.
public enum EdgeRule: Sendable, Hashable, CaseIterable {
  /// The edge is extended straight by its two outermost samples, and a void beside a sample counts as level with it, so
  /// that maps have no frame. As GDAL's `-compute_edges`, apart from the four corner samples: there GDAL repeats the
  /// corner where this goes on straight.
  case extended
  /// No data is put out there, as GDAL does when nothing is asked of it.
  case noData
}

/// How ruggedness is summed over the eight neighbours.
public enum RuggednessMethod: Sendable, Hashable, CaseIterable {
  /// The root of the sum of squared differences, for land. **Source:** Riley, DeGloria and Elliot, 1999.
  case riley
  /// The mean of the differences' sizes, for the sea floor. **Source:** Wilson and others, 2007.
  case wilson
}
