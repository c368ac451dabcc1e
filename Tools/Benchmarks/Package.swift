// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "SkiRoute", path: "../..")],
  targets: [
    .executableTarget(
      name: "skiroute-benchmarks",
      dependencies: [
        .product(name: "SkiRouting", package: "SkiRoute"),
        .product(name: "SkiLocation", package: "SkiRoute"),
        .product(name: "SkiBuild", package: "SkiRoute"),
        .product(name: "SkiTiles", package: "SkiRoute"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
