import Access
import Catalog
import Foundation
import GatehouseTesting
import Identity
import JSON
import MCP
import Records
import SQL
import SQLSyntax
import Store
import Testing
import Tools

@Suite("Files come in and go out")
struct ImportToolsTests {
    private static let admin = CallerKind.workspaceAdministrator
    private static let csv = "number,Customer name,total,paid,day\n1,Ada,12.50,true,2026-06-30\n2,\"Bo, Ltd\",7,false,2026-07-01\n"

    /// Sends a whole file, in parts of some bytes.
    private func upload(_ text: String, parts: Int = 7, _ fixture: ToolFixture, as kind: CallerKind) async throws -> JSONValue {
        let bytes = Array(text.utf8)
        let begun = try await fixture.does(
            "uploads_create", ["name": "orders.csv", "size": .number(JSONNumber(Int64(bytes.count)))], as: kind)
        let name = try #require(begun["upload"]?.string)
        let file = try #require(try await fixture.domains.files.find(name, .upload))
        var start = 0
        while start < bytes.count {
            let end = min(start + parts, bytes.count)
            #expect(try await fixture.domains.files.append(Array(bytes[start..<end]), at: Int64(start), to: file) == Int64(end))
            start = end
        }
        return begun
    }

    @Test("H05 a collection is created for the rows of a file, after a preview", arguments: Dialect.allCases)
    func new(_ dialect: Dialect) async throws {
        let script = dialect == .sqlite ? ["CREATE TABLE known (id INTEGER PRIMARY KEY)"] : ["CREATE TABLE known (id BIGINT PRIMARY KEY)"]
        try await ToolFixture.withSource("shop", dialect, script) { fixture, _ in
            try await fixture.does("data_sources_update", ["name": "shop", "allowSchemaChanges": true], as: Self.admin)
            var arguments: JSONObject = ["dataSource": "shop", "collection": "sales", "text": .string(Self.csv), "create": true, "dry_run": true]
            let shown = try await fixture.does("import_rows", arguments, as: Self.admin)["data"]
            #expect(shown?["created"] == false && shown?["rows"] == 2 && shown?["ddl"]?[0]?.string?.contains("CREATE TABLE") == true)
            #expect(shown?["fields"]?.array?.map { $0["type"]?.string } == ["bigInt", "text", "decimal", "boolean", "dateOnly"])
            try await fixture.refuses(.notFound, "collections_get", ["dataSource": "shop", "filterByTk": "sales"], as: Self.admin)
            arguments["dry_run"] = nil
            let done = try await fixture.does("import_rows", arguments, as: Self.admin)["data"]
            #expect(done?["created"] == true && done?["imported"] == 2)
            let list = try await fixture.does(
                "crud", ["dataSource": "shop", "resource": "sales", "action": "list", "sort": ["number"]], as: Self.admin)
            #expect(list["data"]?[1]?["Customer_name"] == "Bo, Ltd" && list["data"]?[0]?["day"] == "2026-06-30")
            let again = try await fixture.does("import_rows", arguments, as: Self.admin)["data"]
            #expect(again?["created"] == false && again?["imported"] == 2, "columns go by the titles of the fields")
        }
    }

    @Test("H07 a collection that no row comes into is gone again")
    func undone() async throws {
        try await ToolFixture.with { fixture in
            let text = "a,b\n1,2\n1\n"
            try await fixture.refuses(
                .invalidArgument, "import_rows", ["collection": "fresh", "text": .string(text), "create": true], as: Self.admin)
            let some = try await fixture.does(
                "import_rows", ["collection": "fresh", "text": .string(text), "create": true, "skipBadLines": true], as: Self.admin)
            #expect(some["data"]?["imported"] == 1 && some["data"]?["errorCount"] == 1)
            // Text with a NUL cannot be kept, and the file cannot be read on.
            let reply = try await fixture.refuses(
                .invalidArgument, "import_rows", ["collection": "other", "text": "a\n1\n\u{0}", "create": true], as: Self.admin)
            #expect(reply.reason.contains("line 3"))
        }
    }

    @Test("A caller that may not create collections cannot create one, or its rows, by an import")
    func makers() async throws {
        try await ToolFixture.with { fixture in
            for kind in [CallerKind.reader, .member, .clerk] {
                let reply = try await fixture.call("import_rows", ["collection": "fresh", "text": "a\n1\n", "create": true], as: kind)
                #expect(["forbidden", "insufficient_scope"].contains(reply.code), "\(kind): \(reply)")
            }
            let before = try await fixture.fingerprint()
            let missing = try await fixture.refuses(.notFound, "import_rows", ["collection": "fresh", "text": "a\n1\n"], as: Self.admin)
            #expect(missing.reason.contains("fresh"))
            try await fixture.refuses(.invalidArgument, "import_rows", ["collection": "orders"], as: Self.admin)
            try await fixture.refuses(.forbidden, "import_rows", ["collection": "users", "text": "name\nx\n"], as: Self.admin)
            #expect(try await fixture.fingerprint() == before)
        }
    }

