import SkiAPI
import SkiBase
import SkiPeople

/// `DayServing`: uploads by permissions, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of uploads.
  static let dayUploadChecks: [ConformanceCheck] = [
    ConformanceCheck("a permission admits the declared bytes once", uploadOnce),
    ConformanceCheck("other bytes are refused, and leave the permission unused", refuseOtherBytes),
    ConformanceCheck("a permission that is forged is refused", refuseForgedPermission),
    ConformanceCheck("sizes and hashes that are not allowed are refused", refuseSizes),
    ConformanceCheck("a user has a limited number of open permissions", limitPermissions),
    ConformanceCheck("a user has a limited number of days", limitDays),
  ]

  private static func uploadOnce(_ world: ServedWorld) async throws {
    let ben = try await world.logIn("ben")
    let bytes = world.newJunk()
    let permission = try await world.permit(bytes, as: ben)
    try expectEqual(permission.greatestByteCount, bytes.count)
    try expectTrue(permission.expires > world.now(), "the permission has not ended")
    try await expectRefused(.notFound) { _ = try await world.days.get(permission.day, as: ben) }
    try expectEqual(try await world.days.list(as: ben), [])
    try expectEqual(try await world.days.receive(permission.text, bytes), permission.day)
    try await expectRefused(.notPermitted) { _ = try await world.days.receive(permission.text, bytes) }
    let day = try await world.days.get(permission.day, as: ben)
    try expectEqual(day.id, permission.day)
    try expectEqual(day.owner, ben)
    try expectEqual(day.lapCount, 0)
    try expectEqual(day.descentMetres, 0)
    try expectEqual(day.trips, [])
    try expectTrue(day.received != nil, "the owner sees when it was received")
    try expectEqual(try await world.days.list(as: ben).map(\.id), [permission.day])
  }

  private static func refuseOtherBytes(_ world: ServedWorld) async throws {
    let ben = try await world.logIn("ben")
    let bytes = world.newJunk()
    let permission = try await world.permit(bytes, as: ben)
    try await expectRefused(.limitExceeded) {
      _ = try await world.days.receive(permission.text, bytes + [0])
    }
    for other in [Array(bytes.reversed()), Array(bytes.dropLast())] {
      try await expectRefused(.invalidArgument) {
        _ = try await world.days.receive(permission.text, other)
      }
    }
    try expectEqual(try await world.days.list(as: ben), [])
    try expectEqual(try await world.days.receive(permission.text, bytes), permission.day)
  }

  private static func refuseForgedPermission(_ world: ServedWorld) async throws {
    let ben = try await world.logIn("ben")
    let bytes = world.newJunk()
    let permission = try await world.permit(bytes, as: ben)
    let other = try await world.permit(bytes, as: try await world.logIn("anna"))
    // The fields of one permission with the signature of another.
    let fields = permission.text.split(separator: ".").dropLast() + other.text.split(separator: ".").suffix(1)
    let cut = String(permission.text.dropLast(2))
    for text in ["", "none", cut, fields.joined(separator: "."), String(repeating: "0", count: 500)] {
      try await expectRefused(.notPermitted) { _ = try await world.days.receive(text, bytes) }
    }
    try expectEqual(try await world.days.list(as: ben), [])
  }

  private static func refuseSizes(_ world: ServedWorld) async throws {
    let ben = try await world.logIn("ben")
    let digest = ServedRecordings.digest(Array("a day".utf8))
    for (code, size, text) in [
      (.invalidArgument, 0, digest), (.invalidArgument, -1, digest), (.limitExceeded, 1 << 30, digest),
      (.invalidArgument, 5, ""), (.invalidArgument, 5, digest.uppercased()),
      (.invalidArgument, 5, String(digest.dropLast(2))), (.invalidArgument, 5, digest + "00"),
    ] as [(SkiError.Code, Int, String)] {
      try await expectRefused(code) {
        _ = try await world.days.permitUpload(byteCount: size, sha256: text, as: ben)
      }
    }
    try expectEqual(try await world.days.list(as: ben), [])
  }

  private static func limitPermissions(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let bytes = world.newJunk()
    let first = try await world.permit(bytes, as: ben)
    for _ in 1..<Quota.openUploads.standard { _ = try await world.permit(bytes, as: ben) }
    try await expectRefused(.rateLimited) { _ = try await world.permit(bytes, as: ben) }
    // Others have permissions of their own, and one that is used gives room.
    _ = try await world.permit(bytes, as: anna)
    _ = try await world.days.receive(first.text, bytes)
    _ = try await world.permit(bytes, as: ben)
    try await expectRefused(.rateLimited) { _ = try await world.permit(bytes, as: ben) }
  }

  private static func limitDays(_ world: ServedWorld) async throws {
    let ben = try await world.logIn("ben")
    for _ in 0..<Quota.recordedDays.standard { _ = try await world.upload(world.newJunk(), as: ben) }
    try await expectRefused(.limitExceeded) { _ = try await world.permit([1], as: ben) }
    let all = try await world.days.list(as: ben)
    try expectEqual(all.count, Quota.recordedDays.standard)
    try await world.days.delete(all[0].id, as: ben)
    _ = try await world.permit([1], as: ben)
    // Days that wait for the map end with their user, so that those of other checks don't come after them.
    try await world.users.delete(as: ben)
  }
}
