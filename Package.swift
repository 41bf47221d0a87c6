// swift-tools-version:6.2
import PackageDescription

/// One set of rules for every target: language mode 6, explicit imports and existentials, no warnings.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// The product's own targets, moreover: an asynchronous function runs on its caller's executor, so that calling one that need not wait does not change
/// executors. Tests do without it, because their macros do not compile with it.
let ownSettings = settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// A target of the product. It may import what its row in ARCHITECTURE.md names.
func module(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = ["README.md"]) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: ownSettings)
}

func suite(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: settings)
}

let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let jwt: Target.Dependency = .product(name: "JWTKit", package: "jwt-kit")
let httpClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "gatehouse",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "gatehouse", targets: ["GatehouseCommand"]),
        .executable(name: "gatehouse-bench", targets: ["GatehouseBench"]),
        .library(name: "MCP", targets: ["MCP", "JSON"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CMariaDB", pkgConfig: "libmariadb", providers: [.apt(["libmariadb-dev"])]),
        .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),

        module("Notation", []),
        module("Blocking", []),
        module("JSON", []),
        module("MCP", ["JSON", "Notation", httpTypes]),
        module("OAuth", ["JSON", "Notation", crypto, jwt]),
        module("Outbound", ["Notation", "Blocking", nio, nioHTTP1, nioSSL, httpClient]),
        module("SQLSyntax", []),
        module("SQL", ["JSON", "Notation", "Blocking", "SQLSyntax", "CSQLite", "CLibPQ", "CMariaDB"]),
        module("Store", ["SQL", "JSON", crypto]),
        module("Catalog", ["SQL", "Store"]),
        module("Access", ["Catalog", "SQL", "Store"]),
        module("SQLGuard", ["Access", "SQLSyntax"]),
        module("Identity", ["Store", "OAuth", "Outbound", "CArgon2", crypto]),
        module("Records", ["Access", "CArchive", "CExpat"]),
        module("Ask", ["Access", "SQLGuard", "Outbound", .product(name: "Yams", package: "Yams")]),
        module("Workflows", ["Records", "Ask", "Outbound", crypto]),
        module("Charts", ["JSON", "Notation", "CPangoCairo", "CDeflate"]),
        module("Tools", ["MCP", "Access", "SQLGuard", "Catalog", "Identity", "Records", "Ask", "Workflows", "Charts", crypto]),
        module("SampleCompany", ["SQL"]),
        module(
            "Server",
            [
                "Tools", "SampleCompany", logging, nio, nioPosix, nioHTTP1,
                nioSSL,
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ]
        ),
        .executableTarget(
            name: "GatehouseCommand",
            dependencies: ["Server", "Ask", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            exclude: ["README.md"],
            swiftSettings: ownSettings
        ),
        .executableTarget(
            name: "GatehouseBench",
            dependencies: [
                "Access", "SQLGuard", "Catalog", "Store", "SQL", "JSON", "Charts",
            ],
            exclude: ["README.md"],
            swiftSettings: ownSettings
        ),
        .executableTarget(
            name: "ConformanceServer", dependencies: ["MCP", "JSON", httpTypes, nio, nioPosix, nioHTTP1], exclude: ["README.md"],
            swiftSettings: ownSettings),
        .executableTarget(
            name: "MCPFuzz", dependencies: ["MCP", "JSON", "SeededRandom", httpTypes], exclude: ["README.md"], swiftSettings: ownSettings),
        module("SeededRandom", []),
        module("GatehouseTesting", ["SQL", "Store"]),

        suite("JSONTests", ["JSON", "SeededRandom"]),
        suite("MCPTests", ["MCP", "SeededRandom", "ConformanceServer", "MCPFuzz", httpClient], exclude: ["Corpus"]),
        suite("NotationTests", ["Notation"]),
        suite("BlockingTests", ["Blocking", "GatehouseTesting"]),
        suite("OAuthTests", ["OAuth", "SeededRandom", "JSON", "Notation", crypto]),
        suite("OutboundTests", ["Outbound", "GatehouseTesting", nio, nioPosix, nioHTTP1]),
        // Tests alone use it: PostgreSQL's own parser is the referee of ours.
        .systemLibrary(name: "CPgQuery", path: "Tests/CPgQuery", providers: [.apt(["libpg-query-dev"])]),
        suite("SQLTests", ["SQL", "SQLSyntax", "JSON", "GatehouseTesting", "SeededRandom", "CPgQuery"], exclude: ["Syntax/Corpus"]),
        suite("StoreTests", ["Store", "SQL", "GatehouseTesting"], exclude: ["Snapshots"]),
        suite("AccessTests", ["Access", "SeededRandom", "SQLGuard", "Catalog", "GatehouseTesting"], exclude: ["Guard/Corpus", "Snapshots"]),
        suite("IdentityTests", ["Identity", "SeededRandom", "GatehouseTesting"]),
        suite("RecordsTests", ["Records", "SeededRandom", "GatehouseTesting", "CArchive"]),
        suite("AskTests", ["Ask", "SampleCompany", "SeededRandom", "GatehouseTesting"], exclude: ["Questions"]),
        suite("WorkflowsTests", ["Workflows", "Identity", "GatehouseTesting"], exclude: ["Snapshots"]),
        suite("ChartsTests", ["Charts", "JSON", "SeededRandom", "CPangoCairo"], exclude: ["Snapshots"]),
        suite("ToolsTests", ["Tools", "Workflows", "SeededRandom", "GatehouseTesting", crypto], exclude: ["Snapshots"]),
        suite(
            "ServerTests", ["Server", "SampleCompany", "GatehouseTesting", .product(name: "NIOEmbedded", package: "swift-nio")],
            exclude: ["Snapshots", "Transcripts"]),
        suite("ArchitectureTests", ["Server", "Tools", "Access", "Catalog", "JSON", "GatehouseTesting"]),
    ],
    cxxLanguageStandard: .cxx17
)
