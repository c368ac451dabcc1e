import SkiTestSupport
import Testing

@testable import SkiGraph

/// Layouts and codes of Data/Formats/skimap.md: a change that fails here breaks every map in use.
struct MapFormatTests {
  @Test func `records have the widths and field offsets of the format`() {
    #expect(MemoryLayout<FeatureRecord>.stride == 80 && MemoryLayout<FeatureRecord>.size == 80)
    #expect(MemoryLayout<AreaRecord>.stride == 32 && MemoryLayout<TreeBox>.stride == 16)
    #expect(MemoryLayout<FeatureRecord>.offset(of: \.uses) == 8)
    #expect(MemoryLayout<FeatureRecord>.offset(of: \.capacityPerHour) == 12)
    #expect(MemoryLayout<FeatureRecord>.offset(of: \.id) == 20)
    #expect(MemoryLayout<FeatureRecord>.offset(of: \.startNode) == 40)
    #expect(MemoryLayout<FeatureRecord>.offset(of: \.endElevation) == 68)
    #expect(MemoryLayout<FeatureRecord>.offset(of: \.grooming) == 73)
    #expect(MemoryLayout<FeatureRecord>.offset(of: \.moreFlags) == 74)
    #expect(MemoryLayout<AreaRecord>.offset(of: \.south) == 16)
    #expect(MemoryLayout<FeatureText>.stride == 16 && MemoryLayout<FeatureText>.offset(of: \.text) == 8)
  }

