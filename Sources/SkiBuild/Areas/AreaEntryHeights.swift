extension AreaCrosser {
  /// The distances in metres around an area within which supporting elevations are searched, in order.
  private static let terrainReachMetres = [100.0, 300.0, 1000.0]
  /// The least and the greatest number of supporting elevations.
  private static let (leastGuides, guideLimit) = (3, 200)

  /// Infers the elevations of entries that no line passes, where none are known, from inferred elevations in and around
  /// the area.
  ///
  /// Areas often meet each other away from any line. The terrain is interpolated by ``InterpolatedTerrain``.
  /// - Complexity: O(*e* · *k*) in entries and supporting elevations, the latter bounded.
  func inferEntryElevations(_ area: CrossableArea, _ network: inout Network) throws {
    guard network.lines.contains(where: { $0.inferredElevations != nil }) else { return }
    let blind = area.entries.map { network.root($0) }.filter {
      network.sites[$0].elevation == nil && network.sites[$0].inferredElevation == nil
    }
    guard !blind.isEmpty, let ground = try inferredTerrain(around: area, network) else { return }
    for site in blind {
      let metres = ground.elevation(network.sites[site].plane)
      network.sites[site].inferredElevation = InferredElevation.centimetres(metres)
    }
  }

  /// Returns the gradient of the plane through the inferred elevations of an area's entries; nil without any.
  func inferredGradient(of area: CrossableArea, _ network: Network) -> Double? {
    let known = area.entries.compactMap { entry -> PointElevation? in
      let site = network.sites[network.root(entry)]
      return site.inferredElevation.map { PointElevation(point: site.plane, metres: Double($0) / 100) }
    }
    return InterpolatedTerrain(known)?.gradient
  }

  private func inferredTerrain(around area: CrossableArea, _ network: Network) throws -> InterpolatedTerrain?
  {
    for reach in Self.terrainReachMetres {
      let guides = try inferredGuides(in: area.area.box.grown(by: reach), network)
      if guides.count >= Self.leastGuides || reach == Self.terrainReachMetres.last {
        let step = max(1, guides.count / Self.guideLimit)
        return InterpolatedTerrain(guides.indices.filter { $0 % step == 0 }.map { guides[$0] })
      }
    }
    return nil
  }

  /// Returns the inferred elevations of lines, and of lifts at their stations, in a box.
  private func inferredGuides(in box: PlaneBox, _ network: Network) throws -> [PointElevation] {
    var guides: [PointElevation] = []
    for line in try index.lines(near: box) {
      let track = network.lines[line]
      for (point, height) in zip(track.plane, track.inferredElevations ?? track.elevations ?? [])
      where box.contains(point) { guides.append(PointElevation(point: point, metres: Double(height) / 100)) }
    }
    for site in Set(connecting.stations.places.map { network.root($0.site) }).sorted() {
      let at = network.sites[site]
      guard let height = at.inferredElevation, box.contains(at.plane) else { continue }
      guides.append(PointElevation(point: at.plane, metres: Double(height) / 100))
    }
    return guides
  }
}
