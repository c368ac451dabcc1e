package import HTTPTypes
import SkiAnswers

extension HTTPFields {
  /// Returns the value of the first field of a name; nil without one.
  ///
  /// It joins no fields, unlike the subscript of the library: for names that a message has once.
  /// - Complexity: O(*n*) in the fields.
  package func first(_ name: HTTPField.Name) -> String? {
    for field in self where field.name == name { return field.value }
    return nil
  }

  /// Indicates that the client takes gzip: `Accept-Encoding` names it, or any encoding, with a weight above 0.
  ///
  /// **Source:** RFC 9110, section 12.5.3, "Accept-Encoding".
  package var acceptsGzip: Bool {
    var acceptsOthers = false
    for field in self where field.name == .acceptEncoding {
      // As browsers begin it.
      if field.value == "gzip" || field.value.utf8.starts(with: "gzip,".utf8) { return true }
      for part in field.value.utf8.split(separator: UInt8(ascii: ",")) {
        let sides = part.split(separator: UInt8(ascii: ";"), maxSplits: 1)
        let isAccepted = sides.count < 2 || !Self.isZeroWeight(Substring(sides[1]))
        switch Substring(sides.first ?? part).trimmingSpaces().lowercased() {
        case "gzip", "x-gzip": return isAccepted
        case "*": acceptsOthers = isAccepted
        default: break
        }
      }
    }
    return acceptsOthers
  }

  /// Returns the weight of an encoding that `Accept-Encoding` names, 0...1; 0 for one that it doesn't name.
  package func weight(ofEncoding name: String) -> Double {
    for field in self where field.name == .acceptEncoding {
      for part in field.value.utf8.split(separator: UInt8(ascii: ",")) {
        let sides = part.split(separator: UInt8(ascii: ";"), maxSplits: 1)
        guard Substring(sides.first ?? part).trimmingSpaces().lowercased() == name else { continue }
        return sides.count < 2 ? 1 : Self.weight(Substring(sides[1])) ?? 1
      }
    }
    return 0
  }

  /// Returns the weight that the parameter of an encoding states; nil for another parameter.
  private static func weight(_ parameter: Substring) -> Double? {
    let sides = parameter.split(separator: "=", maxSplits: 1)
    guard sides.count == 2, sides[0].trimmingSpaces().lowercased() == "q" else { return nil }
    return Double(sides[1].trimmingSpaces())
  }

  /// Returns whether the parameter of an encoding is a weight of 0.
  private static func isZeroWeight(_ parameter: Substring) -> Bool {
    weight(parameter) == 0
  }
}
