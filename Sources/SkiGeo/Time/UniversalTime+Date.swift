#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UniversalTime {
  /// Creates a moment from a date of Foundation.
  public init(_ date: Date) { self.init(secondsSince1970: date.timeIntervalSince1970) }

  /// The moment as a date of Foundation.
  public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }
}
