import SkiBase
import Testing

struct JSONTreeTests {
  private func read(
    _ text: String, depthLimit: Int = 512, _ doubts: JSONTree.Doubts = .refused
  ) throws -> JSONTree {
    try JSONTree.read(Array(text.utf8), depthLimit: depthLimit, doubts: doubts)
  }

  @Test func `values of all kinds are read, numbers as their text`() throws {
    let tree = try read(#" {"a":[true,false,null,"é\n"],"b":-1.50e2,"c":{}} "#)
    #expect(
      tree
        == .object([
          "a": .array([.bool(true), .bool(false), .null, .string("é\n")]), "b": .number("-1.50e2"),
          "c": .object([:]),
        ]))
    #expect(tree.member("b")?.nearestDouble == -150)
    #expect(try read("1e999").nearestDouble == .infinity)
    #expect(try read(#""1""#).nearestDouble == nil)
  }

  @Test func `a member that is null or missing is nil`() throws {
    let tree = try read(#"{"a":null,"b":1}"#)
    #expect(tree.member("a") == nil && tree.member("c") == nil && tree.member("b") == .number("1"))
    #expect(try read("[1]").member("a") == nil)
  }

  @Test func `the last of two members of one name counts where accepted and is an error otherwise`() throws {
    let text = #"{"a":1,"a":2}"#
    #expect(try read(text, .accepted).member("a") == .number("2"))
    let fault = #expect(throws: JSONFault.self) { try read(text) }
    #expect(fault?.reason == "a name is given twice")
  }

  @Test func `strings that are not Unicode are repaired where accepted and are errors otherwise`() throws {
    let text = #"["\ud800"]"#
    #expect(try read(text, .accepted) == .array([.string("\u{FFFD}")]))
    #expect(throws: JSONFault.self) { try read(text) }
  }

  @Test(arguments: [0, 8, 512])
  func `values nested to the limit are read, and deeper ones are errors`(limit: Int) throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try read(nested(limit), depthLimit: limit) }
    let fault = #expect(throws: JSONFault.self) { try read(nested(limit + 1), depthLimit: limit) }
    #expect(fault?.reason == "values nest deeper than \(limit)")
  }

  @Test(arguments: ["", "1 2", "[1,]", "{\"a\"}", "nul", "01", "NaN"])
  func `text that is not JSON is an error`(text: String) {
    #expect(throws: JSONFault.self) { try read(text, .accepted) }
  }
}
