import CKernels
import SkiBase
import SkiSystem

/// The kernels' parameters of a product: light and colour tables.
///
/// A class that may be shared. `@unchecked Sendable`: neither it nor the memory behind its pointers changes after
/// `init`.
final class RowParameters: @unchecked Sendable {
  /// The parameters in C; valid as long as this object.
  let pointer: UnsafePointer<terrain_look>
  private var tables: [UnsafeMutableRawPointer] = []

  /// Creates the tables of a product.
  /// - Complexity: O(*n*) in the stops or bands, and at most 65,537 colours for a ramp.
  init(_ product: TerrainProduct, edges: EdgeRule) {
    let look = UnsafeMutablePointer<terrain_look>.allocate(capacity: 1)
    look.initialize(to: terrain_look())
    pointer = UnsafePointer(look)
    look.pointee.has_no_frame = edges == .extended ? 1 : 0
    switch product {
    case .hillshade(let shade): Self.set(shade, &look.pointee)
    case .relief(let ramp, let shade):
      if let shade { Self.set(shade, &look.pointee) }
      if ramp.matching == .exact { setExact(ramp, &look.pointee) } else { setTable(ramp, &look.pointee) }
    case .slopeClasses(let classes):
      look.pointee.class_count = classes.bands.count
      look.pointee.class_squares = keep(
        classes.bands.map { band in
          let gradient = tan(band.fromDegrees * .pi / 180)
          return Float(gradient * gradient)
        })
      look.pointee.class_colours = keep(classes.bands.map(\.colour.packed))
    case .slope, .aspect, .roughness, .ruggedness, .position: break
    }
  }

  deinit {
    pointer.deallocate()
    for table in tables { table.deallocate() }
  }

  private static func set(_ shade: Hillshade, _ look: inout terrain_look) {
    let azimuth = shade.sun.azimuthDegrees * .pi / 180
    let altitude = shade.sun.altitudeDegrees * .pi / 180
    look.sine = Float(sin(altitude))
    look.cosine = Float(cos(altitude))
    look.to_east = Float(cos(altitude) * sin(azimuth))
    look.to_north = Float(cos(altitude) * cos(azimuth))
    let shading = ReliefShading(shade)
    look.level = Float(shading.level)
    look.darkest = Float(ReliefShading.darkShare)
    look.per_dark_grey = shading.level > 1 ? Float((1 - ReliefShading.darkShare) / (shading.level - 1)) : 0
    look.per_light_grey = shading.level < 255 ? Float(ReliefShading.lightShare / (255 - shading.level)) : 0
  }

  private func setExact(_ ramp: ColourRamp, _ look: inout terrain_look) {
    look.exact_elevations = keep(ramp.stops.map { Float($0.elevationMetres) })
    look.colours = keep(ramp.stops.map(\.colour.packed))
    look.entry_count = ramp.stops.count
  }

  /// Tabulates the colours at steps of an eighth of a metre, doubled until there are at most 65,537.
  private func setTable(_ ramp: ColourRamp, _ look: inout terrain_look) {
    let lowest = ramp.stops[0].elevationMetres.rounded(.down)
    let range = ramp.stops[ramp.stops.count - 1].elevationMetres - lowest
    var perMetre = 8.0
    while range * perMetre > 65_535 { perMetre /= 2 }
    let count = Int((range * perMetre).rounded(.up)) + 1
    look.colours = keep((0..<count).map { ramp.colour(atMetres: lowest + Double($0) / perMetre).packed })
    look.entry_count = count
    look.lowest = Float(lowest)
    look.entries_per_metre = Float(perMetre)
  }

  private func keep<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let table = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    table.initialize(from: elements, count: elements.count)
    tables.append(UnsafeMutableRawPointer(table))
    return UnsafePointer(table)
  }
}

/// The modulation of relief colours by a hillshade.
///
/// Level ground keeps its colour. Towards darker grey levels a colour is multiplied by a factor that falls linearly to
/// ``darkShare``; towards lighter levels it is mixed with white, linearly up to ``lightShare``.
struct ReliefShading: Sendable, Hashable {
  /// The factor of a colour where no light falls.
  static let darkShare = 0.2
  /// The share of white at the brightest grey level.
  static let lightShare = 0.35
  /// The grey level of level ground.
  let level: Double

  init(_ shade: Hillshade) {
    switch shade.style {
    case .single, .multidirectional:
      level = 1 + 254 * max(0, sin(shade.sun.altitudeDegrees * .pi / 180))
    case .combined: level = 255
    }
  }
}
