import SkiTerrain

extension TileEncoding {
  /// Returns elevations encoded as RGBA pixels, with an alpha of 0 for voids.
  ///
  /// Rounds to the nearest encodable elevation: 1/256 m in Terrarium, 0.1 m in Terrain-RGB. A void is black, which this
  /// package's readers take for no data and others for an elevation, so voids should be filled first.
  /// - Complexity: O(*n*).
  func pixels(_ heightsMetres: UnsafeBufferPointer<Float>) -> [UInt8] {
    let (offset, steps): (Double, Double) = self == .terrarium ? (32_768, 256) : (10_000, 10)
    return [UInt8](unsafeUninitializedCapacity: heightsMetres.count * 4) { target, filled in
      for index in 0..<heightsMetres.count {
        let number = ((Double(heightsMetres[index]) + offset) * steps).rounded()
        let isHeight = number > 0 && number < 16_777_216
        let colour = isHeight ? UInt32(number) : 0
        target[4 * index] = UInt8(truncatingIfNeeded: colour >> 16)
        target[4 * index + 1] = UInt8(truncatingIfNeeded: colour >> 8)
        target[4 * index + 2] = UInt8(truncatingIfNeeded: colour)
        target[4 * index + 3] = isHeight ? 255 : 0
      }
      filled = target.count
    }
  }
}
