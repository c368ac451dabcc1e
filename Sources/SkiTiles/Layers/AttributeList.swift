/// The attributes of one feature while it is collected; unknown values are left out.
struct AttributeList {
  private(set) var entries: [(key: AttributeKey, value: AttributeValue)] = []

  mutating func add(_ key: AttributeKey, _ text: String?) {
    if let text, !text.isEmpty { entries.append((key, .text(text))) }
  }

  mutating func add(_ key: AttributeKey, _ number: Int?) {
    if let number { entries.append((key, .whole(number))) }
  }

  mutating func add(_ key: AttributeKey, _ truth: Bool?) {
    if let truth { entries.append((key, .truth(truth))) }
  }
}

extension AttributeCollector {
  /// Returns the wanted attributes of a list, with values replaced by their indices. Complexity: O(length) expected.
  mutating func attributes(_ list: AttributeList) -> [Attribute] {
    var found: [Attribute] = []
    for entry in list.entries where wanted?.contains(entry.key) ?? true {
      found.append(Attribute(key: entry.key, value: number(entry.value)))
    }
    return found
  }
}
