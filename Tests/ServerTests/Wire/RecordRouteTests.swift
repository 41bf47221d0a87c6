import Access
import Catalog
import GatehouseTesting
import Identity
import JSON
import SQL
import Server
import Store
import Testing
import Tools

@Suite("NocoBase's REST interface")
struct RecordRouteTests {
    private static func ask(
        _ method: String, _ path: String, key: String? = nil, body: JSONValue? = nil, fields: [(name: String, value: String)] = []
    ) -> Ask {
        var fields = fields
        if let key { fields.append(("Authorization", "Bearer \(key)")) }
        if body != nil { fields.append(("Content-Type", "application/json")) }
        return Ask(method: method, path: "/api/\(path)", fields: fields, body: body?.description)
    }

    /// Runs `body` beside a server with a blog in `main`, and a function that asks with a key of an administrator.
    private static func run(_ body: @escaping @Sendable (RunningServer, InputChannel) async throws -> Void) async throws {
        try await RunningServer.run { server in
            try await server.addBlog()
            let key = try await server.key()
            try await body(server, InputChannel(server: server, key: key))
        }
    }

    private struct InputChannel: Sendable {
        let server: RunningServer
        let key: String

        func callAsFunction(
            _ method: String, _ path: String, _ body: JSONValue? = nil, fields: [(name: String, value: String)] = []
        ) async throws -> RawResponse {
            try await server.answer(RecordRouteTests.ask(method, path, key: key, body: body, fields: fields))
        }
    }

    @Test("rows are listed, got, created, updated and destroyed by actions, in the shapes that clients read")
    func actions() async throws {
        try await Self.run { _, ask in
            let listed = try await ask("GET", "posts:list?fields=id,title&sort=-id&page=1&pageSize=2&filter=%7B%22id%22%3A%7B%22%24lt%22%3A3%7D%7D")
            #expect(listed.status == 200 && listed["content-type"] == "application/json")
            let meta: JSONValue = ["count": 2, "page": 1, "pageSize": 2, "totalPage": 1]
            #expect(listed.json == ["data": [["id": 2, "title": "two"], ["id": 1, "title": "one"]], "meta": meta])
            let repeated = try await ask("POST", "posts:list?fields=id&fields=title&sort[]=-id&pageSize=2&filter=%7B%22id.%24lt%22%3A3%7D", [:])
            #expect(repeated.json == listed.json)
            #expect(try await ask("GET", "posts:get?filterByTk=1&fields=title").json == ["data": ["title": "one"]])
            #expect(try await ask("GET", "posts:get/99").json == ["data": .null])
            let made = try await ask("POST", "posts:create", ["title": "new"])
            #expect(made.status == 200 && made.json["data"]?["id"]?.int == 4)
            #expect(try await ask("POST", "posts:create", [["title": "a"], ["title": "b"]]).json["data"]?.array?.count == 2)
            #expect(try await ask("POST", "posts:update?filterByTk=4", ["title": "newer"]).json["data"]?[0]?["title"] == "newer")
            #expect(try await ask("POST", "posts:update?filterByTk=99", ["title": "x"]).json == ["data": []])
            #expect(try await ask("POST", "posts:update?filterByTk=4&forceUpdate=false&whitelist=title", ["title": "z"]).status == 200)
            #expect(try await ask("POST", "posts:firstOrCreate?filterKeys[]=title", ["title": "z"]).json["data"]?["id"]?.int == 4)
            #expect(try await ask("POST", "posts:destroy?filterByTk[]=5&filterByTk[]=6").json == ["data": 2])
            let sum: JSONValue = ["measures": [["field": "id", "aggregation": "sum", "alias": "n"]]]
            #expect(try await ask("POST", "posts:query", sum).json["data"]?[0]?["n"] == 10)
            #expect(try await ask("POST", "posts:move?sourceId=4&targetId=1&sortField=sort").json == ["data": "ok"])
        }
    }

    @Test("the method determines the action if the path names none, and relations follow their row")
    func verbs() async throws {
        try await Self.run { _, ask in
            #expect(try await ask("GET", "posts").json["meta"]?["count"]?.int == 3)
            #expect(
                try await ask("GET", "posts/1?appends=tags&fields=title").json == ["data": ["title": "one", "tags": [["id": 1, "name": "red"]]]])
            #expect(try await ask("PUT", "posts/1", ["title": "first"]).json["data"]?[0]?["title"] == "first")
            #expect(try await ask("PATCH", "posts/1", ["title": "one"]).status == 200)
            #expect(try await ask("POST", "posts", ["title": "x"]).json["data"]?["id"]?.int == 4)
            #expect(try await ask("DELETE", "posts/4").json == ["data": 1])
            #expect(try await ask("GET", "posts/1/tags").json["data"]?.array?.count == 1)
            #expect(try await ask("GET", "posts/1/tags:list").json["data"]?.array?.count == 1)
            #expect(try await ask("POST", "posts/1/tags:add", [2]).json == ["data": "ok", "meta": ["added": 1, "removed": 0]])
            #expect(try await ask("POST", "posts/1/tags:set", ["values": [["id": 2]]]).json["meta"]?["removed"] == 1)
            #expect(try await ask("POST", "posts/1/tags:toggle?filterByTk=1").json["meta"]?["added"] == 1)
            #expect(try await ask("POST", "posts/1/tags:remove?filterByTk=1").json["meta"]?["removed"] == 1)
            #expect(try await ask("POST", "posts/1/tags:create", ["name": "green"]).json["data"]?["name"] == "green")
            #expect(try await ask("GET", "posts/1/tags").json["data"]?.array?.compactMap { $0["name"]?.string } == ["blue", "green"])
            #expect(try await ask("DELETE", "posts?filter=%7B%7D").status == 400)
            let head = try await ask("HEAD", "posts")
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }

