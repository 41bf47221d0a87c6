import Access
import Catalog
import GatehouseTesting
import JSON
import SQL
import SQLSyntax
import Store
import Testing

@Suite("Rules that are kept")
struct RuleStoreTests {
    static let here = WorkspaceID(1)
    static let staff = RightsTests.collection()
    static let catalog = SourceCatalog(source: "main", dialect: .sqlite, collections: [staff])

    @Test("a rule comes back as it was set, on either engine, also to another process", arguments: StoreEngine.allCases)
    func roundTrip(engine: StoreEngine) async throws {
        try await engine.withDatabase { database in
            let world = try await World(on: database)
            let content = RuleContent(
                actions: [.view, .update], columns: ["name", "o'dd \"x\""], masked: ["name"], hidden: ["salary"],
                filter: .all([
                    .compare(FieldPath(field: "name"), .oneOf([.value(.text("é\\\"")), .attribute("user.id")])),
                    .related(path: ["boss"], .not(.compare(FieldPath(field: "id"), .isNull))),
                ]), relations: [RelationKey(Self.staff.relations[0], of: "staff")], expires: Timestamp(microseconds: 4_000_000_000_000_000))
            let made = try await world.rules.set(content, role: "clerk", source: "main", collection: "staff", in: Self.here)
            #expect(made.content == content)
            let listed = try await RuleStore(store: world.store).list(in: Self.here)
            #expect(listed == [made])
            let elsewhere = try await world.rules.list(in: WorkspaceID(2))
            #expect(elsewhere.isEmpty)
        }
    }

    @Test("E17 concurrent changes of a rule replace each other as sequential ones do", arguments: StoreEngine.allCases)
    func concurrentSets(engine: StoreEngine) async throws {
        let place = try await engine.makeDatabase()
        let nodes = [try await World(on: place.open()), try await World(on: place.open())]
        for round in 0..<10 {
            let role = "clerk\(round)"
            let ids = try await withThrowingTaskGroup(of: RuleID.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        let content = RuleContent(
                            actions: number.isMultiple(of: 2) ? [.view, .update] : [.view], effect: number % 4 < 2 ? .allow : .deny,
                            hidden: number % 4 < 2 ? ["h\(number)"] : [])
                        return try await nodes[number % 2].rules.set(content, role: role, source: "main", collection: "staff", in: Self.here).id
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(ids.count == 8)
            let rules = try await RuleStore(store: nodes[0].store).list(in: Self.here).filter { $0.role == role }
            for effect in [Rule.Effect.allow, .deny] {
                let actions = rules.filter { $0.content.effect == effect }.flatMap { $0.content.actions.map(\.rawValue) }
                #expect(actions.count(where: { $0 == "view" }) == 1, "\(effect): \(actions)")
                #expect(Set(actions).count == actions.count, "\(effect): \(actions)")
            }
        }
        for node in nodes { await node.close() }
    }

    @Test("setting an action again takes it out of earlier rules of the role there", arguments: StoreEngine.allCases)
    func set(engine: StoreEngine) async throws {
        try await engine.withDatabase { database in
            let world = try await World(on: database)
            func set(_ actions: Set<RecordAction>, _ role: String = "clerk", _ effect: Rule.Effect = .allow, hidden: [String] = []) async throws
                -> RuleID
            {
                let content = RuleContent(actions: actions, effect: effect, hidden: hidden)
                return try await world.rules.set(content, role: role, source: "main", collection: "staff", in: Self.here).id
            }
            let first = try await set([.view, .update])
            let other = try await set([.view], "boss")
            let denial = try await set([.view], "clerk", .deny)
            let second = try await set([.view], hidden: ["salary"])
            let again = try await set([.view], hidden: ["name"])
            #expect(again == second)
            let left = try await world.rules.list(in: Self.here).map { "\($0.id.rawValue) \($0.content.actions.sorted()) \($0.content.hidden)" }
            #expect(
                left == [
                    "\(first.rawValue) [Access.RecordAction.update] []", "\(other.rawValue) [Access.RecordAction.view] []",
                    "\(denial.rawValue) [Access.RecordAction.view] []", "\(second.rawValue) [Access.RecordAction.view] [\"name\"]",
                ])
            let whole = try await set([.view, .update, .destroy])
            let last = try await world.rules.list(in: Self.here).filter { $0.role == "clerk" && $0.content.effect == .allow }.map(\.id)
            #expect(last == [whole])
        }
    }

    @Test(
        "rights change with the next call after a rule is set or removed, and with other processes' changes after the feed saw them",
        arguments: StoreEngine.allCases)
    func effective(engine: StoreEngine) async throws {
        try await engine.withDatabase { database in
            let world = try await World(on: database)
            let caller = World.caller(["reader"])
            func mayView() async throws -> Bool { try await world.rules.rights(of: caller, on: Self.staff).allows(.view) }
            #expect(try await mayView())
            let denial = RuleContent(actions: [.view], effect: .deny)
            let rule = try await world.rules.set(denial, role: "reader", source: "main", collection: "staff", in: Self.here)
            #expect(try await !mayView())
            try await world.rules.remove(rule.id, in: Self.here)
            #expect(try await mayView())
            // A change by another process is a write that this process's feed has not polled yet.
            try await world.store.write(changesRights: false) { connection in
                try connection.execute(
                    """
                    INSERT INTO rules (workspace_id, role, source, collection, effect, actions, masked, hidden, filter, created_at)
                    VALUES (1, 'reader', 'main', 'staff', 'deny', '["view"]', '[]', '[]', '{}', 0)
                    """)
            }
            world.store.feed.bump()
            #expect(try await !mayView())
        }
    }

