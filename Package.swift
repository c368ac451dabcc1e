// swift-tools-version: 6.2
import PackageDescription

/// SKIROUTE_STRICT=1 lets warnings stop the build, for our own checks: another compiler may know more warnings.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (Context.environment["SKIROUTE_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : [])

/// Tests whose own code computes little: optimising it costs more time than it saves.
let unoptimised: [SwiftSetting] =
  strict + [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// The traits that need an external package or a system library.
let command = TargetDependencyCondition.when(traits: ["All", "Command"])
let server = TargetDependencyCondition.when(traits: ["All", "Server"])
let sharing = TargetDependencyCondition.when(traits: ["All", "Server", "Sharing"])
let sqlite = TargetDependencyCondition.when(traits: ["All", "Server", "SQLite"])
let postgres = TargetDependencyCondition.when(traits: ["All", "Postgres"])

let package = Package(
  name: "SkiRoute",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "skiroute", targets: ["SkiCommand"]),
    .executable(name: "skiroute-server", targets: ["skiroute-server"]),
    .library(name: "SkiRoute", targets: ["SkiRoute"]),
    .library(name: "SkiRouting", targets: ["SkiGeo", "SkiModel", "SkiGraph", "SkiRouting"]),
    .library(
      name: "SkiLocation",
      targets: ["SkiGeo", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation"]),
    .library(name: "SkiReports", targets: ["SkiGeo", "SkiModel", "SkiFormats", "SkiContract", "SkiReports"]),
    .library(name: "SkiTerrain", targets: ["SkiGeo", "SkiGraph", "SkiTerrain", "SkiRelief"]),
    .library(name: "SkiTiles", targets: ["SkiGeo", "SkiModel", "SkiTerrain", "SkiGraph", "SkiTiles"]),
    .library(name: "SkiImport", targets: ["SkiGeo", "SkiModel", "SkiImport"]),
    .library(name: "SkiBuild", targets: ["SkiImport", "SkiTerrain", "SkiProjection", "SkiBuild"]),
    .library(name: "SkiSimulation", targets: ["SkiSimulation"]),
    .library(
      name: "SkiSharing",
      targets: ["SkiGeo", "SkiModel", "SkiGraph", "SkiTracks", "SkiNavigation", "SkiSharing"]),
    .library(name: "SkiSQLite", targets: ["SkiGeo", "SkiSharing", "SkiStore", "SkiSQLite"]),
    .library(name: "SkiPostgres", targets: ["SkiGeo", "SkiSharing", "SkiStore", "SkiPostgres"]),
    .library(
      name: "SkiClient",
      targets: ["SkiGeo", "SkiModel", "SkiContract", "SkiTracks", "SkiSharing", "SkiTrips", "SkiClient"]),
    .library(name: "SkiTrips", targets: ["SkiGeo", "SkiModel", "SkiSharing", "SkiStore", "SkiTrips"]),
  ],
  // One trait is on by default: SwiftPM passes several to the compiler in another order each time, and builds everything again.
  traits: [
    .default(enabledTraits: ["All"]),
    .trait(name: "All", description: "All of the others."),
    .trait(name: "Command", description: "The skiroute command."),
    .trait(name: "Server", description: "The server and its program skiroute-server."),
    .trait(
      name: "Sharing",
      description: "Live sharing, trip services and their client: SkiSharing, SkiTrips, SkiClient."),
    .trait(name: "SQLite", description: "Stores in files of SQLite: SkiSQLite."),
    .trait(
      name: "Postgres", description: "Stores in PostgreSQL, for which libpq must be installed: SkiPostgres."),
  ],
  // Each from the version whose interface is used. An app that enables no trait fetches none of them.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.9.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
  ],
  targets: [
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CAllocator"),
    .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // Loaded on first use, not linked: routing needs none of them, and they bring fifty more. Tests link what they use besides.
    .target(name: "CLibraryLoader", exclude: ["README.md"]),
    .target(name: "CGEOS", dependencies: ["CLibraryLoader"], exclude: ["README.md"]),
    .target(name: "CPROJ", dependencies: ["CLibraryLoader"], exclude: ["README.md"]),
    .target(name: "CTIFF", dependencies: ["CLibraryLoader"], exclude: ["README.md"]),
    .target(name: "CZip", dependencies: ["CLibraryLoader"], exclude: ["README.md"]),
    .target(name: "CSQLite", dependencies: ["CLibraryLoader"], exclude: ["README.md"]),
    .target(name: "CCurl", dependencies: ["CLibraryLoader"], exclude: ["README.md"]),
    .target(name: "CProcessor", exclude: ["README.md"]),
    .target(name: "CTerrain", dependencies: ["CProcessor"], exclude: ["README.md"]),
    .target(name: "CHierarchy", dependencies: ["CProcessor"], exclude: ["README.md"]),
    .target(name: "CSegments", dependencies: ["CProcessor"], exclude: ["README.md"]),
    .target(name: "CCoverage", dependencies: ["CProcessor"], exclude: ["README.md"]),
    .target(name: "CBuildCommit", exclude: ["README.md"]),
    .target(name: "SkiSystem", exclude: ["README.md"], swiftSettings: strict),
    .target(name: "SkiGeo", dependencies: ["SkiSystem"], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiFormats", dependencies: ["SkiSystem", "SkiGeo"], exclude: ["README.md"], swiftSettings: strict
    ),
    .target(
      name: "SkiProjection", dependencies: ["SkiSystem", "SkiGeo", "CPROJ"], exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiModel", dependencies: ["SkiGeo", "SkiFormats"], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiContract", dependencies: ["SkiGeo", "SkiFormats", "SkiModel"], exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiTerrain",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiFormats", "SkiProjection", "SkiGraph", "CPNG", "CTIFF", "CDeflate", "CZip",
        "CTerrain",
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiRelief",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiFormats", "SkiProjection", "SkiTerrain", "CPNG", "CTIFF", "CDeflate",
        "CTerrain",
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiImport", dependencies: ["SkiSystem", "SkiGeo", "SkiFormats", "SkiModel"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiGraph", dependencies: ["SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "CSegments"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiBuild",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiTerrain", "SkiProjection", "SkiGraph", "CGEOS",
      ],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiRouting",
      dependencies: ["SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "CHierarchy", "CCoverage"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiTracks",
      dependencies: ["SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiRouting"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiNavigation",
      dependencies: ["SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks"],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiSimulation",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation",
      ],
      exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiReports",
      dependencies: [
        "SkiContract", "SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks",
        "SkiNavigation",
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiRoute",
      dependencies: [
        "SkiContract", "SkiGeo", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation",
        "SkiReports",
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiTiles",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiTerrain", "SkiRelief", "SkiGraph", "CDeflate",
        "CSQLite",
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiStore", dependencies: ["SkiGeo", "SkiSharing"], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiSharing",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation",
        .product(
          name: "Crypto", package: "swift-crypto", condition: sharing),
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiSQLite",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiStore",
        .product(name: "GRDB", package: "GRDB.swift", condition: sqlite),
      ],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiPostgres", dependencies: ["SkiSystem", "SkiGeo", "SkiStore", "CPQ"], exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiTrips",
      dependencies: [
        "SkiContract", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks",
        "SkiSharing", "SkiStore",
        .product(
          name: "Crypto", package: "swift-crypto", condition: sharing),
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiFeeds",
      dependencies: ["SkiGeo", "SkiFormats", "SkiModel", "SkiImport", "SkiSharing", "SkiStore", "CCurl"],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiClient",
      dependencies: [
        "SkiContract", "SkiGeo", "SkiFormats", "SkiModel", "SkiTracks", "SkiSharing", "SkiTrips",
      ],
      exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiService",
      dependencies: [
        "SkiContract", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks",
        "SkiNavigation",
        "SkiReports",
      ], exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "SkiServer",
      dependencies: [
        "SkiContract", "SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiTerrain", "SkiImport", "SkiGraph",
        "SkiRouting",
        "SkiTracks",
        "SkiNavigation", "SkiReports", "SkiService", "SkiTiles", "SkiSharing", "SkiStore", "SkiTrips",
        "SkiFeeds",
        .product(name: "Crypto", package: "swift-crypto", condition: server),
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(name: "JWTKit", package: "jwt-kit", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: server),
        .product(name: "Metrics", package: "swift-metrics", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        .product(
          name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
        .product(
          name: "HTTPTypes", package: "swift-http-types", condition: server),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle",
          condition: server),
      ], exclude: ["README.md"], swiftSettings: strict),
    .executableTarget(
      name: "skiroute-server",
      dependencies: [
        "SkiContract", "SkiSystem", "SkiGeo", "SkiFormats", "SkiService", "SkiServer", "SkiSharing",
        "SkiStore", "SkiSQLite",
        .target(name: "SkiPostgres", condition: postgres), "SkiTrips", "SkiFeeds",
        "CAllocator",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "Metrics", package: "swift-metrics", condition: server),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle",
          condition: server),
        .product(
          name: "UnixSignals", package: "swift-service-lifecycle",
          condition: server),
      ], exclude: ["README.md"], swiftSettings: strict),
    .executableTarget(
      name: "SkiCommand",
      dependencies: [
        "SkiContract", "SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiTerrain", "SkiRelief",
        "SkiImport", "SkiGraph",
        "SkiBuild",
        "SkiRouting", "SkiTracks", "SkiNavigation", "SkiReports", "SkiService", "SkiTiles", "CAllocator",
        "CBuildCommit",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: command),
      ], exclude: ["README.md"],
      swiftSettings: strict),
    .target(
      name: "SkiTestSupport",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiModel", "SkiTerrain", "SkiImport", "SkiGraph", "SkiBuild", "SkiRouting",
        "SkiTracks",
        "SkiSimulation", "SkiReports", "CPNG", "CTIFF",
      ], path: "Tests/SkiTestSupport", swiftSettings: strict, linkerSettings: [.linkedLibrary("tiff")]),
    .testTarget(
      name: "SkiBuildTests",
      dependencies: [
        "SkiGeo", "SkiModel", "SkiTerrain", "SkiImport", "SkiGraph", "SkiBuild", "SkiRouting", "SkiReports",
        "SkiTestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SkiClientTests",
      dependencies: [
        "SkiContract", "SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiTracks", "SkiSharing",
        "SkiStore",
        "SkiTrips",
        "SkiClient",
        "SkiStoreTestSupport", "SkiTripsTestSupport", "SkiTestSupport",
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "SkiFeedsTests",
      dependencies: [
        "SkiGeo", "SkiModel", "SkiSharing", "SkiStore", "SkiSQLite", "SkiPostgres", "SkiFeeds",
        "SkiStoreTestSupport", "SkiTestSupport",
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "SkiFormatsTests", dependencies: ["SkiSystem", "SkiGeo", "SkiFormats", "SkiTestSupport"],
      swiftSettings: unoptimised
    ),
    .testTarget(
      name: "SkiGeoTests", dependencies: ["SkiSystem", "SkiGeo", "SkiProjection", "SkiTestSupport"],
      swiftSettings: unoptimised),
    .testTarget(
      name: "SkiGraphTests",
      dependencies: [
        "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiReports", "SkiTestSupport", "CSegments",
      ], swiftSettings: strict),
    .testTarget(
      name: "SkiImportTests",
      dependencies: ["SkiGeo", "SkiFormats", "SkiModel", "SkiImport", "SkiTestSupport"],
      swiftSettings: unoptimised
    ),
    .testTarget(
      name: "SkiModelTests",
      dependencies: ["SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiRouting", "SkiTestSupport"],
      swiftSettings: unoptimised),
    .testTarget(
      name: "SkiNavigationTests",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation",
        "SkiReports",
        "SkiTestSupport",
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "SkiReliefTests",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiFormats", "SkiProjection", "SkiTerrain", "SkiRelief", "SkiGraph",
        "SkiBuild",
        "SkiReports", "SkiTiles", "SkiTestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SkiReportsTests",
      dependencies: [
        "SkiContract", "SkiGeo", "SkiFormats", "SkiModel", "SkiTerrain", "SkiGraph", "SkiRouting",
        "SkiTracks", "SkiReports",
        "SkiTiles", "SkiTestSupport",
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "SkiRoutingTests",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiBuild", "SkiRouting", "SkiReports",
        "SkiTestSupport", "CHierarchy", "CCoverage",
      ], swiftSettings: strict),
    .testTarget(
      name: "SkiServerTests",
      dependencies: [
        "SkiContract", "SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks",
        "SkiNavigation",
        "SkiTerrain", "SkiService", "SkiTiles", "SkiServer", "SkiSharing", "SkiStore", "SkiSQLite",
        "SkiPostgres", "SkiTrips", "SkiFeeds",
        "SkiStoreTestSupport", "SkiTestSupport",
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(
          name: "HTTPTypes", package: "swift-http-types", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: server),
        .product(
          name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
        .product(name: "JWTKit", package: "jwt-kit", condition: server),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: server),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: server),
        .product(name: "Metrics", package: "swift-metrics", condition: server),
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "SkiServiceTests",
      dependencies: [
        "SkiContract", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiRouting", "SkiService",
        "SkiTestSupport",
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "SkiSharingTests",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiModel", "SkiGraph", "SkiBuild", "SkiRouting", "SkiTracks", "SkiNavigation",
        "SkiStore",
        "SkiSharing", "SkiSQLite", "SkiPostgres", "SkiStoreTestSupport", "SkiTestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SkiSimulationTests",
      dependencies: ["SkiGeo", "SkiModel", "SkiGraph", "SkiTracks", "SkiSimulation", "SkiTestSupport"],
      swiftSettings: unoptimised),
    .target(
      name: "SkiStoreTestSupport",
      dependencies: ["SkiSystem", "SkiGeo", "SkiSharing", "SkiStore", "SkiTestSupport"],
      path: "Tests/SkiStoreTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "SkiStoreTests",
      dependencies: [
        "SkiGeo", "SkiStore", "SkiSQLite", "SkiPostgres", "SkiStoreTestSupport", "SkiTestSupport",
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "SkiTerrainTests",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiFormats", "SkiProjection", "SkiGraph", "SkiTerrain", "SkiRelief",
        "SkiTestSupport",
        "CTIFF",
        "CDeflate", "CZip", "CLibraryLoader", "CGEOS", "CPROJ", "CSQLite",
      ], swiftSettings: strict, linkerSettings: [.linkedLibrary("zip")]),
    .testTarget(
      name: "SkiTestSupportTests",
      dependencies: ["SkiFormats", "SkiModel", "SkiBuild", "SkiReports", "SkiTestSupport"],
      swiftSettings: unoptimised),
    .testTarget(
      name: "SkiTilesTests",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiFormats", "SkiProjection", "SkiModel", "SkiTerrain", "SkiRelief",
        "SkiGraph",
        "SkiTiles", "SkiTestSupport", "CDeflate", "CSQLite",
      ], swiftSettings: strict, linkerSettings: [.linkedLibrary("sqlite3")]),
    .testTarget(
      name: "SkiTracksTests",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiModel", "SkiGraph", "SkiBuild", "SkiRouting", "SkiTracks", "SkiSimulation",
        "SkiTestSupport",
      ], swiftSettings: unoptimised),
    .target(
      name: "SkiTripsTestSupport",
      dependencies: [
        "SkiGeo", "SkiModel", "SkiSharing", "SkiTrips",
        .product(
          name: "Crypto", package: "swift-crypto", condition: sharing),
      ], path: "Tests/SkiTripsTestSupport", swiftSettings: unoptimised),
    .testTarget(
      name: "SkiTripsTests",
      dependencies: [
        "SkiContract", "SkiGeo", "SkiFormats", "SkiModel", "SkiGraph", "SkiBuild", "SkiTracks", "SkiSharing",
        "SkiStore",
        "SkiSQLite", "SkiPostgres", "SkiTrips",
        "SkiStoreTestSupport", "SkiTripsTestSupport", "SkiTestSupport",
        .product(
          name: "Crypto", package: "swift-crypto", condition: sharing),
      ], swiftSettings: unoptimised),
    .executableTarget(
      name: "skiroute-benchmarks",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiFormats", "SkiModel", "SkiTerrain", "SkiRelief", "SkiImport", "SkiGraph",
        "SkiRouting",
        "SkiTracks", "SkiNavigation", "SkiSimulation", "SkiReports", "SkiTiles",
      ], path: "Tools/Benchmarks", exclude: ["baseline.json", "instructions.json"], swiftSettings: strict),
    .executableTarget(
      name: "CheckRoutes", dependencies: ["SkiGraph", "SkiTestSupport"], path: "Tools/CheckRoutes",
      swiftSettings: strict),
    .executableTarget(
      name: "MeasureDays",
      dependencies: ["SkiGeo", "SkiModel", "SkiGraph", "SkiTracks", "SkiSimulation", "SkiTestSupport"],
      path: "Tools/MeasureDays", swiftSettings: strict),
    .executableTarget(
      name: "FaultServer",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiGraph", "SkiTracks", "SkiNavigation", "SkiSharing", "SkiStore",
        "SkiSQLite",
        "SkiPostgres",
      ], path: "Tools/FaultServer", swiftSettings: strict),
    .executableTarget(
      name: "MeasureSharing",
      dependencies: [
        "SkiSystem", "SkiGeo", "SkiModel", "SkiGraph", "SkiTracks", "SkiNavigation", "SkiSharing", "SkiStore",
        "SkiSQLite",
        "SkiPostgres",
      ], path: "Tools/MeasureSharing", swiftSettings: strict),
    .executableTarget(
      name: "AppExample",
      dependencies: [
        "SkiGeo", "SkiModel", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation", "SkiReports",
      ],
      path: "Tests/AppExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "ReadmeExample", dependencies: ["SkiRoute"],
      path: "Tests/ReadmeExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "TripExample",
      dependencies: ["SkiGeo", "SkiGraph", "SkiRouting", "SkiTracks", "SkiSharing"],
      path: "Tests/TripExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "ClientExample", dependencies: ["SkiGeo", "SkiSharing", "SkiTrips", "SkiClient"],
      path: "Tests/ClientExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "MapClientExample", dependencies: ["SkiGeo", "SkiModel", "SkiContract", "SkiClient"],
      path: "Tests/MapClientExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "TripServicesExample",
      dependencies: ["SkiGeo", "SkiSharing", "SkiStore", "SkiSQLite", "SkiTrips"],
      path: "Tests/TripServicesExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "ArticleExamples",
      dependencies: [
        "SkiGeo", "SkiModel", "SkiTerrain", "SkiImport", "SkiGraph", "SkiBuild", "SkiRouting", "SkiTracks",
        "SkiNavigation", "SkiReports", "SkiTiles",
      ],
      path: "Tests/ArticleExamples", packageAccess: false, swiftSettings: strict),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: [
        "SkiGeo", "SkiModel", "SkiTerrain", "SkiImport", "SkiGraph", "SkiBuild", "SkiRouting", "SkiReports",
        "SkiTestSupport", "ReadmeExample", "TripExample", "SkiCommand",
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "SkiContract", "SkiSystem", "SkiGeo", "SkiFormats", "SkiProjection", "SkiModel", "SkiTerrain",
        "SkiRelief",
        "SkiGraph",
        "SkiRouting", "SkiTracks", "SkiNavigation", "SkiReports", "SkiService", "SkiTiles", "SkiTestSupport",
        "AppExample",
        "ArticleExamples", "ClientExample", "MapClientExample", "TripServicesExample", "SkiCommand",
      ], exclude: ["Golden"], swiftSettings: unoptimised),
  ],
  swiftLanguageModes: [.v6]
)

