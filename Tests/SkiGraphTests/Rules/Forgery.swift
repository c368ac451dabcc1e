import SkiBase
import Testing

@testable import SkiGraph

/// A change that breaks one rule of the format and none of the rules checked before it.
struct Forgery: Sendable, CustomTestStringConvertible {
  let rule: MapRule
  /// The description of the fault, as Data/Formats/skimap.md lists it.
  let what: String
  let change: @Sendable (inout ForgedMap) -> Void

  var testDescription: String { "\(rule.rawValue): \(what)" }

  init(_ rule: MapRule, _ what: String, _ change: @escaping @Sendable (inout ForgedMap) -> Void) {
    (self.rule, self.what, self.change) = (rule, what, change)
  }

  /// The forgeries of all rules.
  static let all =
    directory + sections + nodesAndPoints + links + edges + features + index + outlines + heights + names

  /// The number that stands for no value.
  static let none = UInt64(UInt32.max)

  /// Makes sections one element too short.
  static func short(_ rule: MapRule, _ sections: [SectionID]) -> [Forgery] {
    sections.map { section in Forgery(rule, "\(section) is too short") { $0.shorten(section) } }
  }

  /// Replaces the number of an element.
  static func value(
    _ rule: MapRule, _ section: SectionID, _ position: Int, _ value: UInt64, _ what: String
  ) -> Forgery {
    Forgery(rule, what) { $0.set(section, position, value) }
  }
}

extension ForgedMap {
  /// The first link of a kind: 0 run, 1 lift, 2 walk, 3 connector.
  func link(kind: UInt64) -> Int { values(.linkKind).firstIndex(of: kind) ?? 0 }

  /// The first feature of a kind: 0 run, 1 lift, 2 station, 3 hut, 4 street.
  func feature(kind: UInt64) -> Int {
    (0..<count(.featureRecord)).first { value(.featureRecord, $0, bytes: 1) == kind } ?? 0
  }

  /// The first link with a flag.
  func link(flag: LinkFlags) -> Int {
    values(.linkFlags).firstIndex { $0 & UInt64(flag.rawValue) != 0 } ?? 0
  }

  /// The node that no link touches.
  func lonelyNode() -> Int {
    let used = Set(values(.linkTail) + values(.linkHead))
    return (0..<count(.nodeLatitude)).first { !used.contains(UInt64($0)) } ?? 0
  }

  /// The first point of the first link of a kind; the links of runs and streets have points between their ends.
  func point(ofKind kind: UInt64) -> Int { Int(value(.linkFirstPoint, link(kind: kind))) }

  /// The first node with two edges or more.
  func crossroads() -> Int {
    let first = values(.firstOut)
    return (0..<count(.nodeLatitude)).first { first[$0 + 1] - first[$0] > 1 } ?? 0
  }
}
