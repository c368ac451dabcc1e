import Foundation
import SkiBase
import SkiTestSupport

/// Copies of the sample mountain side by side, for large inputs and names that are not unique.
enum SampleCopies {
  /// Writes `runs.geojson` and `lifts.geojson` with copies of the sample, each a bit further east.
  /// - Returns: The arguments that name them.
  static func write(_ count: Int, to scratch: ScratchFolder) throws -> [String] {
    try ["runs", "lifts"].flatMap { role in
      ["--\(role)", scratch.write(try copies(count, of: SharedSample.path(role)), to: "\(role).geojson")]
    }
  }

  private static func copies(_ count: Int, of path: String) throws -> Data {
    let data = try Data(contentsOf: URL(filePath: path))
    guard let document = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let features = document["features"] as? [[String: Any]]
    else { throw Unready("\(path) is no feature collection") }
    let usable = features.filter { $0["geometry"] is [String: Any] }
    let all = (0..<count).flatMap { number in usable.map { copy($0, number) } }
    return try JSONSerialization.data(
      withJSONObject: ["type": "FeatureCollection", "features": all] as [String: Any])
  }

  private static func copy(_ feature: [String: Any], _ number: Int) -> [String: Any] {
    var feature = feature
    if var properties = feature["properties"] as? [String: Any], let id = properties["id"] as? String {
      properties["id"] = String(format: "%04x", number) + id.dropFirst(4)
      feature["properties"] = properties
    }
    if var geometry = feature["geometry"] as? [String: Any], let coordinates = geometry["coordinates"] {
      geometry["coordinates"] = moved(coordinates, east: Double(number) * 0.2)
      feature["geometry"] = geometry
    }
    return feature
  }

  /// Moves every position in nested arrays; a position is an array that begins with a number.
  private static func moved(_ value: Any, east degrees: Double) -> Any {
    guard let array = value as? [Any] else { return value }
    guard let longitude = array.first as? Double else { return array.map { moved($0, east: degrees) } }
    return [longitude + degrees] + array.dropFirst()
  }
}