  @Test func `claims have the bits of the format`() {
    let bits: [(FeatureRecord.OptionalFlag, UInt32)] = [
      (.groomed, 1), (.detachable, 3), (.gladed, 5), (.lit, 7), (.patrolled, 9), (.snowmaking, 11),
      (.bubble, 13), (.heated, 16),
    ]
    for (claim, bit) in bits {
      for (holds, value) in [(true, UInt32(3)), (false, 1)] {
        var record = FeatureRecord()
        record.setFlag(claim, holds)
        #expect(UInt32(record.flags) | UInt32(record.moreFlags) << 16 == value << bit)
        for (other, _) in bits { #expect(record.flag(other) == (other == claim ? holds : nil)) }
      }
    }
  }

  @Test func `texts of features have the codes of the format`() {
    #expect(
      AlternativeName.Kind.allCases.map(\.rawValue) == [
        "name", "alt_name", "short_name", "old_name", "loc_name", "official_name", "piste:name",
      ])
    #expect(
      AccessTags.Key.allCases.map(\.rawValue) == [
        "access", "ski", "foot", "piste:status", "seasonal", "operational_status", "highway",
        "access:conditional", "ski:conditional", "piste:status:conditional", "opening_hours:conditional",
        "oneway:conditional",
      ])
    #expect(
      Grooming.allCases.map(\.rawValue) == [
        "classic", "mogul", "skating", "classic+skating", "scooter", "backcountry", "no",
      ])
    for code in UInt8.min ... .max {
      #expect(FeatureText.Meaning(code: code).map { $0.code == code } ?? true)
    }
    #expect((UInt8.min ... .max).count { FeatureText.Meaning(code: $0) != nil } == 20)
  }

  @Test func `enumerations have the codes of the format`() {
    #expect(LinkKind.allCases == [.run, .lift, .walk, .connector])
    #expect(
      LinkCause.allCases == [
        .source, .nearMiss, .liftToRun, .runToLift, .liftToLift, .areaCrossing, .street, .onFoot, .unmapped,
      ])
    #expect(JunctionCause.allCases == [.alone, .sharedVertex, .crossing, .passing])
    #expect(FeatureKind.allCases == [.run, .lift, .station, .hut, .street])
    #expect(
      LiftKind.allCases.map(\.rawValue) == [
        "gondola", "chair_lift", "cable_car", "funicular", "railway", "rack_railway", "mixed_lift",
        "drag_lift",
        "t-bar", "j-bar", "platter", "rope_tow", "magic_carpet", "unknown",
      ])
    #expect(
      Lifecycle.allCases == [
        .operating, .proposed, .planned, .construction, .disused, .abandoned, .razed, .unknown,
      ])
    #expect(Difficulty.allCases.map(\.rank) == [1, 2, 3, 4, 5, 6, 7])
    checkCodes(LinkKind.self, \.code, LinkKind.init(code:))
    checkCodes(LinkCause.self, \.code, LinkCause.init(code:))
    checkCodes(JunctionCause.self, \.code, JunctionCause.init(code:))
    checkCodes(FeatureKind.self, \.code, FeatureKind.init(code:))
    checkCodes(LiftKind.self, \.code, LiftKind.init(code:))
    checkCodes(Lifecycle.self, \.code, Lifecycle.init(code:))
    checkCodes(DifficultyConvention.self, \.code, DifficultyConvention.init(code:))
    checkCodes(StreetKind.self, \.code, StreetKind.init(code:))
    checkCodes(Grooming.self, \.code, Grooming.init(code:))
    checkCodes(AlternativeName.Kind.self, \.code, AlternativeName.Kind.init(code:))
    checkCodes(AccessTags.Key.self, \.code, AccessTags.Key.init(code:))
  }

  /// Checks that codes count up from 0 in the order of the cases and convert back to their case.
  private func checkCodes<Kind: CaseIterable & Equatable>(
    _: Kind.Type, _ code: (Kind) -> UInt8, _ kind: (UInt8) -> Kind?
  ) {
    for (number, each) in Kind.allCases.enumerated() {
      #expect(Int(code(each)) == number && kind(code(each)) == each)
    }
    #expect(kind(UInt8(Kind.allCases.count)) == nil && kind(.max) == nil)
  }

  @Test func `sections and parts have the numbers of the format`() {
    #expect(
      SectionID.allCases.map(\.rawValue)
        == Array(1...7) + [10, 11] + Array(20...32) + Array(40...44) + Array(50...53) + Array(60...63)
        + Array(72...76) + Array(80...82) + Array(90...94) + Array(100...104))
    #expect(MapPartKind.allCases.map(\.rawValue) == [1, 2, 3, 4])
  }

  @Test func `keys and directory entries have the widths of the format`() {
    #expect(MemoryLayout<NameKey>.stride == 16 && MemoryLayout<IDKey>.stride == 16)
    #expect(MemoryLayout<WordKey>.stride == 8 && MemoryLayout<WordSuffix>.stride == 8)
    #expect(MemoryLayout<NameKey>.offset(of: \.kind) == 12)
    #expect(MemoryLayout<NameKey>.offset(of: \.nameLength) == 14)
    #expect(MemoryLayout<MapPart>.stride == 64 && MemoryLayout<MapPart>.offset(of: \.checksum) == 24)
    #expect(MemoryLayout<MapPart>.offset(of: \.south) == 32)
    #expect(MemoryLayout<MapPart>.offset(of: \.featureCount) == 48)
  }

  @Test func `the header and the parts lie at the offsets of the format`() throws {
    let map = try RandomMap(seed: 1).contents.encoded()
    #expect(Array(map.prefix(8)) == [0x53, 0x4B, 0x49, 0x4D, 0x41, 0x50, 0x0D, 0x0A])
    map.withUnsafeBytes { buffer in
      #expect(buffer.loadUnaligned(fromByteOffset: 8, as: UInt32.self) == 3)
      #expect(buffer.loadUnaligned(fromByteOffset: 12, as: UInt32.self) == 4)
      #expect(buffer.loadUnaligned(fromByteOffset: 16, as: UInt64.self) == UInt64(map.count))
      #expect(map.count % 64 == 0)
    }
    let parts = MapForgery.parts(of: map)
    #expect(parts.map(\.kind) == [1, 2, 3, 4])
    #expect(parts.first?.range.lowerBound == 64 && parts.last?.range.upperBound == map.count - 4 * 64)
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound })
    var sealed = map
    MapForgery.seal(&sealed)
    #expect(sealed == map)
  }

  @Test func `features are stored grouped by area`() throws {
    for seed in UInt64(1)...20 {
      let graph = try RandomMap(seed: seed, nodes: 80, features: 60).builder.build()
      let areas = (0..<graph.featureCount).map { graph.feature(FeatureIndex($0)).area?.rawValue ?? .max }
      #expect(zip(areas, areas.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
    }
  }
}
