import SkiGraph

extension HeightKnowledge {
  /// The phrase that tells it; nil where heights are known.
  var phrase: Phrase? {
    switch self {
    case .surveyed: nil
    case .mixed: .heightsKnownInPart
    case .inferred, .none: .heightsUnknown
    }
  }

  /// Returns the sentence that tells it in a language; nil where heights are known. Complexity: O(1).
  package func remark(in language: Language = .english) -> String? {
    phrase.map { Phrasebook.of(language).say($0) + "." }
  }
}
