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

/// Creates a target of the package's code, whose folder has a page that says what it does.
func code(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, exclude: ["README.md"], swiftSettings: strict)
}

/// Creates a target of C, whose folder has such a page, too.
func kernels(_ name: String) -> Target {
  .target(name: name, exclude: ["README.md"])
}

let package = Package(
  name: "SkiRoute",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "skiroute", targets: ["SkiCommand"]),
    .executable(name: "skiroute-server", targets: ["skiroute-server"]),
    .library(name: "SkiRoute", targets: ["SkiRoute"]),
    .library(name: "SkiRouting", targets: ["SkiBase", "SkiGraph", "SkiRouting"]),
    .library(
      name: "SkiNavigation", targets: ["SkiBase", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation"]),
    .library(name: "SkiAnswers", targets: ["SkiBase", "SkiGraph", "SkiAPI", "SkiAnswers"]),
    .library(name: "SkiTerrain", targets: ["SkiBase", "SkiGraph", "SkiTerrain"]),
    .library(name: "SkiTiles", targets: ["SkiBase", "SkiGraph", "SkiTerrain", "SkiTiles"]),
    .library(name: "SkiBuild", targets: ["SkiBase", "SkiGraph", "SkiTerrain", "SkiBuild"]),
    .library(name: "SkiSimulation", targets: ["SkiSimulation"]),
    .library(name: "SkiClient", targets: ["SkiBase", "SkiGraph", "SkiAPI", "SkiClient"]),
    .library(
      name: "SkiPeople",
      targets: ["SkiBase", "SkiGraph", "SkiAPI", "SkiTracks", "SkiNavigation", "SkiPeople"]),
    .library(name: "SkiSQLite", targets: ["SkiBase", "SkiSQLite"]),
    .library(name: "SkiPostgres", targets: ["SkiBase", "SkiPostgres"]),
  ],
  // One trait is on by default: SwiftPM passes several to the compiler in another order each time, and builds everything again.
  traits: [
    .default(enabledTraits: ["All"]),
    .trait(name: "All", description: "All of the others."),
    .trait(name: "Command", description: "The skiroute command."),
    .trait(name: "Server", description: "The server and its program skiroute-server."),
    .trait(name: "Sharing", description: "The server's side of live sharing and trip services: SkiPeople."),
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
    // MARK: Libraries of the system
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CAllocator"),
    .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // GEOS, PROJ, libtiff, libzip, SQLite, libcurl: loaded on first use, not linked, since routing needs none of them.
    kernels("CLibraries"),

    // MARK: Kernels
    // The innermost loops of terrain, graph and routing, for several instruction sets.
    kernels("CKernels"),
    // The commit that was checked out, for the command's version.
    kernels("CBuildCommit"),

    // MARK: Base
    // The C library of each system under one name; it re-exports it, so that it can't be a part of what apps import.
    code("SkiSystem", []),
    // Coordinates, time, errors; files, JSON and other formats; the interface of SQL drivers.
    code("SkiBase", ["SkiSystem"]),
    // Runs, lifts, difficulty, opening hours and states; the frozen graph, its file and its indexes.
    code("SkiGraph", ["SkiSystem", "SkiBase", "CKernels"]),
    // Elevations of files and maps, projections, derived rasters, contours, the sun on slopes.
    code(
      "SkiTerrain",
      ["SkiSystem", "SkiBase", "SkiGraph", "CPNG", "CLibraries", "CDeflate", "CKernels"]),
    // Files of ski data and elevations to a graph: read, orient, node, snap, connect.
    code("SkiBuild", ["SkiSystem", "SkiBase", "SkiGraph", "SkiTerrain", "CLibraries"]),

    // MARK: Engine
    // Costs, hours, searches, routes, questions about a day.
    code("SkiRouting", ["SkiSystem", "SkiBase", "SkiGraph", "CKernels"]),
    // Recorded tracks: formats, fixes, map matching, days.
    code("SkiTracks", ["SkiSystem", "SkiBase", "SkiGraph", "SkiRouting", "CZlib"]),
    // Choice of the map, guidance along a route, who is near, live matching.
    code("SkiNavigation", ["SkiSystem", "SkiBase", "SkiGraph", "SkiRouting", "SkiTracks"]),
    // Drawn mountains and simulated skiers, for tests and benchmarks.
    code("SkiSimulation", ["SkiSystem", "SkiBase", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation"]),
    // Archives of vector and raster tiles.
    code("SkiTiles", ["SkiSystem", "SkiBase", "SkiGraph", "SkiTerrain", "CDeflate", "CLibraries"]),

    // MARK: Interface
    // Questions, answers, values and protocols of the trip services, each with one form of JSON: what a phone takes.
    code("SkiAPI", ["SkiSystem", "SkiBase", "SkiGraph"]),
    // Questions answered by the engine; texts, documents, surveys, differences, charts, pictures.
    code(
      "SkiAnswers",
      ["SkiSystem", "SkiBase", "SkiGraph", "SkiAPI", "SkiRouting", "SkiTracks", "SkiNavigation"]),
    // What most apps import, re-exported.
    code(
      "SkiRoute",
      ["SkiBase", "SkiGraph", "SkiAPI", "SkiRouting", "SkiTracks", "SkiNavigation", "SkiAnswers"]),

    // MARK: People
    // The client of a server, for apps.
    code("SkiClient", ["SkiBase", "SkiGraph", "SkiAPI"]),
    // The server's side of live sharing, trips and feeds, over an SQL database.
    code(
      "SkiPeople",
      [
        "SkiSystem", "SkiBase", "SkiGraph", "SkiAPI", "SkiRouting", "SkiTracks", "SkiNavigation",
        "CLibraries",
        .product(name: "Crypto", package: "swift-crypto", condition: sharing),
      ]),
    // Databases: an SQLite file by GRDB, PostgreSQL by libpq.
    code(
      "SkiSQLite",
      ["SkiSystem", "SkiBase", .product(name: "GRDB", package: "GRDB.swift", condition: sqlite)]),
    code("SkiPostgres", ["SkiSystem", "SkiBase", "CPQ"]),

    // MARK: Programs
    .target(
      name: "SkiServer",
      dependencies: [
        "SkiAPI", "SkiSystem", "SkiBase", "SkiGraph", "SkiTerrain", "SkiBuild", "SkiRouting", "SkiTracks",
        "SkiNavigation", "SkiAnswers", "SkiTiles", "SkiPeople",
        .product(name: "Crypto", package: "swift-crypto", condition: server),
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(name: "JWTKit", package: "jwt-kit", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: server),
        .product(name: "Metrics", package: "swift-metrics", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
      ], exclude: ["README.md"], swiftSettings: strict),
    .executableTarget(
      name: "skiroute-server",
      dependencies: [
        "SkiAPI", "SkiSystem", "SkiBase", "SkiAnswers", "SkiServer", "SkiPeople", "SkiSQLite",
        .target(name: "SkiPostgres", condition: postgres), "CAllocator",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "Metrics", package: "swift-metrics", condition: server),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
      ], exclude: ["README.md"], swiftSettings: strict),
    .executableTarget(
      name: "SkiCommand",
      dependencies: [
        "SkiAPI", "SkiSystem", "SkiBase", "SkiGraph", "SkiTerrain", "SkiBuild", "SkiRouting", "SkiTracks",
        "SkiNavigation", "SkiAnswers", "SkiTiles", "CAllocator", "CBuildCommit",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: command),
      ], exclude: ["README.md"],
      swiftSettings: strict),

    // MARK: Tests
    .target(
      name: "SkiTestSupport",
      dependencies: [
        "SkiSystem", "SkiBase", "SkiGraph", "SkiTerrain", "SkiBuild", "SkiRouting", "SkiTracks",
        "SkiSimulation", "SkiAnswers", "CPNG", "CLibraries",
      ], path: "Tests/SkiTestSupport", swiftSettings: strict, linkerSettings: [.linkedLibrary("tiff")]),
    .testTarget(
      name: "SkiBuildTests",
      dependencies: [
        "SkiBase", "SkiGraph", "SkiTerrain", "SkiBuild", "SkiRouting", "SkiAnswers", "SkiTestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SkiClientTests",
      dependencies: [
        "SkiAPI", "SkiSystem", "SkiBase", "SkiGraph", "SkiPeople", "SkiClient", "SkiStoreTestSupport",
        "SkiTripsTestSupport", "SkiTestSupport",
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "SharingTests",
      dependencies: [
        "SkiSystem", "SkiBase", "SkiGraph", "SkiAPI", "SkiBuild", "SkiRouting", "SkiTracks", "SkiNavigation",
        "SkiPeople", "SkiSQLite", "SkiPostgres", "SkiStoreTestSupport", "SkiTestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "SkiBase", "SkiAPI", "SkiPeople", "SkiSQLite", "SkiPostgres", "SkiStoreTestSupport", "SkiTestSupport",
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "TripsTests",
      dependencies: [
        "SkiBase", "SkiGraph", "SkiAPI", "SkiBuild", "SkiTracks", "SkiPeople", "SkiSQLite", "SkiPostgres",
        "SkiStoreTestSupport", "SkiTripsTestSupport", "SkiTestSupport",
        .product(name: "Crypto", package: "swift-crypto", condition: sharing),
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "FeedsTests",
      dependencies: [
        "SkiBase", "SkiGraph", "SkiAPI", "SkiPeople", "SkiSQLite", "SkiPostgres", "SkiStoreTestSupport",
        "SkiTestSupport",
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "SkiBaseTests", dependencies: ["SkiSystem", "SkiBase", "SkiTestSupport"],
      swiftSettings: unoptimised),
    .testTarget(
      name: "SkiGraphTests",
      dependencies: ["SkiBase", "SkiGraph", "SkiAnswers", "SkiTestSupport", "CKernels", "SkiRouting"],
      swiftSettings: strict),
    .testTarget(
      name: "SkiNavigationTests",
      dependencies: [
        "SkiSystem", "SkiBase", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation", "SkiAnswers",
        "SkiTestSupport",
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "SkiTerrainTests",
      dependencies: [
        "SkiSystem", "SkiBase", "SkiTerrain", "SkiGraph", "SkiBuild", "SkiAnswers", "SkiTiles",
        "SkiTestSupport", "CLibraries", "CDeflate",
      ], swiftSettings: strict, linkerSettings: [.linkedLibrary("zip")]),
    .testTarget(
      name: "SkiAnswersTests",
      dependencies: [
        "SkiAPI", "SkiBase", "SkiGraph", "SkiTerrain", "SkiRouting", "SkiTracks", "SkiAnswers", "SkiTiles",
        "SkiTestSupport",
      ],
      swiftSettings: unoptimised),
    .testTarget(
      name: "SkiRoutingTests",
      dependencies: [
        "SkiSystem", "SkiBase", "SkiGraph", "SkiBuild", "SkiRouting", "SkiAnswers", "SkiTestSupport",
        "CKernels",
      ], swiftSettings: strict),
    .testTarget(
      name: "SkiServerTests",
      dependencies: [
        "SkiAPI", "SkiSystem", "SkiBase", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation",
        "SkiTerrain", "SkiAnswers", "SkiTiles", "SkiServer", "SkiPeople", "SkiSQLite", "SkiPostgres",
        "SkiStoreTestSupport", "SkiTestSupport",
        .product(name: "Hummingbird", package: "hummingbird", condition: server),
        .product(name: "HTTPTypes", package: "swift-http-types", condition: server),
        .product(name: "Logging", package: "swift-log", condition: server),
        .product(name: "NIOCore", package: "swift-nio", condition: server),
        .product(name: "NIOEmbedded", package: "swift-nio", condition: server),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: server),
        .product(name: "JWTKit", package: "jwt-kit", condition: server),
        .product(name: "CryptoExtras", package: "swift-crypto", condition: server),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: server),
        .product(name: "Metrics", package: "swift-metrics", condition: server),
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "SkiSimulationTests",
      dependencies: ["SkiBase", "SkiGraph", "SkiTracks", "SkiSimulation", "SkiTestSupport"],
      swiftSettings: unoptimised),
    .target(
      name: "SkiStoreTestSupport",
      dependencies: ["SkiSystem", "SkiBase", "SkiAPI", "SkiPeople", "SkiTestSupport"],
      path: "Tests/SkiStoreTestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "SkiTestSupportTests",
      dependencies: ["SkiBase", "SkiGraph", "SkiBuild", "SkiAnswers", "SkiTestSupport"],
      swiftSettings: unoptimised),
    .testTarget(
      name: "SkiTilesTests",
      dependencies: [
        "SkiSystem", "SkiBase", "SkiTerrain", "SkiGraph", "SkiTiles", "SkiTestSupport", "CDeflate",
        "CLibraries",
      ], swiftSettings: strict, linkerSettings: [.linkedLibrary("sqlite3")]),
    .testTarget(
      name: "SkiTracksTests",
      dependencies: [
        "SkiSystem", "SkiBase", "SkiGraph", "SkiBuild", "SkiRouting", "SkiTracks", "SkiSimulation",
        "SkiTestSupport",
      ], swiftSettings: unoptimised),
    .target(
      name: "SkiTripsTestSupport",
      dependencies: [
        "SkiBase", "SkiGraph", "SkiAPI", "SkiPeople",
        .product(name: "Crypto", package: "swift-crypto", condition: sharing),
      ], path: "Tests/SkiTripsTestSupport", swiftSettings: unoptimised),
    .executableTarget(
      name: "skiroute-benchmarks",
      dependencies: [
        "SkiSystem", "SkiBase", "SkiGraph", "SkiTerrain", "SkiBuild", "SkiRouting", "SkiTracks",
        "SkiNavigation", "SkiSimulation", "SkiAnswers", "SkiTiles",
      ], path: "Tools/Benchmarks", exclude: ["baseline.json", "instructions.json"], swiftSettings: strict),
    .executableTarget(
      name: "CheckRoutes", dependencies: ["SkiGraph", "SkiTestSupport"], path: "Tools/CheckRoutes",
      swiftSettings: strict),
    .executableTarget(
      name: "MeasureDays",
      dependencies: ["SkiBase", "SkiGraph", "SkiTracks", "SkiSimulation", "SkiTestSupport"],
      path: "Tools/MeasureDays", swiftSettings: strict),
    .executableTarget(
      name: "FaultServer",
      dependencies: [
        "SkiSystem", "SkiBase", "SkiGraph", "SkiTracks", "SkiNavigation", "SkiAPI", "SkiPeople", "SkiSQLite",
        "SkiPostgres",
      ], path: "Tools/FaultServer", swiftSettings: strict),
    .executableTarget(
      name: "MeasureSharing",
      dependencies: [
        "SkiSystem", "SkiBase", "SkiGraph", "SkiTracks", "SkiNavigation", "SkiAPI", "SkiPeople", "SkiSQLite",
        "SkiPostgres",
      ], path: "Tools/MeasureSharing", swiftSettings: strict),
    .executableTarget(
      name: "AppExample",
      dependencies: ["SkiBase", "SkiGraph", "SkiRouting", "SkiTracks", "SkiNavigation", "SkiAnswers"],
      path: "Tests/AppExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "ReadmeExample", dependencies: ["SkiRoute"],
      path: "Tests/ReadmeExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "TripExample",
      dependencies: ["SkiBase", "SkiGraph", "SkiRouting", "SkiTracks", "SkiAPI", "SkiPeople"],
      path: "Tests/TripExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "ClientExample", dependencies: ["SkiBase", "SkiAPI", "SkiClient"],
      path: "Tests/ClientExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "MapClientExample", dependencies: ["SkiBase", "SkiGraph", "SkiAPI", "SkiClient"],
      path: "Tests/MapClientExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "TripServicesExample",
      dependencies: ["SkiBase", "SkiAPI", "SkiPeople", "SkiSQLite"],
      path: "Tests/TripServicesExample", packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "ArticleExamples",
      dependencies: [
        "SkiBase", "SkiGraph", "SkiTerrain", "SkiBuild", "SkiRouting", "SkiTracks", "SkiNavigation",
        "SkiAnswers", "SkiTiles",
      ],
      path: "Tests/ArticleExamples", packageAccess: false, swiftSettings: strict),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: [
        "SkiBase", "SkiGraph", "SkiTerrain", "SkiBuild", "SkiRouting", "SkiAnswers", "SkiTestSupport",
        "ReadmeExample", "TripExample", "SkiCommand",
      ], swiftSettings: unoptimised),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "SkiAPI", "SkiSystem", "SkiBase", "SkiTerrain", "SkiGraph", "SkiRouting", "SkiTracks",
        "SkiNavigation", "SkiAnswers", "SkiTiles", "SkiTestSupport", "AppExample", "ArticleExamples",
        "ClientExample", "MapClientExample", "TripServicesExample", "SkiCommand",
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
    "SkiTiles", "SkiPeople", "SkiServer", "SkiSQLite", "SkiPostgres", "CPQ", "SkiStoreTestSupport",
    "SkiTripsTestSupport", "SkiClient",
  ]
  package.targets.removeAll { $0.type == .test || $0.type == .executable || others.contains($0.name) }
  let fuzz = strict + [.unsafeFlags(["-parse-as-library"])]
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .target(
      name: "FuzzSupport", dependencies: ["CFuzzer", "SkiBase", "SkiTerrain"], path: "Tests/Fuzz/Support",
      swiftSettings: strict),
    .target(
      name: "FuzzTrackSupport", dependencies: ["FuzzSupport", "SkiBase", "SkiTracks"],
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
      name: "FuzzJournal", dependencies: ["FuzzSupport", "SkiBase", "SkiNavigation"],
      path: "Tests/Fuzz/Journal", swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzGeoJSON", dependencies: ["FuzzSupport", "SkiBase", "SkiGraph", "SkiBuild"],
      path: "Tests/Fuzz/GeoJSON", swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzHours", dependencies: ["FuzzSupport", "SkiBase", "SkiGraph"], path: "Tests/Fuzz/Hours",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzPNG", dependencies: ["FuzzSupport", "SkiBase", "SkiTerrain"], path: "Tests/Fuzz/PNG",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzHGT", dependencies: ["FuzzSupport", "SkiBase", "SkiTerrain"], path: "Tests/Fuzz/HGT",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzPMTiles", dependencies: ["FuzzSupport", "SkiBase", "SkiTerrain"],
      path: "Tests/Fuzz/PMTiles",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzTIFF", dependencies: ["FuzzSupport", "SkiBase", "SkiTerrain"], path: "Tests/Fuzz/TIFF",
      swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzGrids", dependencies: ["FuzzSupport", "SkiBase", "SkiTerrain"],
      path: "Tests/Fuzz/Grids", swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzSkiMap",
      dependencies: [
        "FuzzSupport", "SkiBase", "SkiGraph", "SkiRouting", "SkiAnswers", "SkiTestSupport",
      ],
      path: "Tests/Fuzz/SkiMap", swiftSettings: fuzz),
    .executableTarget(
      name: "FuzzSeeds", dependencies: ["SkiBase", "SkiGraph", "SkiBuild"],
      path: "Tests/Fuzz/Seeds", swiftSettings: fuzz),
  ]
}
