import SkiNavigation

/// Updates of numbers by name.
typealias Update = UpdateElement<String, UInt64>

/// The state of a listener after its updates: keys and their values.
struct Picture {
  private(set) var values: [String: UInt64] = [:]
  private(set) var isOrdered = true

  mutating func apply(_ updates: [Update]) {
    for update in updates {
      if let value = update.value { isOrdered = isOrdered && value >= values[update.key] ?? 0 }
      values[update.key] = update.value
    }
  }
}
