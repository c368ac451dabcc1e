import SkiGeo

/// The exit codes of `skiroute`; numbers from 64 up are those of BSD's sysexits.
enum ExitStatus: Int32 {
  case answered = 0
  /// Answered, and the answer is no: no route, nothing found, or less than was required.
  case noRoute = 1
  case usage = 64
  case badData = 65
  case missingInput = 66
  case software = 70
  case cannotCreate = 73
  case inputOutput = 74
  /// Not done within the time allowed; with more time there is an answer.
  case timedOut = 75
  case cancelled = 130

  /// The one table from error codes to exit codes.
  init(_ code: SkiError.Code) {
    switch code {
    case .missingInput: self = .missingInput
    case .malformedData, .emptyInput, .unsupportedFormat, .limitExceeded: self = .badData
    case .unwritableOutput: self = .cannotCreate
    case .inputOutput: self = .inputOutput
    case .invalidArgument, .unknownPlace, .ambiguousPlace: self = .usage
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .internalInconsistency: self = .software
    }
  }
}
