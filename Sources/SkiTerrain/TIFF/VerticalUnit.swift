/// The unit of the elevations of a file; they are metres after reading.
///
/// A value; `Sendable`.
public enum VerticalUnit: String, Sendable, Hashable, CaseIterable {
  /// The metre.
  case metre
  /// The international foot, 0.3048 m.
  case foot
  /// The US survey foot, 1200/3937 m.
  case usSurveyFoot = "us-survey-foot"

  /// The length of one unit in metres.
  package var metres: Double {
    switch self {
    case .metre: 1
    case .foot: 0.3048
    case .usSurveyFoot: 1200.0 / 3937
    }
  }

  /// Returns the length in metres of a unit named in a band's metadata; nil for an unknown name.
  ///
  /// **Source:** the unit names of PROJ and of ESRI, which GDAL writes, and common short forms.
  static func metres(named name: String) -> Double? {
    let word = name.lowercased().map { $0 == "_" || $0 == "-" ? " " : $0 }
    switch String(word) {
    case "m", "metre", "metres", "meter", "meters": return 1
    case "ft", "foot", "feet", "international foot", "international feet", "foot (international)",
      "foot intl":
      return Self.foot.metres
    case "us survey foot", "us survey feet", "survey foot", "ftus", "us ft", "ft us", "foot us", "us foot",
      "us feet", "usft", "foot (us survey)":
      return Self.usSurveyFoot.metres
    case "dm", "decimetre", "decimeter": return 0.1
    case "cm", "centimetre", "centimeter": return 0.01
    case "mm", "millimetre", "millimeter": return 0.001
    case "km", "kilometre", "kilometer": return 1000
    default: return nil
    }
  }
}