// SKIROUTE_TESTS=SkiBuildTests,SkiRoutingTests leaves the other test targets out, so that a change is tested sooner.
if let chosen = Context.environment["SKIROUTE_TESTS"].map({ $0.split(separator: ",").map(String.init) }) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

// Tools/fuzz builds these and what they link, into a folder of its own: libFuzzer's flags belong to no other build.
if Context.environment["SKIROUTE_FUZZ"] == "1" {
  (package.products, package.dependencies) = ([], [])
  let others: Set = [
    "SkiTiles", "SkiSharing", "SkiServer", "SkiFeeds", "SkiStore", "SkiSQLite", "SkiPostgres", "CPQ",
    "SkiStoreTestSupport", "SkiTripsTestSupport", "SkiTrips", "SkiClient",
  ]
  package.targets.removeAll { $0.type == .test || $0.type == .executable || others.contains($0.name) }
  let fuzz = strict + [.unsafeFlags(["-parse-as-library"])]
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .target(
      name: "FuzzSupport", dependencies: ["CFuzzer", "SkiGeo", "SkiTerrain"], path: "Tests/Fuzz/Support",
      swiftSettings: strict),
    .target(
      name: "FuzzTrackSupport", dependencies: ["FuzzSupport", "SkiGeo", "SkiTracks"],
      path: "Tests/Fuzz/TrackSupport", swiftSettings: strict),
    .executableTarget(
      name: "FuzzGPX", dependencies: ["FuzzSupport", "FuzzTrackSupport"], path: "Tests/Fuzz/GPX",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzNMEA", dependencies: ["FuzzSupport", "FuzzTrackSupport"], path: "Tests/Fuzz/NMEA",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzCSV", dependencies: ["FuzzSupport", "FuzzTrackSupport"], path: "Tests/Fuzz/CSV",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzFIT", dependencies: ["FuzzSupport", "FuzzTrackSupport"], path: "Tests/Fuzz/FIT",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzTCX", dependencies: ["FuzzSupport", "FuzzTrackSupport"], path: "Tests/Fuzz/TCX",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzKML", dependencies: ["FuzzSupport", "FuzzTrackSupport"], path: "Tests/Fuzz/KML",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzIGC", dependencies: ["FuzzSupport", "FuzzTrackSupport"], path: "Tests/Fuzz/IGC",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzTrackJSON", dependencies: ["FuzzSupport", "FuzzTrackSupport"], path: "Tests/Fuzz/TrackJSON",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzPacked", dependencies: ["FuzzSupport", "FuzzTrackSupport"], path: "Tests/Fuzz/Packed",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzJournal", dependencies: ["FuzzSupport", "SkiGeo", "SkiNavigation"],
      path: "Tests/Fuzz/Journal", swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzGeoJSON", dependencies: ["FuzzSupport", "SkiGeo", "SkiModel", "SkiImport"],
      path: "Tests/Fuzz/GeoJSON", swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzHours", dependencies: ["FuzzSupport", "SkiGeo", "SkiModel"], path: "Tests/Fuzz/Hours",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzPNG", dependencies: ["FuzzSupport", "SkiGeo", "SkiTerrain"], path: "Tests/Fuzz/PNG",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzHGT", dependencies: ["FuzzSupport", "SkiGeo", "SkiTerrain"], path: "Tests/Fuzz/HGT",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzPMTiles", dependencies: ["FuzzSupport", "SkiGeo", "SkiFormats", "SkiTerrain"],
      path: "Tests/Fuzz/PMTiles",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzTIFF", dependencies: ["FuzzSupport", "SkiGeo", "SkiTerrain"], path: "Tests/Fuzz/TIFF",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzGrids", dependencies: ["FuzzSupport", "SkiGeo", "SkiProjection", "SkiTerrain"],
      path: "Tests/Fuzz/Grids", swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzSkiMap",
      dependencies: [
        "FuzzSupport", "SkiGeo", "SkiModel", "SkiGraph", "SkiRouting", "SkiReports", "SkiTestSupport",
      ],
      path: "Tests/Fuzz/SkiMap", swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzSeeds", dependencies: ["SkiGeo", "SkiModel", "SkiImport", "SkiGraph", "SkiBuild"],
      path: "Tests/Fuzz/Seeds", swiftSettings: fuzz),
  ]
}
