import SkiModel
package import SkiRouting

extension SkierProfile {
  /// An intermediate skier with a ceiling in a word, or to whom no grade on the scale is too hard.
  package init(ceilingWord: String?) {
    self = .anyGrade
    guard let ceilingWord else { return }
    self.init(ceiling: DifficultyCeiling(word: ceilingWord))
  }
}
