import Foundation
import SkiGeo
import SkiModel

/// Words both dialects share, and what OpenStreetMap tags say that isn't about one role alone.
extension SourceFeature {
  /// Prefixes and keys of tags that say a thing isn't in use, and what they mean.
  static let lifecycleWords: [(word: String, status: Lifecycle)] = [
    ("disused", .disused), ("abandoned", .abandoned), ("razed", .razed), ("demolished", .razed),
    ("removed", .razed), ("dismantled", .razed), ("destroyed", .razed), ("historic", .razed),
    ("construction", .construction), ("proposed", .proposed), ("planned", .planned),
  ]

  /// The value of a tag and the status its key or its value gives: `aerialway`, `disused:aerialway`, or
  /// `aerialway=construction` with `construction=gondola`.
  func lifecycleTag(_ key: String) -> (value: String, status: Lifecycle)? {
    if let value = text(key) {
      guard let match = Self.lifecycleWords.first(where: { $0.word == value }) else {
        return (value, .operating)
      }
      return (text("\(match.word):\(key)") ?? text(match.word) ?? "yes", match.status)
    }
    for (word, status) in Self.lifecycleWords {
      if let value = text("\(word):\(key)") { return (value, status) }
    }
    return nil
  }

  /// The status that `disused=yes`, `piste:abandoned=yes` and their like give, or nil; the first of the words counts.
  func taggedStatus(_ prefix: String) -> Lifecycle? {
    var best: Int?
    for (key, node) in properties {
      let word = key.hasPrefix(prefix) ? key.dropFirst(prefix.count + 1) : Substring(key)
      guard let rank = Self.lifecycleWords.firstIndex(where: { $0.word == word }), let value = node.text,
        value == "yes" || value == prefix || value == "\(prefix):type"
      else { continue }
      best = min(best ?? rank, rank)
    }
    return best.map { Self.lifecycleWords[$0].status }
  }

  /// The status OpenSkiMap gives; nil for a word it doesn't have.
  var statusProperty: Lifecycle? {
    guard let word = text("status") else { return .operating }
    return Lifecycle(rawValue: word)
  }

  /// What a `oneway` tag or property says.
  func onewayTag(_ key: String) -> OnewayTag? {
    switch properties[key] {
    case .bool(true)?: .oneway
    case .bool(false)?: .twoWay
    case .string("yes")?, .string("true")?, .string("1")?: .oneway
    case .string("no")?, .string("false")?, .string("0")?: .twoWay
    case .string("-1")?, .string("reverse")?, .number(-1)?: .reverse
    case .number(1)?: .oneway
    default: nil
    }
  }

  /// Bridge, tunnel and layer tags.
  var level: Level {
    let isBridge = text("bridge").map { $0 != "no" } ?? false
    let isTunnel = text("tunnel").map { $0 != "no" } ?? false
    let layer = properties["layer"]?.number ?? 0
    let covered = text("covered") == "yes"
    return Level(
      isBridge: isBridge, isTunnel: isTunnel || (covered && layer < 0),
      layer: Int(max(-20, min(20, layer)).rounded()))
  }

  /// The number on the sign.
  func cleanRef(_ keys: String...) -> String? {
    for key in keys {
      if let ref = text(key)?.trimmed, !ref.isEmpty { return ref.precomposedStringWithCanonicalMapping }
    }
    return nil
  }
}

/// Returns the parts of a `;`-list, trimmed, without empty ones.
func listParts(_ text: String) -> [String] {
  text.split(separator: ";").map { $0.trimmed }.filter { !$0.isEmpty }
}
