/// The regions with a colour convention other than Europe's, as outlines that are detailed only where borders matter to
/// skiers.
enum ConventionRegions {
  /// Japan, and Sakhalin with the Kurils.
  static let japan: [RegionOutline] = [
    // From the southern islands along the west of Honshu and Hokkaido, Sakhalin, the Kurils and back.
    RegionOutline([
      (24.0, 123.5), (27.0, 126.5), (31.0, 128.0), (34.0, 128.9), (35.0, 129.8), (36.5, 132.0), (38.0, 137.0),
      (41.0, 138.5), (45.0, 140.0), (47.0, 141.2), (50.0, 141.6), (53.0, 141.5), (54.8, 142.0), (55.0, 144.0),
      (50.0, 147.0), (51.2, 156.0), (50.0, 157.0), (45.0, 152.0), (42.0, 147.0), (35.0, 142.0), (26.0, 143.0),
      (23.5, 131.0),
    ])
  ]

  /// North America; China, Mongolia, Korea; India, Pakistan, Kyrgyzstan; South-East Asia; Australia, New Zealand.
  static let northAmerica: [RegionOutline] = [
    // Alaska, Canada, the United States, Mexico and Central America, without Greenland, Iceland and the Russian side of
    // the Bering Strait.
    RegionOutline([
      (50.5, -180), (60.0, -174.5), (65.0, -168.98), (72.0, -168.98), (84.0, -75.0), (82.0, -61.0),
      (80.0, -67.5),
      (78.0, -74.0), (74.0, -72.0), (66.0, -57.5), (52.0, -50.0), (40.0, -50.0), (18.0, -60.0), (12.5, -72.0),
      (9.5, -76.5), (7.2, -77.6), (6.0, -79.0), (14.0, -112.0), (18.0, -164.0), (50.5, -170),
    ]),
    // Hawaii.
    RegionOutline(south: 18, west: -161, north: 23, east: -154),
    // The western end of the Aleutians.
    RegionOutline(south: 51, west: 171.5, north: 54, east: 180),
    // Pakistan and India, from the Makran coast along Afghanistan to the Pamir, then along the Himalaya.
    RegionOutline([
      (25.0, 61.6), (27.2, 63.0), (29.4, 61.0), (29.5, 66.2), (31.3, 66.6), (32.0, 69.3), (34.0, 69.9),
      (34.1, 71.0),
      (35.3, 71.6), (36.3, 71.3), (36.9, 73.0), (37.1, 75.2), (36.0, 80.5), (31.0, 81.2), (28.5, 97.5),
      (22.0, 94.5),
      (20.0, 93.0), (5.0, 81.0), (5.0, 76.0), (20.0, 66.0),
    ]),
    // Kyrgyzstan: the north along the crest of the Kungey and Zailiysky Alatau, the Chuy valley and Talas; the south
    // around the Fergana valley, with the Alay.
    RegionOutline([
      (42.2, 80.3), (42.85, 79.2), (42.85, 77.0), (42.99, 76.2), (42.95, 75.2), (43.25, 74.4), (43.15, 73.5),
      (42.5, 73.45), (42.75, 72.5), (42.8, 71.5), (42.35, 70.9), (42.2, 71.2), (41.6, 70.3), (41.2, 71.4),
      (41.4, 72.1),
      (41.0, 72.6), (40.6, 73.0), (40.25, 71.8), (39.95, 70.5), (39.6, 69.4), (39.45, 70.6), (39.4, 71.8),
      (39.4, 73.6),
      (40.3, 74.6), (41.0, 76.8), (41.2, 78.2), (42.0, 80.2),
    ]),
    // China and Mongolia, from the Pamir along the Tien Shan, the Altai, the Russian border to the Tumen, and the
    // coast.
    RegionOutline([
      (37.1, 75.2), (39.4, 73.6), (40.3, 74.6), (41.0, 76.8), (41.2, 78.2), (42.0, 80.2), (43.2, 80.4),
      (45.1, 80.0),
      (45.4, 82.5), (47.2, 83.1), (47.1, 85.5), (48.4, 85.6), (49.13, 87.3), (49.6, 89.2), (50.4, 91.0),
      (50.8, 92.3),
      (50.0, 94.5), (49.9, 97.2), (51.4, 98.0), (52.1, 98.9), (51.4, 102.2), (50.2, 103.3), (50.4, 106.5),
      (49.3, 109.0),
      (49.2, 112.0), (50.0, 115.5), (49.8, 117.0), (49.6, 117.8), (50.3, 119.3), (52.5, 120.1), (53.4, 121.5),
      (53.5, 123.5), (52.9, 126.0), (50.3, 127.5), (49.5, 128.5), (48.9, 130.6), (47.75, 131.0),
      (48.45, 134.8),
      (47.5, 134.6), (45.2, 133.2), (45.0, 131.6), (43.6, 131.3), (42.9, 131.05), (42.4, 130.65),
      (42.2, 130.75),
      (40.0, 130.5), (37.5, 132.2), (34.2, 128.8), (32.5, 125.5), (28.0, 123.2), (21.0, 123.0), (17.0, 110.0),
      (21.0, 97.0), (28.5, 97.5), (27.5, 89.0), (31.0, 81.2), (36.0, 80.5),
    ]),
    // South-East Asia, to the Philippines and Papua.
    RegionOutline([
      (28.5, 97.5), (22.0, 94.5), (15.0, 92.0), (5.0, 92.0), (-12.0, 104.0), (-12.0, 160.0), (5.0, 135.0),
      (21.5, 123.0),
      (22.0, 105.0),
    ]),
    // Australia and New Zealand.
    RegionOutline(south: -50, west: 110, north: -9, east: 180),
  ]
}
