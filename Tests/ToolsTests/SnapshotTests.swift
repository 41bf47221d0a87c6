import Access
import Catalog
import Foundation
import GatehouseTesting
import Identity
import JSON
import MCP
import SQL
import Store
import Testing
import Tools

@Suite("Definitions of tools")
struct SnapshotTests {
    /// With `GATEHOUSE_RECORD=1` the snapshots are rewritten, to be reviewed and committed.
    @Test("Each tool equals its committed snapshot")
    func snapshots() async throws {
        try await ToolFixture.with { fixture in
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
            let isRecording = ProcessInfo.processInfo.environment["GATEHOUSE_RECORD"] == "1"
            let made = Dictionary(uniqueKeysWithValues: fixture.definitions.map { ($0.name, Self.text(of: $0)) })
            if isRecording {
                for old in try Self.names(in: folder) { try FileManager.default.removeItem(at: folder.appending(path: old + ".json")) }
                for (name, text) in made { try Data(text.utf8).write(to: folder.appending(path: name + ".json")) }
            }
            #expect(try Self.names(in: folder) == made.keys.sorted())
            for (name, text) in made {
                let kept = try String(contentsOf: folder.appending(path: name + ".json"), encoding: .utf8)
                #expect(kept == text, "the definition of \(name) differs from its snapshot; read it, then run with GATEHOUSE_RECORD=1")
            }
        }
    }

    @Test("Every client accepts the names, and schemas are small objects without alternatives at their root")
    func forms() async throws {
        try await ToolFixture.with { fixture in
            let pattern = /[a-z][a-z0-9_]{0,47}/
            for tool in fixture.definitions {
                for name in [tool.name] + tool.aliases.keys { #expect(name.wholeMatch(of: pattern) != nil, "\(name)") }
                let schema = tool.inputSchema(usable: tool.permit.scopes)
                #expect(schema.serialized.count <= 16 * 1024, "\(tool.name)")
                #expect(schema["type"]?.string == "object" && schema["additionalProperties"]?.bool == false, "\(tool.name)")
                for word in ["anyOf", "oneOf", "allOf", "$ref", "not"] { #expect(schema[word] == nil, "\(tool.name): \(word)") }
                let properties = try #require(schema["properties"]?.object)
                for required in tool.required { #expect(properties[required] != nil, "\(tool.name): \(required)") }
                // Some services refuse every tool of a server that has one such.
                #expect(Self.arraysWithoutItems(schema) == 0, "\(tool.name)")
                for (name, property) in properties { #expect(property["description"]?.string?.isEmpty == false, "\(tool.name).\(name)") }
                #expect(!tool.description.isEmpty && !tool.title.isEmpty && tool.description.utf8.count <= 1024, "\(tool.name)")
                #expect(tool.annotations.readOnlyHint == (tool.effect == .reads), "\(tool.name)")
            }
        }
    }

    private static func arraysWithoutItems(_ schema: JSONValue) -> Int {
        if let list = schema.array { return list.reduce(0) { $0 + arraysWithoutItems($1) } }
        guard let object = schema.object else { return 0 }
        let types = object["type"]?.array?.compactMap(\.string) ?? object["type"]?.string.map { [$0] } ?? []
        return object.values.reduce(types.contains("array") && object["items"] == nil ? 1 : 0) { $0 + arraysWithoutItems($1) }
    }

    @Test("The default packages stay within the limits of clients", arguments: Revision.allCases)
    func size(revision: Revision) async throws {
        try await ToolFixture.with { fixture in
            for kind in [CallerKind.operator, .anonymous] {
                let list = fixture.dispatcher.toolbox.list(for: try await fixture.principal(kind, packages: .standard))
                #expect((20...84).contains(list.tools.count))
                #expect(list.fragment(for: revision).bytes.count <= 56 * 1024)
                #expect(!list.tools.contains { ["server_info", "audit_list"].contains($0.name) })
            }
        }
    }

    /// Most bytes of 69 tools, and 1,200 bytes for each further one, because the whole list is in a model's context before it reads a
    /// question.
    @Test("The default list is at most 36 KB for its first 69 tools")
    func compact() async throws {
        try await ToolFixture.with { fixture in
            let list = fixture.dispatcher.toolbox.list(for: try await fixture.principal(.operator, packages: .standard))
            for revision in Revision.allCases {
                let bytes = list.fragment(for: revision).bytes.count
                #expect(bytes <= 36 * 1024 + max(0, list.tools.count - 69) * 1_200, "\(revision): \(bytes) bytes for \(list.tools.count) tools")
            }
            // What is left out of a list is in the description of one tool.
            for tool in fixture.definitions {
                let full = try JSONSchema(tool.inputSchema(usable: tool.permit.scopes))
                let listed = tool.listedSchema(usable: tool.permit.scopes)
                _ = try JSONSchema(listed)
                #expect(
                    listed["properties"]?.object?.keys == tool.properties.keys && listed["required"]?.array ?? [] == tool.required.map { .string($0) }
                )
                #expect(!full.check([:]).isEmpty || tool.required.isEmpty)
            }
        }
    }

    /// The definition as indented JSON, in the order of the definition.
    private static func text(of tool: ToolDefinition) -> String {
        let hints = tool.annotations
        var about: JSONObject = [
            "name": .string(tool.name), "package": .string(tool.permit.package.rawValue), "audience": .string("\(tool.permit.audience)"),
            "scopes": tool.permit.takesAnyScope ? "any" : .array(tool.permit.scopes.map { .string($0.name) }),
            "effect": .string("\(tool.effect)"),
        ]
        if let choice = tool.choice {
            about["choices"] = .object(JSONObject(choice.choices.map { ($0.value, JSONValue.string("\($0.scope) \($0.effect)")) }))
        }
        about["title"] = .string(tool.title)
        about["description"] = .string(tool.description)
        about["annotations"] = [
            "readOnlyHint": .flag(hints.readOnlyHint), "destructiveHint": .flag(hints.destructiveHint), "idempotentHint": .flag(hints.idempotentHint),
            "openWorldHint": .flag(hints.openWorldHint),
        ]
        about["aliases"] = .object(JSONObject(tool.aliases.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.object($0.value)) }))
        about["inputSchema"] = tool.inputSchema(usable: tool.permit.scopes)
        return indented(.object(about), "") + "\n"
    }

    private static func indented(_ value: JSONValue, _ margin: String) -> String {
        if let object = value.object, !object.isEmpty {
            let members = object.map { "\(margin)  \(JSONValue.string($0.key)): \(indented($0.value, margin + "  "))" }
            return "{\n" + members.joined(separator: ",\n") + "\n\(margin)}"
        }
        return value.description
    }

    private static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }
}

extension JSONValue {
    fileprivate static func flag(_ value: Bool?) -> JSONValue { value.map { .bool($0) } ?? .null }
}
