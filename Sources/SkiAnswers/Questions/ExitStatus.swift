package import SkiBase

/// The exit codes of `skiroute` and `skiroute-server`; numbers from 64 up are those of BSD's sysexits.
package enum ExitStatus: Int32, Sendable {
  case answered = 0
  /// The answer is negative: no route, nothing found, or less than required.
  case noRoute = 1
  case usage = 64
  case badData = 65
  /// A file, a library or something named by its identifier does not exist.
  case missingInput = 66
  /// A service or a store can't be reached.
  case unavailable = 69
  case software = 70
  case cannotCreate = 73
  case inputOutput = 74
  /// The same command may succeed later, or with more time: the time allowed was exceeded, a service refuses more
  /// requests for now, or another change came first.
  case temporaryFailure = 75
  case notPermitted = 77
  case cancelled = 130

  /// Creates the exit code of an error code.
  package init(_ code: SkiError.Code) {
    switch code {
    case .missingInput, .notFound: self = .missingInput
    case .malformedData, .emptyInput, .unsupportedFormat, .limitExceeded: self = .badData
    case .unwritableOutput: self = .cannotCreate
    case .inputOutput: self = .inputOutput
    case .invalidArgument, .unknownPlace, .ambiguousPlace: self = .usage
    case .notPermitted: self = .notPermitted
    case .unavailable: self = .unavailable
    case .timedOut, .conflict, .rateLimited: self = .temporaryFailure
    case .cancelled: self = .cancelled
    case .internalInconsistency: self = .software
    }
  }
}
