import SkiGraph
package import SkiRouting

extension SkierProfile {
  /// Creates an intermediate skier with the ceiling of a word, or with none on the scale.
  package init(ceilingWord: String?) {
    self = .anyGrade
    guard let ceilingWord else { return }
    self.init(ceiling: DifficultyCeiling(word: ceilingWord))
  }
}
