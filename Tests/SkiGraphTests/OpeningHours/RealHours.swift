import Foundation
import SkiTestSupport

/// The values of `opening_hours` in the files of real areas.
enum RealHours {
  static func values() throws -> [String] {
    var values: Set<String> = []
    for area in try RealArea.all {
      for file in [area.runs, area.lifts, area.spots, area.streets].compactMap({ $0 }) {
        let tree = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        for case let feature as [String: Any] in (tree as? [String: Any])?["features"] as? [Any] ?? [] {
          let properties = feature["properties"] as? [String: Any]
          for key in ["opening_hours", "openingHours"] {
            if let value = properties?[key] as? String { values.insert(value) }
          }
        }
      }
    }
    return values.sorted()
  }
}
