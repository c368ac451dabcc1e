/// The recorded days: uploaded by a permission, private unless shared with a trip on purpose.
///
/// A day that the acting user may not know of is `.notFound`, as an unknown one.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol DayServing: Sendable {
  /// Returns the permission to upload one recording within ``UploadPermission/validSeconds``.
  /// - Parameters:
  ///   - byteCount: The size of the recording in bytes.
  ///   - sha256: The SHA-256 of the recording, 64 lower-case hexadecimal digits.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` for an empty recording or another hash, `.limitExceeded` for one that is
  ///   too large and beyond `Quota.recordedDays`, `.rateLimited` beyond `Quota.openUploads`, `.notFound` for a removed
  ///   user, `.unavailable` when the store can't be written now.
  func permitUpload(byteCount: Int, sha256: String, as user: UserID) async throws -> UploadPermission

  /// Receives a recording by its permission, which is used up; it waits for the map then.
  ///
  /// A recording that its owner has uploaded before is not stored again.
  /// - Parameters:
  ///   - upload: The text of the permission.
  ///   - bytes: The recording.
  /// - Returns: The day, which may be the one of before.
  /// - Throws: `SkiError` with code `.notPermitted` for a permission that is forged, expired or used, `.limitExceeded` for more
  ///   bytes than declared, `.invalidArgument` for another SHA-256, `.unavailable` when the store can't be written now; the
  ///   permission stays unused but for the first.
  /// - Complexity: O(*n*) in the bytes. A forged permission does not reach the store.
  func receive(_ upload: String, _ bytes: [UInt8]) async throws -> DayID

  /// Puts a day that failed back to those that wait for the map.
  /// - Throws: `SkiError` with code `.notFound` for a day that is not the user's, `.conflict` for one that did not fail,
  ///   `.unavailable` when the store can't be written now.
  func retry(_ day: DayID, as user: UserID) async throws

  /// Removes a day with its recording, laps, files and shares; other days of the user may count instead.
  /// - Throws: `SkiError` with code `.notFound` for a day that is not the user's, `.unavailable` when the store can't be
  ///   written now.
  func delete(_ day: DayID, as user: UserID) async throws

  /// Returns the days of the acting user, the latest received first.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  /// - Complexity: O(*n* log *n*) in the user's laps; two queries.
  func list(as user: UserID) async throws -> [RecordedDay]

  /// Returns a day of the acting user, or one that is shared with a trip of theirs.
  /// - Throws: `SkiError` with code `.notFound` for any other day, `.unavailable` when the store can't be read now.
  func get(_ day: DayID, as user: UserID) async throws -> RecordedDay

  /// Returns the laps of a day in order of time; for others than the owner those that count.
  /// - Throws: `SkiError` as ``get(_:as:)``.
  func laps(of day: DayID, as user: UserID) async throws -> [DayLap]

  /// Returns the achievements of a day of the acting user, compared with the user's days before it.
  /// - Throws: `SkiError` with code `.notFound` for a day that is not the user's, `.unavailable` when the store can't be read
  ///   now.
  /// - Complexity: O(*n*) in the user's laps; two queries besides that of the permission.
  func achievements(of day: DayID, as user: UserID) async throws -> [DayAchievement]

  /// Returns a link to a file of a day, valid for ``DayLink/validSeconds``.
  /// - Throws: `SkiError` with code `.notFound` for a day the user may not know of, and for the recording of another's;
  ///   `.conflict` for a file that is not there yet; `.unavailable` when the store can't be used now.
  func link(to kind: DayFileKind, of day: DayID, as user: UserID) async throws -> DayLink

  /// Shares a day of the acting user with a trip: its members see totals, laps that count, the corrected recording and the
  /// picture without the ends outside of the ski area. A day that is shared already stays so.
  ///
  /// It ends with the membership of the owner.
  /// - Throws: `SkiError` with code `.notFound` for a day that is not the user's and a trip the user does not belong to,
  ///   `.conflict` for a day that is not matched, `.unavailable` when the store can't be written now.
  func share(_ day: DayID, with trip: TripID, as user: UserID) async throws

  /// Ends the sharing of a day with a trip.
  /// - Throws: `SkiError` with code `.notFound` for a day that is not the user's or not shared with the trip, `.unavailable`
  ///   when the store can't be written now.
  func unshare(_ day: DayID, from trip: TripID, as user: UserID) async throws

  /// Returns the days that are shared with a trip by members whom the acting user may know of, the latest first.
  /// - Parameters:
  ///   - trip: The trip.
  ///   - last: The last day of the page before; nil for the first page.
  ///   - count: The greatest number, 1 to 200.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to and a last day that is not shared with
  ///   it, `.invalidArgument` for another number, `.unavailable` when the store can't be read now.
  /// - Complexity: O(*n* log *n*) in the shared days; one query besides those of the permission and the position.
  func shared(with trip: TripID, after last: DayID?, count: Int, as user: UserID) async throws
    -> [RecordedDay]
}
