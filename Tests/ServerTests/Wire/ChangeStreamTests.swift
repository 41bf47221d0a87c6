import Access
import Catalog
import Identity
import JSON
import SQL
import Store
import Testing
import Tools

@Suite("Clients are notified of changed rows within their rights", .timeLimit(.minutes(5)))
struct ChangeStreamTests {
    private static let uri = "gate://main/notes/rows"
    private static let updated = "notifications/resources/updated"
    private static let acme = "/api/__app/acme-data/mcp"

    private static func listen(_ key: String, path: String = "/api/mcp") -> Ask {
        let filter: JSONValue = ["toolsListChanged": true, "resourceSubscriptions": ["gate://main/notes", .string(uri)]]
        return .modern("subscriptions/listen", ["notifications": filter], key: key, path: path)
    }

    private static func subscribe(_ key: String, _ session: String) -> Ask {
        .mcp("resources/subscribe", ["uri": .string(uri)], key: key).inSession(session)
    }

    private func change(_ server: RunningServer, _ key: String, _ id: Int64, path: String = "/api/mcp") async throws {
        let arguments: JSONValue = ["resource": "notes", "action": "create", "values": ["id": .number(JSONNumber(id)), "title": "x"]]
        #expect(try await server.answer(.call("crud", arguments, key: key, path: path)).result["isError"] != true)
    }

