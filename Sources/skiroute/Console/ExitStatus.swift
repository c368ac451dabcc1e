import SkiGeo

/// The exit codes of `skiroute`; numbers from 64 up are those of BSD's sysexits.
enum ExitStatus: Int32 {
  case answered = 0
  /// The answer is negative: no route, nothing found, or less than required.
  case noRoute = 1
  case usage = 64
  case badData = 65
  case missingInput = 66
  case software = 70
  case cannotCreate = 73
  case inputOutput = 74
  /// The time allowed was exceeded; with more time there is an answer.
  case timedOut = 75
  case cancelled = 130

  /// Creates the exit code of an error code.
  init(_ code: SkiError.Code) {
    switch code {
    case .missingInput: self = .missingInput
    case .malformedData, .emptyInput, .unsupportedFormat, .limitExceeded: self = .badData
    case .unwritableOutput, .conflict: self = .cannotCreate
    case .inputOutput, .unavailable: self = .inputOutput
    case .invalidArgument, .unknownPlace, .ambiguousPlace: self = .usage
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .internalInconsistency: self = .software
    }
  }
}