    @Test("E05 H07 an upload is its owner's in its workspace, and ends")
    func uploads() async throws {
        try await ToolFixture.with { fixture in
            let begun = try await upload("total\n41\n42\n", fixture, as: .member)
            let name = try #require(begun["upload"])
            #expect(begun["path"]?.string == "/api/__app/acme/file-uploads/\(name.string ?? "")" && begun["partSize"] == 1_048_576)
            let arguments: JSONObject = ["collection": "orders", "upload": name]
            for kind in [Self.admin, .operator] { try await fixture.refuses(.notFound, "import_rows", arguments, as: kind) }
            let foreign = try await fixture.call("import_rows", arguments, as: .foreigner, at: "rival")
            #expect(foreign.code == "not_found" && foreign.reason.contains("upload"), "\(foreign)")
            let changed = String((name.string ?? "").reversed())
            try await fixture.refuses(.notFound, "import_rows", ["collection": "orders", "upload": .string(changed)], as: .member)
            let done = try await fixture.does("import_rows", arguments, as: .member)
            #expect(done["data"]?["imported"] == 2)
            let later = StoredFiles(store: fixture.store) { Timestamp.now + .seconds(86_401) }
            #expect(try await later.find(name.string ?? "", .upload) == nil)
            try await later.removeExpired()
            try await fixture.refuses(.notFound, "import_rows", arguments, as: .member)
            let left = try await fixture.store.read { try $0.count("SELECT count(*) FROM stored_file_parts") }
            #expect(left == 0)
        }
    }

    @Test("A part goes where the upload has come to, and nowhere else")
    func parts() async throws {
        try await ToolFixture.with { fixture in
            let begun = try await fixture.does("uploads_create", ["name": "a.csv", "size": 6], as: .member)
            let (files, name) = (fixture.domains.files, begun["upload"]?.string ?? "")
            let file = try #require(try await files.find(name, .upload))
            #expect(try await files.append(Array("abc".utf8), at: 0, to: file) == 3)
            #expect(try await files.append(Array("abc".utf8), at: 0, to: file) == nil)
            #expect(try await files.append(Array("x".utf8), at: 4, to: file) == nil)
            await #expect(throws: Refusal.self) { _ = try await files.append(Array("defg".utf8), at: 3, to: file) }
            let early = try await fixture.refuses(.conflict, "import_rows", ["collection": "orders", "upload": .string(name)], as: .member)
            #expect(early.reason.contains("3 of 6"))
            let sealed = try await fixture.store.read { try $0.all("SELECT bytes FROM stored_file_parts") { $0.bytes(0) ?? [] } }
            #expect(sealed.count == 1 && !sealed[0].contains(Array("abc".utf8)))
        }
    }

    @Test("A workspace keeps files up to a number and a size, whatever its members send")
    func quota() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.refuses(.invalidArgument, "uploads_create", ["name": "a", "size": 300_000_000], as: .member)
            for _ in 0..<4 { try await fixture.does("uploads_create", ["name": "a", "size": 268_435_456], as: .member) }
            try await fixture.refuses(.limited, "uploads_create", ["name": "a", "size": 1], as: Self.admin)
            let others = try await fixture.call("uploads_create", ["name": "a", "size": 1], as: .foreigner, at: "rival")
            #expect(others.code == "ok", "another workspace has room of its own")
        }
    }

    @Test("H07 no caller can use all the space for files: each has at most fifty files")
    func share() async throws {
        try await ToolFixture.with { fixture in
            for _ in 0..<50 { try await fixture.does("uploads_create", ["name": "a", "size": 1], as: .member) }
            let more = try await fixture.refuses(.limited, "uploads_create", ["name": "a", "size": 1], as: .member)
            #expect(more.reason.contains("50 of them are yours"))
            try await fixture.does("uploads_create", ["name": "a", "size": 1], as: Self.admin)
        }
    }

    @Test("H07 an export has an unguessable name for an hour, with the rows of its moment")
    func export() async throws {
        try await ToolFixture.with { fixture in
            let made = try await fixture.does("export_rows", ["collection": "customers", "format": "jsonl"], as: .clerk)
            let path = try #require(made["path"]?.string)
            #expect(path.hasPrefix("/api/__app/acme/file-exports/"))
            let name = String(path.split(separator: "/").last ?? "")
            let files = fixture.domains.files
            let file = try #require(try await files.find(name, .export))
            let bytes = try #require(try await files.part(of: file, at: 0))
            let rows = try await fixture.does("crud", ["resource": "customers", "action": "list"], as: .clerk)["data"]?.array ?? []
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            #expect(try lines.map { try JSONValue(parsing: String($0)) } == rows && made["rows"]?.int == Int64(rows.count))
            #expect(file.workspace == fixture.people.office.id)
            #expect(try await files.find(name, .upload) == nil, "a name of one kind is none of the other")
            for changed in [String(name.reversed()), String(name.dropLast()), name + "A", "", "x"] {
                #expect(try await files.find(changed, .export) == nil)
            }
            #expect(try await StoredFiles(store: fixture.store) { Timestamp.now + .seconds(3_601) }.find(name, .export) == nil)
            try await fixture.refuses(.notFound, "export_rows", ["collection": "absent"], as: .clerk)
            try await fixture.refuses(.notFound, "import_rows", ["collection": "orders", "upload": .string(name)], as: .clerk)
        }
    }
}
