import Testing

@testable import SkiBase
@testable import SkiPeople

/// The translation of statements into a database's dialect.
struct SQLTextTests {
  @Test(arguments: [
    ("SELECT $1, $2, $1", "SELECT ?1, ?2, ?1", 2), ("a {bytes}, b {text}", "a BLOB, b TEXT", 0),
    ("SELECT '$1 {x} ; ?' , \"{y}\" , $1", "SELECT '$1 {x} ; ?' , \"{y}\" , ?1", 1),
    ("SELECT 'it''s $2', $1", "SELECT 'it''s $2', ?1", 1),
    ("SELECT 1 -- $9\n+ $1", "SELECT 1 -- $9\n+ ?1", 1),
    ("SELECT /* $9 **/ $1 /*/ $8 */", "SELECT /* $9 **/ ?1 /*/ $8 */", 1), ("SELECT 1 ; \n", "SELECT 1 ", 0),
    ("SELECT 1 {lock}", "SELECT 1 ", 0), ("SELECT 4 - 2 / 1", "SELECT 4 - 2 / 1", 0),
    ("SELECT '", "SELECT '", 0),
    ("SELECT 1 /*", "SELECT 1 /*", 0), ("SELECT 'ä', $1", "SELECT 'ä', ?1", 1), ("", "", 0),
  ])
  func `placeholders and words are replaced outside of quotes and comments`(
    common: String, translated: String, count: Int
  ) throws {
    let text = try SQLText(common, .sqlite)
    #expect(text.sql == translated)
    #expect(text.placeholderCount == count)
  }

  @Test(arguments: [
    "SELECT $", "SELECT $a", "SELECT $01", "SELECT $2", "{", "{}", "{Bytes}", "a; b", "a?", "\u{0}",
    "$99999999999999999999",
  ])
  func `other placeholders, words and several statements are refused`(common: String) async {
    await expectError(.invalidArgument) { _ = try SQLText(common, .postgres) }
  }

  @Test func `the beginning of a statement is on one line and short`() {
    #expect(SQLText.head(of: "SELECT\n  a\n FROM b") == "SELECT a FROM b")
    #expect(SQLText.head(of: String(repeating: "word ", count: 100)).count == 80)
  }
}