    @Test("tools with the name of a resource and its action are reached too, and the log has the same call as over MCP")
    func tools() async throws {
        try await Self.run { server, ask in
            #expect(try await ask("GET", "roles:check").json["user"] == "built-in/admin")
            #expect(try await ask("GET", "auth:check").json["workspace"] == "main")
            let listed = try await ask("GET", "collections:listMeta")
            #expect(listed.json["data"]?.array?.contains { $0["name"] == "posts" } == true)
            #expect(try await ask("GET", "collections:get?filterByTk=posts").json["data"]?["name"] == "posts")
            #expect(try await ask("GET", "dataSources:list").status == 200)
            _ = try await ask("POST", "posts:create", ["title": "logged"])
            let entry = try #require(try await server.entries().last { $0.call.tool == "crud" })
            #expect(entry.call.objects == ["main/posts"] && entry.outcome?.changed == 1)
            #expect(try await ask("GET", "apiKeys:create").status == 405)
        }
    }

    @Test("headers ask which rows may be changed, and for the language of errors")
    func headers() async throws {
        try await Self.run { server, ask in
            try await server.addUser("rita", role: .reader)
            let reader = try await server.key(of: "built-in/rita")
            let before = try await server.blog()
            let meta = [(name: "x-with-acl-meta", value: "true")]
            let mine = try await ask("GET", "posts:list?fields=title", fields: meta)
            #expect(mine.json["meta"]?["allowedActions"] == ["view": [1, 2, 3], "update": [1, 2, 3], "destroy": [1, 2, 3]])
            let theirs = try await server.answer(Self.ask("GET", "posts/2", key: reader, fields: meta))
            #expect(theirs.json["meta"]?["allowedActions"] == ["view": [2], "update": [], "destroy": []])
            #expect(try await ask("GET", "posts/2/tags", fields: meta).json["meta"]?["allowedActions"] != nil)
            for (locale, title, language) in [("zh-CN", "没有权限", "zh-CN"), ("en-US", "No permission", "en"), ("xx", "No permission", "en")] {
                let refused = try await server.answer(
                    Self.ask("POST", "posts:destroy?filterByTk=1", key: reader, fields: [("x-locale", locale)]))
                #expect(refused.status == 403 && refused.json["errors"]?[0]?["title"]?.string == title)
                #expect(refused["content-language"] == language && refused.json["errors"]?[0]?["code"] == "forbidden")
            }
            #expect(try await server.blog() == before)
        }
    }

