import Access
import Catalog
import Foundation
import GatehouseTesting
import JSON
import Server
import Testing
import Tools

/// The skills' instructions match the tools.
@Suite("Skills for agents")
struct SkillTests {
    /// Members of results, codes and values that the skills name beside tools and arguments.
    private static let results: Set<String> = [
        "isError", "insufficient_scope", "forbidden", "not_found", "invalid_argument", "limited", "conflict", "truncated", "nextCursor",
        "rulesApplied",
        "status", "answered", "needs_clarification", "declined", "interpretation", "assumptions", "unused", "options", "context", "meta.count",
        "mode", "reason", "retry",
    ]
    private static let places: Set<String> = [
        "/api/mcp", "/api/__app/NAME/mcp", "gatehouse connect CLIENT", "x-mcp-packages", "?packages=", "@gatehouse/facade",
    ]

    private func toolbox() async throws -> Toolbox {
        let folder = try TemporaryDirectory()
        let resolved = try ResolvedSettings(flags: [.data: folder.path(of: "data")], environment: [:], file: nil)
        let composition = try await Composition.open(try Settings(resolved), resolved, as: .terminal)
        let toolbox = composition.dispatcher.toolbox
        await composition.close()
        return toolbox
    }

    @Test("The folders of skills/ hold the texts that the binary writes")
    func files() throws {
        for skill in Skill.all {
            if ProcessInfo.processInfo.environment["GATEHOUSE_RECORD"] == "1" {
                try Skill.write(to: Repository.root.appending(path: "skills").path)
            }
            #expect(try Repository.text("skills/\(skill.name)/SKILL.md") == skill.text, "\(skill.name): run with GATEHOUSE_RECORD=1")
        }
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: "skills").path)) == Set(Skill.all.map(\.name)))
    }

    @Test("Each call in a skill matches the tool's schema", arguments: Skill.all.map(\.name))
    func calls(name: String) async throws {
        let skill = try #require(Skill.all.first { $0.name == name })
        let toolbox = try await toolbox()
        let calls = skill.text.matches(of: /```json\n([^`]*)```/).map { String($0.1) }
        #expect(!calls.isEmpty)
        for text in calls {
            let call = try JSONValue(parsing: Array(text.utf8))
            try check(call, toolbox, text)
            if call["name"] == "tools_call" { try check(try #require(call["arguments"]), toolbox, text) }
        }
    }

    private func check(_ call: JSONValue, _ toolbox: Toolbox, _ text: String) throws {
        let tool = try #require(toolbox.definitions.first { $0.name == call["name"]?.string }, "\(text)")
        let schema = try JSONSchema(tool.inputSchema(usable: tool.permit.scopes))
        #expect(schema.check(call["arguments"] ?? .null).isEmpty, "\(text): \(schema.check(call["arguments"] ?? .null))")
    }

    @Test(
        "Each name that a skill sets in code is a tool, an argument, a choice or an operator, or a known member of results",
        arguments: Skill.all.map(\.name))
    func names(name: String) async throws {
        let skill = try #require(Skill.all.first { $0.name == name })
        let tools = try await toolbox().definitions
        var known = Self.results.union(Self.places).union(FilterOperator.allCases.map(\.rawValue))
        for tool in tools { known.formUnion([tool.name] + tool.aliases.keys + tool.properties.keys + (tool.choice?.choices.map(\.value) ?? [])) }
        let prose = skill.text.replacing(/```json\n[^`]*```/, with: "")
        let named = Set(prose.matches(of: /`([^`\n]+)`/).map { String($0.1) })
        #expect(!named.isEmpty && named.subtracting(known) == [], "\(named.subtracting(known))")
    }

    @Test("The front matter has the folder's name and a one-line description, within the limits of clients")
    func frontMatter() {
        for skill in Skill.all {
            let lines = skill.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0] == "---" && lines[1] == "name: \(skill.name)" && lines[2].hasPrefix("description: ") && lines[3] == "---")
            #expect(lines[2].utf8.count <= 1_024 && skill.name.wholeMatch(of: /gatehouse-[a-z-]{1,50}/) != nil)
            #expect(!lines[2].dropFirst(13).contains(": "), "YAML would read a mapping")
        }
    }

    @Test("Skills are written into a folder, over older ones of their names, and beside others")
    func write() throws {
        let folder = try TemporaryDirectory()
        let place = folder.path(of: "skills")
        let written = try Skill.write(to: place)
        #expect(written.count == Skill.all.count)
        try Data("old".utf8).write(to: URL(fileURLWithPath: written[0]))
        try FileManager.default.createDirectory(atPath: place + "/mine", withIntermediateDirectories: false)
        #expect(try Skill.write(to: place) == written)
        for (path, skill) in zip(written, Skill.all) { #expect(try String(contentsOfFile: path, encoding: .utf8) == skill.text) }
        #expect(FileManager.default.fileExists(atPath: place + "/mine"))
    }
}