    @Test("E05 a rule of another workspace cannot be removed, with the response for an unknown rule")
    func otherWorkspace() async throws {
        let world = try await World()
        let rule = try await world.rules.set(RuleContent(actions: [.view]), role: "a", source: "main", collection: "staff", in: WorkspaceID(2))
        let foreign = try await refusal { try await world.rules.remove(rule.id, in: Self.here) }
        let missing = try await refusal { try await world.rules.remove(RuleID(999), in: Self.here) }
        #expect(foreign?.code == .notFound && missing?.code == .notFound)
        #expect(foreign?.reason == "no rule \(rule.id.rawValue) in this workspace")
        let left = try await world.rules.list(in: WorkspaceID(2))
        #expect(left == [rule])
        await world.close()
    }

    @Test("a rule that cannot be read fails every call of its workspace, and no other")
    func unreadable() async throws {
        let world = try await World()
        try await world.store.write { connection in
            try connection.execute(
                """
                INSERT INTO rules (workspace_id, role, source, collection, effect, actions, masked, hidden, filter, created_at)
                VALUES (1, 'x', 'main', 'staff', 'deny', '["view"]', '[]', '[]', '{"$and":1}', 0)
                """)
        }
        await #expect(throws: (any Error).self) { try await world.rules.rights(of: World.caller(["admin"]), on: Self.staff) }
        let other = WorkspaceRef(id: WorkspaceID(2), name: "other", organization: OrganizationID(7))
        #expect(try await world.rules.rights(of: World.caller(["admin"], workspace: other), on: Self.staff).allows(.view))
        await world.close()
    }

    @Test(
        "a draft with a wrong name is refused with the name and the possible ones",
        arguments: [
            (RuleDraft(role: "a", source: "main", collection: "nope", actions: ["view"]), "no collection 'nope'"),
            (RuleDraft(role: "a", source: "main", collection: "staff", actions: ["read"]), "'read' is not an action"),
            (
                RuleDraft(role: "a", source: "main", collection: "staff", actions: []),
                "actions: expected at least one of view, create, update, destroy"
            ),
            (RuleDraft(role: "a", source: "main", collection: "staff", actions: ["view"], columns: ["pay"]), "columns: unknown field 'pay'"),
            (RuleDraft(role: "a", source: "main", collection: "staff", actions: ["view"], masked: ["pay"]), "fields: id, name, salary, createdById"),
            (RuleDraft(role: "a", source: "main", collection: "staff", actions: ["view"], hidden: ["pay"]), "hide: unknown field"),
            (RuleDraft(role: "a", source: "main", collection: "staff", actions: ["view"], filter: ["pay": 1]), "unknown field 'pay'"),
            (
                RuleDraft(role: "a", source: "main", collection: "staff", actions: ["view"], filter: ["id": "{{$user.password}}"]),
                "unknown variable 'user.password'"
            ),
            (RuleDraft(role: "a", source: "main", collection: "staff", actions: ["view"], effect: "maybe"), "expected allow or deny"),
            (
                RuleDraft(role: "a", source: "main", collection: "staff", actions: ["view"], effect: "deny", hidden: ["name"]),
                "names the denied fields in columns"
            ),
            (
                RuleDraft(role: "a", source: "main", collection: "staff", actions: ["view"], effect: "deny", columns: ["name"], filter: ["id": "1"]),
                "not both"
            ),
            (RuleDraft(role: "a", source: "main", collection: "staff", actions: ["view"], effect: "deny", columns: []), "at least one field"),
            (RuleDraft(role: "", source: "main", collection: "staff", actions: ["view"]), "role: expected"),
        ])
    func drafts(draft: RuleDraft, expected: String) async throws {
        let catalog = SourceCatalog(source: "main", dialect: .sqlite, collections: [Self.staff])
        let refused = try await refusal { try draft.content(in: catalog) }
        #expect(refused?.reason.contains(expected) == true, "\(refused?.reason ?? "accepted")")
    }

    @Test("explanations name roles, rules and their effect")
    func explanation() async throws {
        let world = try await World()
        let content = RuleContent(actions: [.view], columns: ["name"], filter: .compare(FieldPath(field: "name"), .equal(.attribute("user.name"))))
        let rule = try await world.rules.set(content, role: "clerk", source: "main", collection: "staff", in: Self.here)
        let lines = try await world.rules.rights(of: World.caller(["clerk", "member"]), in: Self.catalog).explained(on: Self.staff)
        #expect(
            lines == [
                "role 'clerk': its rules on main/staff replace its defaults",
                "role 'member': creates, and views, updates and destroys its own records by default",
                "rule \(rule.id.rawValue) of role 'clerk': allows view; columns name; rows where {\"name\":{\"$eq\":\"{{$user.name}}\"}}",
                "together: view, every column, rows where {\"$or\":[{\"name\":{\"$eq\":\"ann\"}},{\"createdById\":{\"$eq\":5}}]}",
                "together: create, columns id, name, salary, every row",
                "together: update, columns id, name, salary, rows where {\"createdById\":{\"$eq\":5}}",
                "together: destroy, rows where {\"createdById\":{\"$eq\":5}}",
            ])
        let lost = RuleContent(actions: [.view], hidden: ["wage"])
        _ = try await world.rules.set(lost, role: "guest", source: "main", collection: "staff", in: Self.here)
        let rights = try await world.rules.rights(of: World.caller(["guest"]), in: Self.catalog)
        #expect(rights.explained(on: Self.staff).contains { $0.contains("wage") && $0.contains("gives nothing") })
        #expect(!rights.explained(on: Self.staff, revealing: false).contains { $0.contains("wage") })
        await world.close()
    }
}