    @Test("refusals have their status and one error with message and code; nothing is changed")
    func refusals() async throws {
        try await Self.run { server, ask in
            try await server.addUser("rita", role: .reader)
            let reader = try await server.key(of: "built-in/rita")
            let before = try await server.blog()
            let cases: [(Ask, Int, String)] = [
                (Self.ask("GET", "posts:list"), 401, "EMPTY_TOKEN"), (Self.ask("GET", "posts:list", key: "x"), 401, "INVALID_TOKEN"),
                (Self.ask("POST", "posts:destroy?filterByTk=1", key: reader), 403, "forbidden"),
                (Self.ask("DELETE", "posts/1", key: reader), 403, "forbidden"), (Self.ask("GET", "nothing:list", key: reader), 404, "not_found"),
                (Self.ask("GET", "posts:list?filter=%7B%22x%22%3A1%7D", key: reader), 400, "invalid_argument"),
                (Self.ask("GET", "posts:list?what=1", key: reader), 400, "invalid_argument"),
                (Self.ask("GET", "posts:list?page=1&page=2", key: reader), 400, "invalid_argument"),
                (Self.ask("GET", "posts:list?page=x", key: reader), 400, "invalid_argument"),
                (Self.ask("GET", "posts:list?filter=%7B", key: reader), 400, "invalid_argument"),
                (Self.ask("GET", "posts:list?fields=%FF", key: reader), 400, "invalid_argument"),
                (Self.ask("GET", "posts/9/tags", key: reader), 404, "not_found"),
                (Self.ask("GET", "posts:list", key: reader, fields: [("x-role", "admin")]), 403, "forbidden"),
                (Self.ask("GET", "posts:list", key: reader, fields: [("x-data-source", "none")]), 404, "not_found"),
                (Self.ask("POST", "posts:destroy", key: ask.key), 400, "invalid_argument"),
                (Self.ask("POST", "tags:create", key: ask.key, body: ["id": 1, "name": "red"]), 409, "conflict"),
                (Self.ask("POST", "posts:create", key: ask.key, body: "x"), 400, "invalid_argument"),
            ]
            for (request, status, code) in cases {
                let answer = try await server.answer(request)
                #expect(answer.status == status, "\(request.method) \(request.path): \(answer.json)")
                let errors = answer.json["errors"]?.array
                #expect(
                    errors?.count == 1 && errors?[0]["code"] == .string(code) && errors?[0]["message"]?.string?.isEmpty == false, "\(request.path)")
                #expect((answer["www-authenticate"] == nil) == (status != 401), "\(request.path)")
            }
            for (method, path) in [("GET", "posts:nothing"), ("GET", "get-nothing"), ("GET", "login"), ("POST", "posts/1"), ("GET", "v1/mcp/x")] {
                #expect(try await ask(method, path).status == (path == "login" ? 405 : 404), "\(path)")
            }
            for (method, path) in [("GET", "posts:destroy?filterByTk=1"), ("GET", "posts/1/tags:add?filterByTk=2"), ("HEAD", "posts:create")] {
                let answer = try await ask(method, path)
                #expect(answer.status == 405 && answer["allow"] == "POST")
            }
            #expect(try await server.blog() == before)
        }
    }

    @Test("E13 each workspace has its own rows, by path, header or query, and strangers learn of none")
    func workspaces() async throws {
        try await Self.run { server, ask in
            let acme = try await server.addAcme()
            try await server.domains.sources.open("main", in: acme).database.write(.patient) { connection in
                try connection.execute("CREATE TABLE secrets (id INTEGER PRIMARY KEY, word TEXT)")
                try connection.execute("INSERT INTO secrets VALUES (1, 'swordfish')")
            }
            let eve = try await server.key(of: "acme/eve")
            let places: [(String, [(name: String, value: String)])] = [
                ("__app/acme-data/secrets:list", []), ("secrets:list", [("x-app", "acme-data")]), ("secrets:list?__appName=acme-data", []),
                ("__app/acme-data/secrets", [("x-app", "main")]),
            ]
            for (path, fields) in places {
                let own = try await server.answer(Self.ask("GET", path, key: eve, fields: fields))
                #expect(own.json["data"]?[0]?["word"] == "swordfish", "\(path)")
                let none = try await server.answer(Self.ask("GET", path, fields: fields))
                #expect(none.status == 401, "\(path)")
            }
            #expect(try await server.answer(Self.ask("GET", "posts:list", key: eve)).status == 403)
            try await server.addUser("rita", role: .reader)
            let reader = try await server.key(of: "built-in/rita")
            for name in ["acme-data", "nowhere"] {
                let answer = try await server.answer(Self.ask("GET", "__app/\(name)/secrets:list", key: reader))
                #expect(answer.status == 404 && !answer.text.contains("swordfish"))
                #expect(try await server.answer(Self.ask("GET", "secrets:list", key: reader, fields: [("x-app", name)])).status == 404)
            }
        }
    }

    @Test("D09 a session counts for this server's own pages alone")
    func sessions() async throws {
        try await Self.run { server, _ in
            let browser = Browser(server)
            _ = try await browser.signIn(password: server.adminPassword)
            let before = try await server.blog()
            for (fields, status) in [
                ([("Origin", "http://\(server.host)")], 200), ([("Sec-Fetch-Site", "same-origin")], 200), ([], 401),
                ([("Sec-Fetch-Site", "cross-site")], 401), ([("Origin", "https://evil.example")], 403),
            ] as [([(name: String, value: String)], Int)] {
                #expect(try await browser.send(Self.ask("GET", "posts:list", fields: fields)).status == status, "\(fields)")
                guard status != 200 else { continue }
                let write = try await browser.send(Self.ask("POST", "posts:destroy?filterByTk=1", fields: fields))
                #expect(write.status == status)
            }
            #expect(try await server.blog() == before)
        }
    }
}

extension RunningServer {
    /// Collections `posts` and `tags` of `main`, related by a join table.
    func addBlog() async throws {
        try await main().write(.patient) { connection in
            for statement in [
                "CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT NOT NULL, sort INTEGER)",
                "CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
                """
                CREATE TABLE posts_tags (post_id INTEGER NOT NULL REFERENCES posts (id), tag_id INTEGER NOT NULL REFERENCES tags (id),
                  PRIMARY KEY (post_id, tag_id))
                """,
                "INSERT INTO posts VALUES (1, 'one', 1), (2, 'two', 2), (3, 'three', 3)", "INSERT INTO tags VALUES (1, 'red'), (2, 'blue')",
                "INSERT INTO posts_tags VALUES (1, 1)",
            ] as [Statement] { try connection.execute(statement) }
        }
    }

    fileprivate func blog() async throws -> [String] {
        try await main().read(.patient) { connection in
            try (["SELECT id, title FROM posts", "SELECT id, name FROM tags", "SELECT post_id, tag_id FROM posts_tags"] as [Statement]).flatMap {
                try connection.all($0) { "\($0.int(0) ?? 0) \($0.text(1) ?? "")" }
            }
        }
    }
}
