package import SkiGraph

extension ElevationQuality {
  /// The phrase of the remark; nil where elevations are known.
  var phrase: Phrase? {
    switch self {
    case .surveyed: nil
    case .mixed: .heightsKnownInPart
    case .inferred, .none: .heightsUnknown
    }
  }

  /// Returns the remark in a language; nil where elevations are known. Complexity: O(1).
  package func remark(in language: Language = .english) -> String? {
    phrase.map { Phrasebook.of(language).formatted($0) + "." }
  }
}
