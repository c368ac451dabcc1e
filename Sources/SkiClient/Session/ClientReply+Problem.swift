import SkiAPI
import SkiBase

extension ClientReply {
  /// Returns the reply when its status is one of success.
  /// - Throws: `SkiError` of the problem document, or of the status without one.
  func requireSuccess() throws(SkiError) -> ClientReply {
    guard !(200...299).contains(status) else { return self }
    throw problem
  }

  /// Returns the document of the body.
  /// - Throws: `SkiError` with code `.malformedData` for another body.
  func document(_ noun: String) throws -> DocumentReader { try DocumentReader(tree(noun), of: noun) }

  /// Returns the value of the body.
  /// - Throws: `SkiError` with code `.malformedData` for another body.
  func tree(_ noun: String) throws -> JSONTree {
    do {
      return try JSONTree.read(body, doubts: .refused)
    } catch {
      throw SkiError(
        .malformedData,
        "the server's \(noun) of \(body.count) bytes is no JSON at byte \(error.position); check the server's address"
      )
    }
  }

  /// The error of a reply without success.
  private var problem: SkiError {
    let tree = problemTree
    let code = tree.flatMap { Self.text("code", of: $0) }.flatMap(SkiError.Code.init(rawValue:))
    let detail =
      tree.flatMap { Self.text("detail", of: $0) }
      ?? "the server answers with status \(status); try again later"
    return SkiError(
      code ?? Self.code(of: status), detail.shortened(toScalars: Self.greatestDetailCount),
      subject: tree.flatMap { Self.text("subject", of: $0) })
  }

  /// The problem document; nil for another body.
  private var problemTree: JSONTree? {
    guard fields["content-type"]?.hasPrefix("application/problem+json") == true else { return nil }
    return try? JSONTree.read(body, doubts: .refused)
  }

  /// The greatest number of characters of a problem's detail that is kept.
  private static let greatestDetailCount = 1000

  private static func text(_ name: String, of tree: JSONTree) -> String? {
    guard case .string(let text)? = tree.member(name) else { return nil }
    return text
  }

  /// Returns the kind of failure of a status.
  static func code(of status: Int) -> SkiError.Code {
    switch status {
    case 300...399: .notPermitted
    case 400, 422: .invalidArgument
    case 401, 403: .notPermitted
    case 404, 410: .notFound
    case 408, 504: .timedOut
    case 409, 412: .conflict
    case 413, 431: .limitExceeded
    case 415: .unsupportedFormat
    case 429: .rateLimited
    case 502, 503: .unavailable
    case 400...499: .invalidArgument
    case 500...599: .internalInconsistency
    default: .malformedData
    }
  }
}

/// The reading of a server's documents.
enum ServerDocument {
  /// Returns a value of a document.
  /// - Throws: `SkiError` with code `.malformedData` for a document that lacks what the contract promises.
  static func read<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as SkiError {
      throw SkiError(
        .malformedData, "the server's answer can't be read: \(error.message)", subject: error.subject)
    }
  }
}
