import Access
import Catalog
import GatehouseTesting
import SQL
import Store
import Testing

@Suite("Views over narrowed tables")
struct ViewRightsTests {
    private static let script: [Statement] = [
        "CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, salary INTEGER)", "INSERT INTO staff VALUES (1, 'ann', 10)",
        "CREATE VIEW pay AS SELECT id, salary FROM staff", "CREATE VIEW names AS SELECT id, name FROM staff",
    ]

    private static func content(_ actions: Set<RecordAction> = [.view], hidden: [String] = [], expires: Timestamp? = nil) -> RuleContent {
        RuleContent(actions: actions, hidden: hidden, expires: expires)
    }

    private func actions(_ world: World, _ role: String, _ collection: String) async throws -> [RecordAction] {
        let contents = try await world.catalog.contents(of: "main", in: World.workspace.id)
        return try await world.rules.rights(of: World.caller([role]), on: try #require(contents[collection])).actions
    }

    @Test("a default gives access to a view only to callers without rules on the source; a rule on the view gives it again")
    func views() async throws {
        let world = try await World(script: Self.script)
        #expect(try await actions(world, "reader", "pay") == [.view])
        _ = try await world.rules.set(
            Self.content(hidden: ["salary"]), role: "reader", source: "main", collection: "staff", in: World.workspace.id)
        #expect(try await actions(world, "reader", "staff") == [.view])
        #expect(try await actions(world, "reader", "pay").isEmpty)
        #expect(try await actions(world, "admin", "pay") == [.view], "a rule of another role narrows nobody else")
        _ = try await world.rules.set(Self.content(), role: "reader", source: "main", collection: "names", in: World.workspace.id)
        #expect(try await actions(world, "reader", "names") == [.view])
        #expect(try await actions(world, "reader", "pay").isEmpty)
        await world.close()
    }

    @Test("E16 a view over a table stays closed while the rule that narrows the table is suspended")
    func suspended() async throws {
        let world = try await World(script: Self.script)
        let contents = try await world.catalog.contents(of: "main", in: World.workspace.id)
        func actions(_ collection: String) async throws -> [RecordAction] {
            try await world.rules.rights(of: World.caller(["reader", "auditor"]), on: try #require(contents[collection])).actions
        }
        _ = try await world.rules.set(
            RuleContent(actions: [.view], effect: .deny, columns: ["salary"], expires: Timestamp.now + .seconds(3_600)), role: "auditor",
            source: "main", collection: "staff", in: World.workspace.id)
        #expect(try await actions("staff") == [.view])
        #expect(try await actions("pay").isEmpty)
        try await world.store.change { try RuleStore.suspend(role: "auditor", in: [World.workspace.id], &$1, on: $0) }
        for collection in ["staff", "pay"] { #expect(try await actions(collection).isEmpty, "\(collection)") }
        _ = try await world.rules.resume({ $0.role == "auditor" }, in: World.workspace.id) { _ in
            nil
        } check: { _ in
        }
        #expect(try await actions("staff") == [.view])
        #expect(try await actions("pay").isEmpty)
        await world.close()
    }

    @Test("rights that are remembered end with their rule, and with its expiry")
    func remembered() async throws {
        let world = try await World(script: Self.script)
        var (end, wait, seen) = (Timestamp.now, Duration.milliseconds(100), [RecordAction]())
        // On a busy machine the rule may be over before it was read: then again, with a later end.
        repeat {
            wait *= 2
            end = Timestamp.now + wait
            _ = try await world.rules.set(
                Self.content([.view, .update], expires: end), role: "clerk", source: "main", collection: "staff", in: World.workspace.id)
            seen = try await actions(world, "clerk", "staff")
        } while Timestamp.now > end
        #expect(seen == [.view, .update])
        let over = end
        try await until { Timestamp.now > over }
        #expect(try await actions(world, "clerk", "staff").isEmpty)
        let rule = try await world.rules.set(Self.content(), role: "clerk", source: "main", collection: "staff", in: World.workspace.id)
        for other in try await world.rules.list(in: World.workspace.id) where other.source == "other" {
            try await world.rules.remove(other.id, in: World.workspace.id)
        }
        #expect(try await actions(world, "clerk", "staff") == [.view])
        try await world.rules.remove(rule.id, in: World.workspace.id)
        #expect(try await actions(world, "clerk", "staff").isEmpty)
        await world.close()
    }

    @Test("rights that are remembered are never lent to a caller with other roles or attributes")
    func lending() async throws {
        let world = try await World(script: Self.script)
        let contents = try await world.catalog.contents(of: "main", in: World.workspace.id)
        let staff = try #require(contents["staff"])
        _ = try await world.rules.set(
            RuleContent(actions: [.view], filter: .compare(FieldPath(field: "id"), .equal(.attribute("user.id")))), role: "clerk", source: "main",
            collection: "staff", in: World.workspace.id)
        func caller(_ user: Int64, _ roles: [String]) -> Caller {
            Caller(
                kind: .apiKey(APIKeyID(1)), organization: OrganizationRef(id: OrganizationID(7), name: "home"),
                user: UserRef(id: UserID(user), name: "ann"), workspace: World.workspace, roles: roles, scopes: .all)
        }
        for (user, roles) in [(5, ["clerk"]), (6, ["clerk"]), (5, ["admin"]), (5, [])] as [(Int64, [String])] {
            for _ in 0..<2 {
                let rights = try await world.rules.rights(of: caller(user, roles), on: staff)
                switch roles {
                case ["clerk"]: #expect(rights.filter(.view) == .compare(FieldPath(field: "id"), .equal(.value(.int(user)))))
                case ["admin"]: #expect(rights.isUnrestrictedView)
                default: #expect(rights.actions.isEmpty)
                }
            }
        }
        await world.close()
    }
}
