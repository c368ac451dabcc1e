import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

extension ContractDocument {
  /// The document in UTF-8.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    json.write(to: &bytes)
    return bytes
  }

  /// The document as it is read from its bytes.
  var tree: JSONTree { get throws { try JSONTree.read(bytes, doubts: .refused) } }

  /// The members of the document as they are read from its bytes.
  var members: [String: JSONTree] {
    get throws {
      guard case .object(let members) = try tree else { return [:] }
      return members
    }
  }
}

extension JSONTree {
  /// The value with an unknown member in each of its objects.
  var withUnknownMembers: JSONTree {
    switch self {
    case .object(let members):
      .object(
        members.mapValues(\.withUnknownMembers).merging(["ofLater": .array([.null])]) { first, _ in first })
    case .array(let entries): .array(entries.map(\.withUnknownMembers))
    default: self
    }
  }
}

/// Returns the error of reading a document; records a failure when there is none.
func readingError(
  sourceLocation: SourceLocation = #_sourceLocation, _ note: @autoclosure () -> String,
  _ read: () throws -> Void
) -> SkiError? {
  do {
    try read()
    Issue.record("\(note()) is read", sourceLocation: sourceLocation)
    return nil
  } catch let error as SkiError {
    return error
  } catch {
    Issue.record("\(note()): \(type(of: error)) is thrown", sourceLocation: sourceLocation)
    return nil
  }
}
