import Foundation
import SQLSyntax
import Testing

/// The permitted imports of each target: the table in ARCHITECTURE.md, closed under the imports of those targets.
@Suite("Arrows of the design")
struct ImportTests {
    /// The direct imports of a target. It may also import whatever those targets may.
    static let direct: [String: Set<String>] = [
        "Notation": [],
        "Blocking": [],
        "JSON": ["Notation"],
        "MCP": ["JSON", "Notation", "HTTPTypes"],
        "OAuth": ["JSON", "Notation", "Crypto", "JWTKit"],
        "Outbound": ["Notation", "Blocking", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOSSL"],
        "SQLSyntax": [],
        "SQL": ["JSON", "Notation", "Blocking", "SQLSyntax", "CSQLite", "CLibPQ", "CMariaDB"],
        "Store": ["SQL", "JSON", "Crypto"],
        "Catalog": ["SQL", "Store"],
        "Access": ["Catalog", "SQL", "Store"],
        "SQLGuard": ["Access", "SQLSyntax"],
        "Identity": ["Store", "OAuth", "Outbound", "CArgon2", "Crypto"],
        "Records": ["Access", "CArchive", "CExpat"],
        "Ask": ["Access", "SQLGuard", "Outbound", "Yams"],
        "Workflows": ["Records", "Ask", "Outbound"],
        "Charts": ["JSON", "Notation", "CPangoCairo", "CDeflate"],
        "Tools": ["MCP", "Access", "SQLGuard", "Catalog", "Identity", "Records", "Ask", "Workflows", "Charts", "Crypto"],
        "SampleCompany": ["SQL"],
        "Server": [
            "Tools", "SampleCompany", "HTTPTypes", "Logging", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOSSL",
            "ServiceLifecycle", "UnixSignals", "TOMLKit",
        ],
        "GatehouseCommand": ["Server", "Ask", "ArgumentParser"],
        "ConformanceServer": ["MCP", "JSON", "HTTPTypes", "NIOCore", "NIOPosix", "NIOHTTP1"],
        "SeededRandom": [],
        "MCPFuzz": ["MCP", "JSON", "SeededRandom", "HTTPTypes"],
        "GatehouseTesting": ["SQL", "Store"],
        "GatehouseBench": ["Access", "SQLGuard", "Catalog", "Store", "SQL", "JSON", "Charts"],
    ]

    /// The language's own modules, open to every target; Foundation is not among them for the targets of ``withoutFoundation``.
    static let language: Set<String> = ["Swift", "Synchronization", "Glibc", "Musl", "Darwin", "Foundation", "FoundationEssentials", "Dispatch"]
    static let withoutFoundation: Set<String> = ["Blocking", "JSON", "MCP", "Notation", "SQL", "SQLSyntax"]

    static func allowed(_ target: String) -> Set<String> {
        var seen: Set<String> = []
        var open = Array(direct[target] ?? [])
        while let next = open.popLast() {
            if seen.insert(next).inserted { open += direct[next] ?? [] }
        }
        return seen
    }

    @Test("No file imports anything that its target may not import", arguments: direct.keys.sorted())
    func importsFollowTheDesign(target: String) throws {
        let files = try Repository.swiftFiles(under: "Sources/\(target)")
        #expect(!files.isEmpty)
        let allowed = Self.allowed(target)
        for file in files {
            for module in try Repository.imports(of: file) {
                if Self.language.contains(module) {
                    #expect(!(Self.withoutFoundation.contains(target) && module.hasPrefix("Foundation")), "\(file) imports \(module)")
                } else {
                    #expect(allowed.contains(module), "\(file) imports \(module), which \(target) may not")
                }
            }
        }
    }

    @Test("Only Outbound has an HTTP client")
    func oneHTTPClient() throws {
        for folder in try Repository.folders(under: "Sources") where folder != "Outbound" {
            for file in try Repository.swiftFiles(under: "Sources/\(folder)") {
                let imports = try Repository.imports(of: file)
                #expect(!imports.contains("AsyncHTTPClient") && !imports.contains("FoundationNetworking"), "\(file)")
            }
        }
    }

    @Test("Every folder of Sources is a target of the table")
    func everyTargetIsListed() throws {
        let folders = try Set(Repository.folders(under: "Sources")).filter { !$0.hasPrefix("C") || Self.direct[$0] != nil }
        #expect(
            folders.subtracting(Self.direct.keys).subtracting([
                "CSQLite", "CLibPQ", "CMariaDB", "CArgon2", "CPangoCairo", "CDeflate", "CArchive", "CExpat",
            ]) == [])
    }
}
