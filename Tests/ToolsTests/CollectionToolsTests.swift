import Access
import Catalog
import GatehouseTesting
import Identity
import JSON
import MCP
import SQL
import SQLSyntax
import Store
import Testing
import Tools

/// `collections_apply` and its like, on the workspace's own database and on an attached one of each engine.
@Suite("Collections are made and changed")
struct CollectionToolsTests {
    private static let admin = CallerKind.workspaceAdministrator

    /// A fixture with an empty data source `shop` on each engine, whose tables may be changed.
    private func withShop(_ dialect: Dialect, _ body: (ToolFixture) async throws -> Void) async throws {
        let script =
            dialect == .sqlite
            ? ["CREATE TABLE known (id INTEGER PRIMARY KEY, word TEXT)"] : ["CREATE TABLE known (id BIGINT PRIMARY KEY, word VARCHAR(40))"]
        try await ToolFixture.withSource("shop", dialect, script) { fixture, _ in
            try await fixture.does("data_sources_update", ["name": "shop", "allowSchemaChanges": true], as: Self.admin)
            try await body(fixture)
        }
    }

    @discardableResult
    private func apply(_ fixture: ToolFixture, _ name: String, _ fields: JSONValue, _ more: JSONObject = [:], in source: String = "shop") async throws
        -> JSONValue
    {
        var arguments: JSONObject = ["dataSource": .string(source), "name": .string(name), "fields": fields]
        for (key, value) in more { arguments[key] = value }
        return try await fixture.does("collections_apply", arguments, as: Self.admin)["data"] ?? .null
    }

    private func crud(_ fixture: ToolFixture, _ action: String, _ resource: String, _ more: JSONObject, in source: String = "shop") async throws
        -> JSONValue
    {
        var arguments: JSONObject = ["dataSource": .string(source), "resource": .string(resource), "action": .string(action)]
        for (key, value) in more { arguments[key] = value }
        return try await fixture.does("crud", arguments, as: Self.admin)["data"] ?? .null
    }

    private static let everyType: JSONValue = [
        ["name": "code", "type": "string", "length": 20, "allowNull": false, "unique": true, "title": "Code"],
        ["name": "note", "interface": "textarea", "description": "Anything"], ["name": "pieces", "type": "integer", "defaultValue": 1],
        ["name": "views", "type": "bigInt", "index": true], ["name": "weight", "type": "double"],
        ["name": "price", "type": "decimal", "precision": 12, "scale": 2, "defaultValue": "9.50"],
        ["name": "open", "type": "boolean", "defaultValue": true], ["name": "extra", "type": "jsonb"],
        ["name": "tags", "interface": "multipleSelect"],
        ["name": "seen", "type": "datetimeTz"], ["name": "local", "type": "datetimeNoTz"],
        ["name": "day", "type": "dateOnly", "defaultValue": "2026-01-02"],
        ["name": "hour", "type": "time"], ["name": "stamp", "type": "unixTimestamp"], ["name": "token", "type": "uuid"],
        ["name": "state", "type": "enum", "enum": ["new", ["value": "old", "label": "Old"]], "defaultValue": "new"],
        ["name": "place", "type": "sort"], ["name": "files", "type": "attachment"], ["name": "raw", "type": "blob"],
    ]

