package import SkiAPI
import SkiAnswers
import SkiPeople
package import SkiRouting

extension SkierSettings {
  /// Returns the profile of the words, as questions make it.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for words that this version does not know.
  package func profile() throws -> SkierProfile {
    var terms = SkierOptions()
    (terms.ability, terms.board, terms.maxDifficulty) = (ability, board, maxDifficulty)
    (terms.ungraded, terms.avoid, terms.allow) = (ungraded, avoid, allow)
    return try terms.profile()
  }
}
