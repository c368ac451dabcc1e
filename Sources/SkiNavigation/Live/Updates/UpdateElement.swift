/// An update of one key, which supersedes earlier ones of the same key.
@usableFromInline
package enum UpdateElement<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The newest value of a key.
  case value(Key, Value)
  /// A key whose value was delivered has none any more.
  case removed(Key)

  /// The key of the update.
  @inlinable
  package var key: Key {
    switch self {
    case .value(let key, _), .removed(let key): key
    }
  }

  /// The value; nil when it was removed.
  @inlinable
  package var value: Value? {
    if case .value(_, let value) = self { value } else { nil }
  }
}

extension UpdateElement: Equatable where Value: Equatable {}

extension UpdateElement: Hashable where Value: Hashable {}
