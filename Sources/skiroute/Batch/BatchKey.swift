import SkiFormats
import SkiGeo

/// A key of a line of `skiroute batch`, which sets a property of a question.
struct BatchKey<Question>: Sendable {
  /// The name of the key: that of an argument or long option in camel case.
  let name: String
  /// Indicates whether a line without the key is an error.
  let isRequired: Bool
  private let assign: @Sendable (inout Question, JSONTree) throws -> Void

  private init(
    _ name: String, isRequired: Bool, assign: @escaping @Sendable (inout Question, JSONTree) throws -> Void
  ) {
    (self.name, self.isRequired, self.assign) = (name, isRequired, assign)
  }

  /// Creates the key of a property.
  init<Value: BatchValue>(
    _ name: String, _ property: any WritableKeyPath<Question, Value> & Sendable, isRequired: Bool = false
  ) {
    self.init(name, isRequired: isRequired) { question, json in
      question[keyPath: property] = try Value(json, key: name)
    }
  }

  /// Sets the property from a value that is not null.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a value of another type or an unknown word.
  func set(_ question: inout Question, to json: JSONTree) throws { try assign(&question, json) }

  /// Returns the key for a question that has this one's as a group of options.
  fileprivate func within<Outer>(_ group: any WritableKeyPath<Outer, Question> & Sendable) -> BatchKey<Outer>
  {
    BatchKey<Outer>(name, isRequired: isRequired) { outer, json in
      try assign(&outer[keyPath: group], json)
    }
  }
}

extension Array {
  /// Returns the keys of a group of options for a question that has the group.
  func within<Outer, Group>(_ group: any WritableKeyPath<Outer, Group> & Sendable) -> [BatchKey<Outer>]
  where Element == BatchKey<Group> {
    map { $0.within(group) }
  }
}