    /// A stream of a caller that is notified of the rows.
    private func heard(_ server: RunningServer, _ key: String, path: String = "/api/mcp") async throws -> RawConnection {
        let stream = try await server.sent(Self.listen(key, path: path))
        try await stream.until(#""resourceSubscriptions":["gate://main/notes","gate://main/notes/rows"]"#)
        return stream
    }

    @Test("Created, changed, destroyed and imported rows are announced in both eras, with only the collection's name")
    func told() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let key = try await server.key()
            let session = try await server.session(key)
            #expect(try await server.answer(Self.subscribe(key, session)).result == [:])
            let old = try await server.sent(.stream(session, key: key))
            try await old.until("retry: ")
            let new = try await heard(server, key)
            let changes: [(String, JSONValue)] = [
                ("crud", ["resource": "notes", "action": "create", "values": ["id": 50, "title": "fresh"]]),
                ("crud", ["resource": "notes", "action": "update", "filterByTk": 50, "values": ["title": "newer"]]),
                ("crud", ["resource": "notes", "action": "destroy", "filterByTk": 50]),
                ("import_rows", ["collection": "notes", "text": "id,title\n60,sixty\n61,more\n"]),
            ]
            for (tool, arguments) in changes {
                let done = try await server.answer(.call(tool, arguments, key: key, fields: [("x-mcp-packages", "*")]))
                #expect(done.result["isError"] != true, "\(done.text)")
                for stream in [old, new] {
                    try await stream.until(Self.updated)
                    let text = try await stream.until("}\n\n")
                    #expect(text.contains(Self.uri) && !text.contains("fresh") && !text.contains("50"), "\(text)")
                }
            }
            let read = try await server.answer(.mcp("resources/read", ["uri": .string(Self.uri)], key: key))
            #expect(read.text.contains("sixty"))
        }
    }

    private func key(_ server: RunningServer, _ role: Name, _ content: RuleContent) async throws -> String {
        _ = try await server.domains.roles.add(try await server.domains.organizations.find(.builtIn).id, role)
        _ = try await server.domains.rules.set(content, role: role.text, source: "main", collection: "notes", in: Workspace.mainID)
        try await server.addUser(role, role: role)
        return try await server.key(of: "built-in/\(role)")
    }

    @Test("C86 callers that may not view rows, or their key, cannot subscribe, whatever the reason")
    func refused() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            var keys = [
                try await server.key(scopes: ["read:collection", "read:source"]), try await key(server, "writer", RuleContent(actions: [.create])),
                try await key(server, "nameless", RuleContent(actions: [.view], hidden: ["id"])),
            ]
            _ = try await server.domains.users.add(try await server.domains.organizations.find(.builtIn).id, "guest", password: nil)
            keys.append(try await server.key(of: "built-in/guest"))
            let admin = try await heard(server, try await server.key())
            var streams: [RawConnection] = []
            for key in keys {
                let stream = try await server.sent(Self.listen(key))
                let text = try await stream.until("}\n\n")
                #expect(text.contains("acknowledged") && !text.contains("/rows"), "\(text)")
                streams.append(stream)
                let session = try await server.session(key)
                let known = try await server.answer(Self.subscribe(key, session)).error
                let unknown = try await server.answer(
                    .mcp("resources/subscribe", ["uri": "gate://main/none/rows"], key: key).inSession(session)
                ).error
                #expect(known["code"] == -32002 && known["code"] == unknown["code"], "\(known) \(unknown)")
            }
            try await change(server, try await server.key(), 70)
            try await admin.until(Self.uri)
            try await server.changeRules()
            for stream in streams.dropLast() { #expect(try await !stream.until("notifications/tools/list_changed").contains(Self.updated)) }
        }
    }

    @Test("C86 a caller with restricted rows or fields is notified only of changes that it may view")
    func narrowed() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            func upTo(_ id: Int64) -> Filter { .compare(FieldPath(field: "id"), .lessOrEqual(.value(.int(id)))) }
            let admin = try await server.key()
            let wide = try await heard(server, try await key(server, "wide", RuleContent(actions: [.view], filter: upTo(2))))
            let narrowKey = try await key(server, "narrow", RuleContent(actions: [.view], filter: upTo(1)))
            let narrow = try await heard(server, narrowKey)
            let session = try await server.session(narrowKey)
            #expect(try await server.answer(Self.subscribe(narrowKey, session)).result == [:])
            let old = try await server.sent(.stream(session, key: narrowKey))
            try await old.until("retry: ")
            let partial = try await heard(server, try await key(server, "partial", RuleContent(actions: [.view], hidden: ["title"])))
            let masked = try await heard(server, try await key(server, "masked", RuleContent(actions: [.view], masked: ["title"])))
            let fields = [("x-mcp-packages", "*")]
            func update(_ id: Int64, _ title: String) async throws {
                let arguments: JSONValue = [
                    "resource": "notes", "action": "update", "filterByTk": .number(JSONNumber(id)), "values": ["title": .string(title)],
                ]
                #expect(try await server.answer(.call("crud", arguments, key: admin, fields: fields)).result["isError"] != true)
            }
            // Seen by one: when it is told, all have been compared.
            try await update(2, "changed")
            try await wide.until(Self.uri)
            try await update(1, "changed too")
            for stream in [wide, narrow, old] { try await stream.until(Self.uri) }
            try await change(server, admin, 70)
            for stream in [partial, masked] { try await stream.until(Self.uri) }
            try await update(1, "once more")
            for stream in [narrow, old, wide] { try await stream.until(Self.uri) }
            // Each notification ended one wait, and none is left.
            try await server.changeRules()
            for stream in [narrow, old, wide, partial, masked] {
                #expect(try await !stream.until("notifications/tools/list_changed").contains(Self.updated))
            }
            let read = try await server.answer(.mcp("resources/read", ["uri": .string(Self.uri)], key: narrowKey))
            #expect(read.text.contains("once more") && !read.text.contains("second"))
        }
    }

    @Test("C86 rows of another workspace under the same name are different: their changes are announced only there")
    func tenants() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            let workspace = try await server.addAcme()
            try await server.domains.sources.open("main", in: workspace).database.write(.within(.seconds(60))) { connection in
                try connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
            }
            let (key, eve) = (try await server.key(), try await server.key(of: "acme/eve"))
            let here = try await heard(server, key)
            let there = try await heard(server, eve, path: Self.acme)
            try await change(server, key, 70)
            try await here.until(Self.uri)
            _ = try await server.domains.rules.set(
                RuleContent(actions: [.view]), role: "reader", source: "main", collection: "notes", in: workspace)
            #expect(try await !there.until("notifications/tools/list_changed").contains(Self.updated))
            try await change(server, eve, 70, path: Self.acme)
            try await there.until(Self.uri)
        }
    }

    @Test("C86 removing a right ends the notifications of an open stream, in both eras")
    func takenAway() async throws {
        try await RunningServer.run { server in
            try await server.addNotes()
            try await server.addUser("rita", role: "reader")
            let (key, rita) = (try await server.key(), try await server.key(of: "built-in/rita"))
            let admin = try await heard(server, key)
            let new = try await heard(server, rita)
            let session = try await server.session(rita)
            #expect(try await server.answer(Self.subscribe(rita, session)).result == [:])
            let old = try await server.sent(.stream(session, key: rita))
            try await old.until("retry: ")
            try await change(server, key, 70)
            for stream in [admin, new, old] { try await stream.until(Self.uri) }
            // Rows 70 and 71 are beyond each of these.
            func narrow(to most: Int64) async throws {
                let own = Filter.compare(FieldPath(field: "id"), .lessOrEqual(.value(.int(most))))
                _ = try await server.domains.rules.set(
                    RuleContent(actions: [.view], filter: own), role: "reader", source: "main", collection: "notes", in: Workspace.mainID)
            }
            // What the streams hear first may be of keys and sessions that were made before the rule.
            for most in Int64(1)...3 {
                try await narrow(to: most)
                for stream in [admin, new, old] { try await stream.until("notifications/tools/list_changed") }
                try await admin.until(Self.uri)
            }
            try await change(server, key, 71)
            try await admin.until(Self.uri)
            try await narrow(to: 4)
            for stream in [new, old] {
                let text = try await stream.until("notifications/tools/list_changed")
                #expect(!text.contains(Self.uri), "\(text)")
            }
        }
    }
}
