import Access
import Foundation
import GatehouseTesting
import Server
import Testing
import Tools

/// The pages of `docs/` list exactly the program's settings, verbs, tools, error codes, metrics and unsafe code.
@Suite("Documentation")
struct DocumentationTests {
    @Test("The walks of ARCHITECTURE.md name files that are there")
    func walks() throws {
        let text = try Markdown("ARCHITECTURE.md").section("Three examples").joined(separator: "\n")
        let files = text.matches(of: /`([\w+\/]+\.swift)`/).map { String($0.1) }
        #expect(files.count > 30)
        for file in files { #expect(Repository.exists("Sources/\(file)"), "\(file)") }
        #expect(text.contains(try Repository.text("Sources/Tools/Users/RemoveMember.swift")))
    }

    @Test("docs/configuration.md has a row for every setting, with its flag, variable and default")
    func settings() throws {
        let options = try ["ServeOptions", "StateOptions"].map { try Repository.text("Sources/GatehouseCommand/Options/\($0).swift") }.joined()
        let expected = SettingKey.allCases.map { key in
            let hasFlag = options.contains("(.\(key), ") || options.contains("flags[.\(key)]")
            return [key.rawValue, hasFlag ? key.flag : "—", key.environment, key.fallback ?? "—"]
        }
        let rows = try Markdown("docs/configuration.md").rows(in: "The settings").map { Array($0.prefix(4)) }
        #expect(rows == expected)
    }

    @Test("docs/command-line.md has a heading for every verb and tells every option of it")
    func verbs() throws {
        let page = try Markdown("docs/command-line.md")
        let verbs = try Verb.all()
        #expect(verbs.count > 10)
        #expect(page.headings(level: 2) == verbs.map { "gatehouse \($0.name)" })
        #expect(page.headings(level: 3) == verbs.flatMap { verb in verb.inner.map { "gatehouse \(verb.name) \($0)" } })
        for verb in verbs {
            let text = page.section("gatehouse \(verb.name)").joined(separator: "\n")
            for option in verb.options { #expect(text.contains("--\(option)"), "gatehouse \(verb.name): --\(option)") }
        }
    }

    @Test("Each verb declares its name, because deriving it from the type scans all types at each start")
    func verbNames() throws {
        for file in try Repository.swiftFiles(under: "Sources/GatehouseCommand") {
            let text = try Repository.text(file)
            let configurations = text.matches(of: #/CommandConfiguration\(/#).count
            #expect(configurations == text.matches(of: #/CommandConfiguration\(\s*commandName: /#).count, "\(file)")
        }
    }

    @Test("docs/tools.md has a row for every tool, with its package, scopes, audience and effect, and one for every alias")
    func tools() async throws {
        let folder = try TemporaryDirectory()
        let resolved = try ResolvedSettings(flags: [.data: folder.path(of: "data")], environment: [:], file: nil)
        let composition = try await Composition.open(try Settings(resolved), resolved, as: .terminal)
        let definitions = composition.dispatcher.toolbox.definitions
        await composition.close()

        let page = try Markdown("docs/tools.md")
        let expected = definitions.map { tool in
            let permit = tool.permit
            return [
                tool.name, permit.package == .always ? "always" : permit.package.rawValue,
                permit.takesAnyScope ? "any" : permit.scopes.map(\.name).joined(separator: " "), Self.words(permit.audience),
                tool.effect == .reads ? "reads" : "writes",
            ]
        }
        let rows = page.rows(in: "The list").map { Array($0.prefix(5)) }
        #expect(Set(rows) == Set(expected))
        #expect(rows.count == expected.count)
        let aliases: [[String]] = definitions.flatMap { tool in tool.aliases.keys.map { [$0, tool.name] } }
        let documented: [[String]] = page.rows(in: "Aliases").map { row in
            let named: Substring = row[1].split(separator: " ").first ?? ""
            return [row[0], String(named)]
        }
        #expect(Set(documented) == Set(aliases))
    }

    private static func words(_ audience: ToolPermit.Audience) -> String {
        switch audience {
        case .anyone: "anyone"
        case .members: "members"
        case .membersAndAdministrators: "members, workspace administrators"
        case .workspaceAdministrators: "workspace administrators"
        case .organizationAdministrators: "organization administrators"
        case .objectAdministrators: "organization administrators, applications"
        case .operators: "operators"
        }
    }

    @Test("docs/tools.md has a row for every operator of the filter language")
    func operators() throws {
        let source = try Repository.text("Sources/Catalog/Filter/FilterOperator.swift")
        let known = source.matches(of: /case \w+ = "(\$\w+)"/).map { String($0.1) }
        #expect(known.count > 20)
        #expect(try Markdown("docs/tools.md").rows(in: "Filters").map { $0[0] } == known)
    }

    @Test("docs/errors.md has a table for every type of error and a row for every code")
    func errors() throws {
        let page = try Markdown("docs/errors.md")
        let types = try ErrorCodes.all()
        #expect(types.keys.contains("Refusal") && types.keys.contains("MCPError") && types.keys.contains("DatabaseError"))
        for (type, codes) in types.sorted(by: { $0.key < $1.key }) {
            #expect(!codes.isEmpty, "\(type)")
            #expect(Set(page.rows(in: type).map { $0[0] }) == codes, "\(type)")
        }
        let edge = try Repository.swiftFiles(under: "Sources/Server/HTTP").map(Repository.text).joined()
        let codes = edge.matches(of: /(?:plain|HeadRefusal|self\.init)\((\d+), "(\w+)"/).map { [String($0.2), String($0.1)] }
        #expect(Set(page.rows(in: "HTTP").map { Array($0.prefix(2)) }) == Set(codes))
    }

    @Test("docs/clients.md contains the output of `gatehouse connect` for each client, the check and the likely errors")
    func clients() throws {
        let page = try Repository.text("docs/clients.md")
        let url = "http://127.0.0.1:8080/api/mcp"
        let guides = ClientGuide.all(for: url)
        #expect(guides.count == 9)
        for text in guides.map(\.text) + [ClientGuide.check(url), ClientGuide.errors] {
            #expect(page.contains(text.trimmingCharacters(in: .newlines)), "\(text.prefix(40))")
        }
    }

    @Test("docs/question-clients.md contains the output of `gatehouse connect --questions` for each client")
    func questionClients() throws {
        let page = try Repository.text("docs/question-clients.md")
        let guides = ClientGuide.questions(at: "http://127.0.0.1:8001/mcp")
        #expect(guides.map(\.name) == ["claude-desktop", "n8n", "dify", "maxkb"])
        for text in guides.map(\.text) { #expect(page.contains(text.trimmingCharacters(in: .newlines)), "\(text.prefix(40))") }
    }

    @Test("docs/endpoints.md has a row for every path with its methods, and names the tool of every Casdoor route")
    func endpoints() async throws {
        let folder = try TemporaryDirectory()
        let resolved = try ResolvedSettings(flags: [.data: folder.path(of: "data")], environment: [:], file: nil)
        let composition = try await Composition.open(try Settings(resolved), resolved, as: .terminal)
        let (routes, questions) = (composition.routes, composition.questionRoutes)
        await composition.close()

        let page = try Markdown("docs/endpoints.md")
        let twins = page.rows(in: "Casdoor")
        #expect(twins.map { $0[0] }.sorted() == CasdoorRoute.all.map(\.fullPath).sorted())
        for row in twins { #expect(CasdoorRoute.all.first { $0.fullPath == row[0] }?.tool ?? "—" == row[2], "\(row[0])") }
        let others = ["For people", "For clients", "For machines"].flatMap { page.rows(in: $0) }
        let documented = Dictionary(uniqueKeysWithValues: (others + twins).map { ($0[0], $0[1]) })
        #expect(documented == routes)
        let asked = Dictionary(uniqueKeysWithValues: page.rows(in: "Question server").map { ($0[0], $0[1]) })
        #expect(asked == questions)
    }

    @Test("docs/operations.md has a row for every metric")
    func metrics() throws {
        let sources = try Repository.swiftFiles(under: "Sources/Server").map(Repository.text).joined()
        let names = sources.matches(of: /"gatehouse_[a-z_]+"|# HELP (gatehouse_[a-z_]+)/).map { match in
            match.1.map(String.init) ?? String(match.0.dropFirst().dropLast())
        }
        #expect(names.count > 4)
        #expect(Set(try Markdown("docs/operations.md").rows(in: "Metrics").map { $0[0] }) == Set(names))
    }

    @Test("docs/unsafe.md names every file with unsafe code, and no other")
    func unsafeCode() throws {
        let rows = try Markdown("docs/unsafe.md").rows.map { $0[0] }
        #expect(rows.count == Set(rows).count)
        let marks = [
            "@unchecked Sendable", "nonisolated(unsafe)", "Unmanaged", "UnsafePointer", "UnsafeMutable", "UnsafeRaw", "UnsafeBuffer", "OpaquePointer",
        ]
        let unsafe = marks + ["withUnsafe", "unsafeBitCast"]
        let files = try Repository.swiftFiles(under: "Sources").filter { file in
            let text = try Repository.text(file)
            return unsafe.contains { text.holds($0) }
        }
        #expect(files.count > 10)
        #expect(Set(files).subtracting(rows) == [], "not listed")
        #expect(Set(rows).subtracting(files) == [], "listed without need")
    }

    @Test("Tests/ATTACKS.md has a row for every attack that a test names, and every row names the tests that carry its id")
    func attacks() throws {
        var found: [String: Set<String>] = [:]
        for file in try Repository.files(under: "Tests", withExtensions: ["swift", "py"]) where !file.contains("ArchitectureTests") {
            let suite = file.split(separator: "/")[1]
            for match in try Repository.text(file).matches(of: /"((?:[A-I]\d\d )+)/) {
                for id in match.1.split(separator: " ") { found[String(id), default: []].insert(String(suite)) }
            }
        }
        #expect(found.count > 30)
        let rows = try Markdown("Tests/ATTACKS.md").rows
        #expect(Set(rows.map { $0[0] }).count == rows.count, "two rows have one id")
        #expect(Set(found.keys).subtracting(rows.map { $0[0] }) == [], "without a row")
        for row in rows where row[3] != "—" {
            let suites = Set(row[3].split(separator: ",").map { String($0).trimmed })
            #expect(suites.subtracting(found[row[0]] ?? []) == [], "\(row[0]) is tested elsewhere")
        }
    }
}
