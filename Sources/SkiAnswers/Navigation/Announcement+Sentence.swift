public import SkiGraph
public import SkiNavigation

extension Announcement {
  /// Returns the announcement as text in a language: one or two sentences, the last without a full stop.
  ///
  /// Uses the phrases and the rounding of ``/SkiRouting/Directions``; an instruction nearer than 25 m follows at once,
  /// without a distance. Names are not translated and not escaped for terminals.
  /// - Parameter language: The language of the text.
  /// - Complexity: O(*n*) in the length of the names.
  public func sentence(in language: Language = .english) -> String {
    AnnouncementFormatter(directions: DirectionsFormatter(phrasebook: .of(language))).text(self)
  }
}
