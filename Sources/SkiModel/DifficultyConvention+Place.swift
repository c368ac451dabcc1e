import SkiGeo

extension DifficultyConvention {
  /// Makes the convention in use at a place.
  ///
  /// North American in the United States, Canada, Mexico, China, Mongolia, Korea, India, Pakistan, Kyrgyzstan,
  /// South-East Asia, Australia and New Zealand; Japanese in Japan and on Sakhalin; European everywhere else.
  /// Outlines are drawn by hand between the ski areas along borders, and good to some 10 km there.
  /// - Complexity: O(1).
  public init(at place: Coordinate) {
    if Self.contains(Self.japanAndSakhalin, place) {
      self = .japan
    } else if Self.northAmericanRegions.contains(where: { Self.contains($0, place) }) {
      self = .northAmerica
    } else {
      self = .europe
    }
  }

  private typealias Outline = [(latitude: Double, longitude: Double)]

  /// Whether a place lies inside an outline, on a flat map of degrees (even-odd rule).
  private static func contains(_ outline: Outline, _ place: Coordinate) -> Bool {
    guard place.isValid, var previous = outline.last else { return false }
    var isInside = false
    for corner in outline {
      if (corner.latitude > place.latitude) != (previous.latitude > place.latitude) {
        let share = (place.latitude - corner.latitude) / (previous.latitude - corner.latitude)
        let crossing = corner.longitude + share * (previous.longitude - corner.longitude)
        if place.longitude < crossing { isInside.toggle() }
      }
      previous = corner
    }
    return isInside
  }

  private static let japanAndSakhalin: Outline = [
    (23.5, 123), (33, 128), (34.8, 129), (36.5, 132), (41, 138.5), (45.5, 140.5), (49, 141.5), (52, 141.6),
    (54.6, 142.2), (54.6, 143.5), (49, 145), (45.8, 144), (45.5, 142.5), (44.4, 145.3), (43.6, 145.5),
    (43, 146), (40, 143), (35, 141.5), (30, 142), (24, 142), (20, 136),
  ]

  private static let northAmericanRegions: [Outline] = [america, asia, oceania]

  /// The United States with Alaska and Hawaii, Canada and Mexico; Greenland and Chukotka are outside.
  private static let america: Outline = [
    (14, -95), (14, -120), (15, -165), (50, -179.9), (58, -175), (64, -169.5), (66, -168.9), (72, -168.9),
    (84, -140), (84, -60), (82, -60.5), (80.5, -67), (78.5, -74), (75, -74), (70, -62), (60, -57), (46, -50),
    (40, -60), (24, -78), (22, -84), (18, -87),
  ]

  /// Pakistan, Kyrgyzstan, China, Mongolia, Korea, South-East Asia and India, clockwise from the Gulf of Oman.
  private static let asia: Outline = [
    (24.5, 61.5), (29.8, 61), (29.4, 64), (31, 66.4), (31.8, 68), (33.3, 69.8), (34.1, 71.1), (35.2, 71.6),
    (36.8, 72.5), (37.4, 74.7), (38.5, 74.8), (39.4, 73.7), (39.5, 71.8), (39.5, 69.4), (40.1, 69.4),
    (40.1, 71), (40.3, 72), (40.8, 72.9), (41.2, 71.9), (42.2, 70.9), (42.6, 71.6), (42.6, 73.4),
    (43.2, 74.2),
    (42.95, 75.1), (42.85, 75.9), (42.98, 76.6), (42.97, 77.5), (42.85, 78.6), (42.7, 79.2), (42.2, 80.2),
    (43.2, 80.6), (44.8, 80.3), (45.2, 82), (46.3, 82.6), (47.1, 83.1), (47.1, 85.5), (48.4, 85.6),
    (49.1, 87.2),
    (49.15, 87.9), (50.5, 91), (50.8, 92.6), (50.5, 94.5), (49.9, 97.5), (52.1, 98.9), (51.4, 101.5),
    (50.3, 102.5), (50.3, 106.5), (49.2, 108), (49.3, 110.5), (49.9, 114), (49.8, 116.7), (50.3, 119.2),
    (52, 120.7), (53.4, 121.5), (53.5, 123.6), (52.8, 125.7), (51.3, 126.9), (49.9, 127.5), (48.9, 130.6),
    (47.7, 131), (47.7, 132.6), (48.4, 134.6), (47, 133.6), (45.2, 133.1), (45, 131.9), (44, 131.2),
    (42.9, 131), (42.4, 130.6), (40, 130.5), (37.5, 131.5), (35, 129.6), (33, 127.5), (25.5, 122.6),
    (21, 122.2), (5, 127.5), (-2, 141), (-10, 141), (-12, 120), (-9, 105), (5, 92), (5, 75), (23, 66),
  ]

  /// Australia and New Zealand.
  private static let oceania: Outline = [(-10, 112), (-10, 180), (-55, 180), (-55, 112)]
}