    @Test("A collection with a field of every type is made once, and its rows are written and read", arguments: Dialect.allCases)
    func types(dialect: Dialect) async throws {
        try await withShop(dialect) { fixture in
            let made = try await apply(fixture, "items", Self.everyType, ["title": "Items"])
            #expect(made["changed"]?.bool == true && made["ddl"]?[0]?.string?.hasPrefix("CREATE TABLE") == true, "\(made)")
            let again = try await apply(fixture, "items", Self.everyType, ["title": "Items"])
            #expect(again["changed"]?.bool == false && again["ddl"]?.count == 0, "\(again)")
            let told = try await fixture.does("collections_get", ["dataSource": "shop", "filterByTk": "items"], as: Self.admin)["data"]
            #expect(told?["title"]?.string == "Items")
            let fields = Dictionary((told?["fields"]?.array ?? []).map { ($0["name"]?.string ?? "", $0) }) { $1 }
            #expect(fields["code"]?["title"]?.string == "Code" && fields["code"]?["nullable"]?.bool == false)
            #expect(fields["state"]?["fieldType"]?.string == "string" && fields["note"]?["description"]?.string == "Anything")
            #expect(Set(fields.keys).isSuperset(of: ["id", "createdAt", "updatedAt", "createdById", "updatedById"]))
            let plain = try await crud(fixture, "create", "items", ["values": ["code": "A-1"]])
            #expect(
                plain["pieces"]?.int == 1 && plain["open"]?.bool == true && plain["state"]?.string == "new" && plain["day"]?.string == "2026-01-02",
                "\(plain)")
            #expect(["9.5", "9.50"].contains(plain["price"]?.string ?? plain["price"]?.number?.text ?? ""), "\(plain)")
            #expect(plain["createdAt"]?.string?.hasSuffix("Z") == true && plain["createdById"]?.int == fixture.people.users["acme/ann"]?.id.rawValue)
            let values: JSONObject = [
                "code": "A-2", "note": "x", "pieces": 2, "views": 3, "weight": 1.5, "price": "12.25", "open": false, "extra": ["a": [1]],
                "tags": ["red"], "seen": "2026-03-04T05:06:07+01:00", "local": "2026-03-04T05:06:07", "day": "2026-03-04", "hour": "05:06:07",
                "stamp": 1_700_000_000, "token": "0190b7a2-0000-7000-8000-000000000001", "state": "old", "place": 7,
                "files": [["url": "https://f.example/a"]],
                "raw": "AAEC",
            ]
            let full = try await crud(fixture, "create", "items", ["values": .object(values)])
            #expect(full["seen"]?.string == "2026-03-04T04:06:07Z" || full["seen"]?.string == "2026-03-04T04:06:07.000000Z", "\(full)")
            #expect(full["local"]?.string?.hasPrefix("2026-03-04T05:06:07") == true && full["local"]?.string?.hasSuffix("Z") == false, "\(full)")
            #expect(full["extra"]?["a"]?[0]?.int == 1 && full["tags"]?[0]?.string == "red" && full["raw"]?.string == "AAEC", "\(full)")
            try await fixture.refuses(
                .invalidArgument, "crud",
                ["dataSource": "shop", "resource": "items", "action": "create", "values": ["code": "A-3", "state": "lost"]],
                as: Self.admin)
            try await fixture.refuses(
                .conflict, "crud", ["dataSource": "shop", "resource": "items", "action": "create", "values": ["code": "A-1"]], as: Self.admin)
        }
    }

    @Test("All kinds of relations are made with their keys, and followed", arguments: Dialect.allCases)
    func relations(dialect: Dialect) async throws {
        try await withShop(dialect) { fixture in
            try await apply(fixture, "clients", [["name": "name", "type": "string"]])
            try await apply(fixture, "labels", [["name": "word", "type": "string"]])
            try await apply(fixture, "contacts", [["name": "mail", "type": "string", "interface": "email"]])
            let deals: JSONValue = [
                ["name": "subject", "type": "string"], ["name": "client", "type": "belongsTo", "target": "clients"],
                ["name": "labels", "type": "belongsToMany", "target": "labels"],
                ["name": "contact", "type": "hasOne", "target": "contacts", "foreignKey": "dealId"],
                ["name": "parts", "type": "hasMany", "target": "deals", "foreignKey": "wholeId"],
            ]
            try await apply(fixture, "deals", deals)
            let again = try await apply(fixture, "deals", deals)
            #expect(again["changed"]?.bool == false && again["ddl"]?.count == 0, "\(again)")
            let field = try await fixture.does(
                "fields_apply",
                ["dataSource": "shop", "collectionName": "clients", "name": "deals", "type": "hasMany", "target": "deals", "foreignKey": "clientId"],
                as: Self.admin)
            #expect(field["data"]?["ddl"]?.count == 0, "the key is there: \(field)")
            let told = try await fixture.does("collections_get", ["dataSource": "shop", "filterByTk": "deals"], as: Self.admin)["data"]
            let names = Set((told?["relations"]?.array ?? []).compactMap { $0["name"]?.string })
            #expect(names.isSuperset(of: ["client", "contact", "parts"]), "\(names)")
            _ = try await crud(fixture, "create", "clients", ["values": ["name": "Ada"]])
            let deal = try await crud(fixture, "create", "deals", ["values": ["subject": "one", "clientId": 1]])
            #expect(deal["id"]?.int == 1)
            _ = try await crud(fixture, "create", "deals", ["values": ["subject": "part", "wholeId": 1]])
            _ = try await crud(fixture, "create", "contacts", ["values": ["mail": "a@b.example", "dealId": 1]])
            try await fixture.refuses(
                .conflict, "crud", ["dataSource": "shop", "resource": "contacts", "action": "create", "values": ["dealId": 1]], as: Self.admin)
            try await fixture.refuses(
                .conflict, "crud", ["dataSource": "shop", "resource": "deals", "action": "create", "values": ["clientId": 99]], as: Self.admin)
            let seen = try await crud(fixture, "get", "deals", ["filterByTk": 1, "appends": ["client", "parts"]])
            #expect(seen["client"]?["name"]?.string == "Ada" && seen["parts"]?[0]?["subject"]?.string == "part", "\(seen)")
            let joined = try await fixture.does("collections_get", ["dataSource": "shop", "filterByTk": "deals_labels"], as: Self.admin)["data"]
            #expect(joined?["filterTargetKey"] == ["dealId", "labelId"], "\(joined ?? .null)")
        }
    }

    @Test(
        "Relations of one call that have the same key make it once, in a collection that is new as in one that is there", arguments: Dialect.allCases)
    func sharedKeys(dialect: Dialect) async throws {
        try await withShop(dialect) { fixture in
            let name: JSONValue = ["name": "name", "type": "string"]
            for (collection, key) in [("made", nil), ("there", nil), ("keyed", "ownerId")] as [(String, JSONValue?)] {
                if collection == "there" { try await apply(fixture, collection, [name]) }
                let parent: JSONValue = ["name": "parent", "type": "belongsTo", "target": .string(collection), "foreignKey": key ?? "parentId"]
                let children: JSONValue = ["name": "children", "type": "hasMany", "target": .string(collection), "foreignKey": key ?? "parentId"]
                let field: [JSONValue] = key.map { [["name": $0, "type": "bigInt"]] } ?? []
                let fields = JSONValue.array([name] + field + [children, parent])
                try await apply(fixture, collection, fields)
                let again = try await apply(fixture, collection, fields)
                #expect(again["changed"]?.bool == false, "\(again)")
                _ = try await crud(fixture, "create", collection, ["values": ["name": "root", "children": [["name": "a"], ["name": "b"]]]])
                let seen = try await crud(fixture, "list", collection, ["tree": true, "fields": ["name"]])
                #expect(seen == [["name": "root", "children": [["name": "a"], ["name": "b"]]]], "\(collection) \(seen)")
            }
            try await fixture.does(
                "fields_destroy", ["dataSource": "shop", "collectionName": "made", "filterByTk": "parent", "confirm": true], as: Self.admin)
            let told = try await fixture.does("collections_get", ["dataSource": "shop", "filterByTk": "made"], as: Self.admin)["data"]
            let left = (told?["relations"]?.array ?? []).compactMap { $0["name"]?.string }
            #expect(left.isEmpty || left == ["parent", "children"], "\(left)")
        }
    }

    @Test("Fields are added, changed and dropped; rows, keys and rows of other tables stay", arguments: Dialect.allCases)
    func changes(dialect: Dialect) async throws {
        try await withShop(dialect) { fixture in
            try await apply(
                fixture, "clients",
                [["name": "name", "type": "string"], ["name": "age", "type": "integer"], ["name": "old", "type": "text", "index": false]])
            try await apply(
                fixture, "deals",
                [["name": "subject", "type": "string"], ["name": "client", "type": "belongsTo", "target": "clients", "onDelete": "CASCADE"]])
            for name in ["Ada", "Bo"] { _ = try await crud(fixture, "create", "clients", ["values": ["name": .string(name), "age": 30]]) }
            _ = try await crud(fixture, "create", "deals", ["values": ["subject": "one", "clientId": 1]])
            let more: JSONValue = [
                ["name": "name", "unique": true], ["name": "age", "type": "decimal", "precision": 10, "scale": 2],
                ["name": "city", "type": "string", "defaultValue": "Graz"],
            ]
            try await fixture.refuses(
                .invalidArgument, "collections_apply", ["dataSource": "shop", "name": "clients", "fields": more], as: Self.admin)
            let shown = try await apply(fixture, "clients", more, ["dry_run": true])
            #expect(shown["dryRun"]?.bool == true && (shown["ddl"]?.count ?? 0) >= 3 && shown["losses"]?.count == 1, "\(shown)")
            #expect(try await crud(fixture, "get", "clients", ["filterByTk": 1])["city"] == nil)
            let done = try await apply(fixture, "clients", more, ["confirm": true])
            #expect(done["ddl"] == shown["ddl"])
            #expect(try await apply(fixture, "clients", more)["changed"]?.bool == false)
            let ada = try await crud(fixture, "get", "clients", ["filterByTk": 1])
            #expect(
                ada["city"]?.string == "Graz" && ada["name"]?.string == "Ada" && Double(ada["age"]?.string ?? ada["age"]?.number?.text ?? "") == 30,
                "\(ada)")
            #expect(
                try await crud(fixture, "list", "deals", [:]).ids == [1], "no row was deleted along with a table that was put in the place of another"
            )
            try await fixture.refuses(
                .conflict, "crud", ["dataSource": "shop", "resource": "clients", "action": "create", "values": ["name": "Ada"]], as: Self.admin)

            let drop: JSONObject = ["dataSource": "shop", "collectionName": "clients", "filterByTk": "old"]
            try await fixture.refuses(.invalidArgument, "fields_destroy", drop, as: Self.admin)
            var confirmed = drop
            confirmed["confirm"] = true
            try await fixture.does("fields_destroy", confirmed, as: Self.admin)
            let key: JSONObject = ["dataSource": "shop", "collectionName": "deals", "filterByTk": "client", "confirm": true]
            try await fixture.refuses(
                .invalidArgument, "collections_destroy", ["dataSource": "shop", "filterByTk": "clients", "confirm": true], as: Self.admin)
            try await fixture.does("fields_destroy", key, as: Self.admin)
            let left = try await crud(fixture, "list", "deals", [:])
            #expect(left.ids == [1] && left[0]?["clientId"] == nil && left[0]?["subject"]?.string == "one", "\(left)")
            try await fixture.does("collections_destroy", ["dataSource": "shop", "filterByTk": "clients", "confirm": true], as: Self.admin)
            try await fixture.refuses(
                .notFound, "collections_destroy", ["dataSource": "shop", "filterByTk": "clients", "confirm": true], as: Self.admin)
            #expect(try await crud(fixture, "list", "deals", [:]).ids == [1])
        }
    }

    @Test("C65 text of a caller reaches no statement as anything but a value or a name in quotation marks", arguments: Dialect.allCases)
    func planted(dialect: Dialect) async throws {
        try await withShop(dialect) { fixture in
            let planted = "x'); DROP TABLE known; -- \\' \\\\ \"`"
            let fields: JSONValue = [
                ["name": "word", "type": "string", "defaultValue": .string(planted), "title": .string(planted)],
                ["name": "kind", "type": "string", "enum": [.string(planted)], "description": .string(planted)],
                ["name": "extra", "type": "json", "defaultValue": ["k": .string(planted)]],
            ]
            try await apply(fixture, "items", fields, ["title": .string(planted)])
            let row = try await crud(fixture, "create", "items", ["values": ["kind": .string(planted)]])
            #expect(row["word"]?.string == planted && row["kind"]?.string == planted && row["extra"]?["k"]?.string == planted, "\(row)")
            #expect(try await crud(fixture, "list", "known", [:]).count == 0, "the table is there")
            for name in [planted, "a b", "1a", "", "a\"b", String(repeating: "a", count: 49)] {
                try await fixture.refuses(
                    .invalidArgument, "collections_apply", ["dataSource": "shop", "name": .string(name), "fields": []], as: Self.admin)
                for member in ["name", "foreignKey", "through"] {
                    var field: JSONObject = ["name": "ok", "type": "belongsToMany", "target": "known"]
                    field[member] = .string(name)
                    try await fixture.refuses(
                        .invalidArgument, "collections_apply", ["dataSource": "shop", "name": "fresh", "fields": [.object(field)]], as: Self.admin)
                }
            }
            let wrong: [JSONObject] = [
                ["name": "n", "type": "integer", "defaultValue": "1; DROP TABLE known"], ["name": "n", "type": "string", "length": "20)"],
                ["name": "n", "type": "decimal", "defaultValue": "1) --"], ["name": "n", "type": "varchar(1); --"],
                ["name": "n", "type": "string", "onDelete": "x"],
                ["name": "n", "type": "belongsTo", "target": "known", "onDelete": "CASCADE; DROP TABLE known"],
                ["name": "n", "type": "belongsTo", "target": "known; --"], ["name": "n", "type": "dateOnly", "defaultValue": "now()"],
            ]
            for field in wrong {
                try await fixture.refuses(
                    .invalidArgument, "collections_apply", ["dataSource": "shop", "name": "fresh", "fields": [.object(field)]], as: Self.admin)
            }
            #expect(try await fixture.does("collections_list", ["dataSource": "shop"], as: Self.admin)["data"]?.count == 2)
        }
    }

    @Test("C68 a table or column that a view reads cannot be dropped", arguments: Dialect.allCases)
    func views(dialect: Dialect) async throws {
        let script = [
            "CREATE TABLE known (id BIGINT PRIMARY KEY, word VARCHAR(40), size BIGINT)", "CREATE VIEW words AS SELECT k.word AS w FROM known AS k",
        ]
        try await ToolFixture.withSource("shop", dialect, script) { fixture, _ in
            try await fixture.does("data_sources_update", ["name": "shop", "allowSchemaChanges": true], as: Self.admin)
            func destroyed(_ arguments: JSONObject) -> JSONObject {
                var all = arguments
                (all["dataSource"], all["confirm"]) = ("shop", true)
                return all
            }
            try await fixture.refuses(
                .invalidArgument, "fields_destroy", destroyed(["collectionName": "known", "filterByTk": "word"]), as: Self.admin)
            try await fixture.refuses(
                .invalidArgument, "collections_destroy", destroyed(["filterByTk": "known"]), as: Self.admin)
            #expect(try await crud(fixture, "list", "words", [:]).count == 0)
            try await fixture.does("fields_destroy", destroyed(["collectionName": "known", "filterByTk": "size"]), as: Self.admin)
            #expect(try await crud(fixture, "list", "words", [:]).count == 0)
        }
    }

    @Test("Names of the server and of its routes are no collection's")
    func reserved() async throws {
        try await ToolFixture.with { fixture in
            for name in ["users", "roles", "Users", "mcp", "sqlite_x", "pg_x", "login"] {
                try await fixture.refuses(.invalidArgument, "collections_apply", ["name": .string(name), "fields": []], as: Self.admin)
            }
            try await fixture.refuses(
                .invalidArgument, "collections_apply", ["name": "x", "fields": [["name": "owner", "type": "belongsTo", "target": "users"]]],
                as: Self.admin)
            try await fixture.refuses(.invalidArgument, "collections_apply", ["name": "Orders", "fields": []], as: Self.admin)
            try await fixture.refuses(.notFound, "collections_destroy", ["filterByTk": "users", "confirm": true], as: Self.admin)
        }
    }

    @Test(
        "An attached database's tables cannot be changed unless its administrator permits it; titles can be set",
        arguments: [Dialect.sqlite, .postgresql])
    func closed(dialect: Dialect) async throws {
        let script = [
            "CREATE TABLE known (id INTEGER PRIMARY KEY, word TEXT)", "CREATE TABLE notes (id INTEGER PRIMARY KEY, known_ref INTEGER)",
            "INSERT INTO known VALUES (7, 'seven')", "INSERT INTO notes VALUES (1, 7)",
        ]
        try await ToolFixture.withSource("shop", dialect, script) { fixture, _ in
            let arguments: JSONObject = ["dataSource": "shop", "name": "items", "fields": [["name": "word", "type": "string"]]]
            let reply = try await fixture.refuses(.forbidden, "collections_apply", arguments, as: Self.admin)
            #expect(reply.reason.contains("allowSchemaChanges"))
            try await fixture.refuses(
                .forbidden, "collections_destroy", ["dataSource": "shop", "filterByTk": "known", "confirm": true], as: Self.admin)
            let said = try await apply(fixture, "known", [["name": "word", "title": "Word"]], ["title": "Known words"])
            #expect(said["changed"]?.bool == true && said["ddl"]?.count == 0, "\(said)")
            let listed = try await fixture.does("collections_list", ["dataSource": "shop"], as: Self.admin)
            #expect(listed["data"]?[0]?["title"]?.string == "Known words")
            // A relation that the database has no key for is known here alone.
            let relation: JSONObject = [
                "dataSource": "shop", "collectionName": "notes", "name": "about", "type": "belongsTo", "target": "known", "foreignKey": "known_ref",
            ]
            #expect(try await fixture.does("fields_apply", relation, as: Self.admin)["data"]?["ddl"]?.count == 0)
            let note = try await crud(fixture, "get", "notes", ["filterByTk": 1, "appends": ["about"]])
            #expect(note["about"]?["word"]?.string == "seven", "\(note)")
            #expect(try await crud(fixture, "list", "notes", ["filter": ["about.word": "seven"]]).ids == [1])
            try await fixture.does("fields_destroy", ["dataSource": "shop", "collectionName": "notes", "filterByTk": "about"], as: Self.admin)
            #expect(try await crud(fixture, "get", "notes", ["filterByTk": 1])["known_ref"]?.int == 7)
        }
    }

    @Test("E16 Rules of a dropped collection are suspended, and close another one of its name")
    func rules() async throws {
        try await ToolFixture.with { fixture in
            try await apply(fixture, "plans", [["name": "word", "type": "string"]], in: "main")
            try await fixture.does("access_rules_set", ["role": "clerk", "resource": "plans", "actions": ["view"]], as: Self.admin)
            #expect(try await fixture.does("crud", ["resource": "plans", "action": "list"], as: .clerk)["data"]?.count == 0)
            try await fixture.does("collections_destroy", ["filterByTk": "plans", "confirm": true], as: Self.admin)
            try await apply(fixture, "plans", [["name": "word", "type": "string"]], in: "main")
            try await fixture.refuses(.notFound, "crud", ["resource": "plans", "action": "list"], as: .clerk)
            let rules = try await fixture.does("access_rules_list", as: Self.admin)["data"]?.array ?? []
            #expect(rules.contains { $0["resource"]?.string == "plans" && $0["suspended"]?.string == "collection" }, "\(rules)")
        }
    }

    @Test("E05 a caller with a restricting rule cannot change the collection's definition or its relations")
    func narrowed() async throws {
        try await ToolFixture.with { fixture in
            try await fixture.does(
                "access_rules_set", ["role": "admin", "resource": "secrets", "actions": ["view"], "effect": "deny", "columns": ["word"]],
                as: .terminal)
            let field: JSONObject = ["collectionName": "secrets", "name": "more", "type": "string"]
            try await fixture.refuses(.forbidden, "fields_apply", field, as: Self.admin)
            try await fixture.refuses(
                .forbidden, "fields_destroy", ["collectionName": "secrets", "filterByTk": "word", "confirm": true], as: Self.admin)
            try await fixture.refuses(.forbidden, "collections_destroy", ["filterByTk": "secrets", "confirm": true], as: Self.admin)
            try await fixture.refuses(
                .forbidden, "collections_apply", ["name": "fresh", "fields": [["name": "all", "type": "hasMany", "target": "secrets"]]],
                as: Self.admin)
            for kind in [CallerKind.reader, .member, .clerk, .foreigner, .outsider] {
                let code: Refusal.Code = kind == .foreigner ? .notFound : .forbidden
                try await fixture.refuses(code, "collections_apply", ["name": "fresh", "fields": []], as: kind)
                try await fixture.refuses(code, "collections_destroy", ["filterByTk": "orders", "confirm": true], as: kind)
            }
        }
    }

    @Test("A password can be set, and is never shown", arguments: Dialect.allCases)
    func password(dialect: Dialect) async throws {
        try await withShop(dialect) { fixture in
            try await apply(fixture, "accounts", [["name": "login", "type": "string"], ["name": "secret", "type": "password"]])
            let made = try await crud(fixture, "create", "accounts", ["values": ["login": "ann", "secret": "swordfish"]])
            #expect(made["secret"] == nil && made["login"]?.string == "ann", "\(made)")
            #expect(try await crud(fixture, "list", "accounts", [:])[0]?["secret"] == nil)
            for filter in [["secret": "swordfish"], ["secret": ["$notEmpty": true]]] as [JSONValue] {
                try await fixture.refuses(
                    .invalidArgument, "crud", ["dataSource": "shop", "resource": "accounts", "action": "list", "filter": filter], as: Self.admin)
            }
            let reply = try await fixture.call("run_sql", ["dataSource": "shop", "sql": "SELECT secret FROM accounts"], as: Self.admin)
            #expect(reply.code != "ok", "\(reply)")
            let all = try await fixture.call("run_sql", ["dataSource": "shop", "sql": "SELECT * FROM accounts"], as: Self.admin)
            #expect(!"\(all)".contains("swordfish") && !"\(all)".contains("argon2"), "\(all)")
        }
    }

    @Test(
        "The server gives numbers, identifiers and defaults; values that break a rule are refused with the field's name", arguments: Dialect.allCases)
    func given(dialect: Dialect) async throws {
        try await withShop(dialect) { fixture in
            let patterns: JSONValue = [
                ["type": "string", "options": ["value": "INV-"]], ["type": "integer", "options": ["digits": 3, "start": 9]],
            ]
            let fields: JSONValue = [
                ["name": "number", "type": "sequence", "patterns": patterns, "unique": true], ["name": "token", "type": "uuid"],
                ["name": "short", "type": "nanoid"],
                ["name": "mail", "type": "string", "interface": "email"], ["name": "tags", "type": "array"], ["name": "files", "type": "attachment"],
                [
                    "name": "age", "type": "integer",
                    "validation": ["rules": [["name": "min", "args": ["limit": 18]], ["name": "max", "args": ["limit": 99]]]],
                ],
                ["name": "name", "type": "string", "allowNull": false, "validation": ["rules": [["name": "min", "args": ["limit": 2]]]]],
                [
                    "name": "plate", "type": "string",
                    "validation": ["rules": [["name": "pattern", "args": ["regexp": "^[A-Z]{1,3}-\\d{1,4}$"]]]],
                ],
            ]
            try await apply(fixture, "bills", fields)
            let rows = try await crud(fixture, "create", "bills", ["values": [["name": "Ada"], ["name": "Bo", "age": 18]]])
            #expect(rows.array?.compactMap { $0["number"]?.string } == ["INV-009", "INV-010"], "\(rows)")
            #expect(rows[0]?["token"]?.string?.count == 36 && rows[0]?["short"]?.string?.count == 21 && rows[0]?["token"] != rows[1]?["token"])
            let found = try await crud(fixture, "firstOrCreate", "bills", ["filterKeys": ["name"], "values": ["name": "Cy", "plate": "W-12"]])
            #expect(found["number"]?.string == "INV-011", "\(found)")
            let wrong: [(JSONObject, String)] = [
                (["name": "D"], "values.name"), ([:], "name"), (["name": .null], "values.name"), (["name": "Dee", "age": 17], "values.age"),
                (["name": "Dee", "age": 100], "values.age"), (["name": "Dee", "mail": "nowhere"], "values.mail"),
                (["name": "Dee", "tags": ["a": 1]], "values.tags"),
                (["name": "Dee", "files": [["url": "javascript:alert(1)"]]], "values.files"),
                (["name": "Dee", "number": "INV-001"], "values.number"),
                (["name": "Dee", "plate": "w-1"], "values.plate"), (["name": "Dee", "plate": "W-12345"], "values.plate"),
            ]
            for (values, named) in wrong {
                let reply = try await fixture.call(
                    "crud", ["dataSource": "shop", "resource": "bills", "action": "create", "values": .object(values)], as: Self.admin)
                #expect(["invalid_argument", "forbidden"].contains(reply.code) && reply.reason.contains(named), "\(values): \(reply)")
            }
            #expect(try await crud(fixture, "list", "bills", [:]).count == 3)
            for pattern in ["(a)\\1", "[", .null, 5] as [JSONValue] {
                let field: JSONValue = [
                    "name": "plate", "type": "string", "validation": ["rules": [["name": "pattern", "args": ["regexp": pattern]]]],
                ]
                try await fixture.refuses(
                    .invalidArgument, "collections_apply", ["dataSource": "shop", "name": "bills", "fields": [field]], as: Self.admin)
            }
            let changed = try await fixture.call(
                "crud", ["dataSource": "shop", "resource": "bills", "action": "update", "filterByTk": 1, "values": ["age": 5]], as: Self.admin)
            #expect(changed.code == "invalid_argument" && changed.reason.contains("values.age"))
        }
    }

    @Test("A collection that keeps deleted rows never shows them, in any way", arguments: Dialect.allCases)
    func softDelete(dialect: Dialect) async throws {
        try await withShop(dialect) { fixture in
            try await apply(fixture, "shelves", [["name": "word", "type": "string"]])
            try await apply(fixture, "books", [["name": "word", "type": "string"], ["name": "shelf", "type": "belongsTo", "target": "shelves"]])
            try await apply(fixture, "shelves", [], ["softDelete": true])
            for word in ["a", "b"] { _ = try await crud(fixture, "create", "shelves", ["values": ["word": .string(word)]]) }
            _ = try await crud(fixture, "create", "books", ["values": ["word": "one", "shelfId": 1]])
            #expect(try await crud(fixture, "destroy", "shelves", ["filterByTk": 1]).int == 1)
            #expect(try await crud(fixture, "destroy", "shelves", ["filterByTk": 1]).int == 0, "it is gone already")
            #expect(try await crud(fixture, "list", "shelves", [:]).ids == [2])
            #expect(try await crud(fixture, "get", "shelves", ["filterByTk": 1]) == .null)
            #expect(try await crud(fixture, "update", "shelves", ["filterByTk": 1, "values": ["word": "c"]]).count == 0)
            #expect(try await crud(fixture, "list", "books", ["filter": ["shelf.word": "a"]]).count == 0)
            #expect(try await crud(fixture, "list", "books", [:]).count == 1, "what depends on it stays")
            let rows = try await fixture.does("run_sql", ["dataSource": "shop", "sql": "SELECT id FROM shelves"], as: Self.admin)["rows"]
            #expect(rows == [[2]], "\(rows ?? .null)")
            try await fixture.refuses(
                .forbidden, "crud",
                ["dataSource": "shop", "resource": "shelves", "action": "update", "filterByTk": 2, "values": ["deletedAt": .null]], as: Self.admin)
            try await apply(fixture, "shelves", [["name": "more", "type": "string"]])
            #expect(try await crud(fixture, "list", "shelves", [:]).ids == [2], "the option stays")
            try await apply(fixture, "shelves", [], ["softDelete": false])
            #expect(try await crud(fixture, "list", "shelves", [:]).ids == [1, 2])
        }
    }
}
