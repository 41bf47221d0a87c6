import Access
import Catalog
import SQL
import Store
import Testing

@Suite("Rules about users, and rules of permissions")
struct SubjectTests {
    private static func rule(_ subject: Rule.Subject, _ effect: Rule.Effect, _ actions: Set<RecordAction>, id: Int64 = 1) -> Rule {
        Rule(
            id: RuleID(id), workspace: WorkspaceID(1), subject: subject, source: "main", collection: "staff",
            content: RuleContent(actions: actions, effect: effect))
    }

    private static let me = Rule.Subject.user(UserID(5))

    private static func rights(_ caller: Caller, _ rules: [Rule]) -> CollectionRights {
        Rights(rules: rules, now: RightsTests.now).of(caller, on: RightsTests.collection())
    }

    private static func caller(_ roles: [String], held: Set<String>? = nil, role: String? = nil) -> Caller {
        Caller(
            kind: .apiKey(APIKeyID(1)), organization: OrganizationRef(id: OrganizationID(7), name: "home"), user: UserRef(id: UserID(5), name: "ann"),
            workspace: RightsTests.workspace, roles: roles, heldRoles: held, scopes: .all,
            limits: CredentialLimits(workspace: nil, role: role, expires: nil))
    }

    @Test("A user's own rights are added to those of its roles, do not replace role defaults, and do not affect other users")
    func allow() {
        let both = [Self.rule(Self.me, .allow, [.view])]
        #expect(Self.rights(Self.caller(["clerk"]), both).actions == [.view])
        let member = Self.rights(Self.caller(["member"]), both)
        #expect(member.filter(.view) == .always && member.filter(.update) == RightsTests.own)
        #expect(Self.rights(Self.caller(["clerk"]), [Self.rule(.user(UserID(6)), .allow, [.view])]).actions == [])
    }

    @Test("Who has no role in the workspace has nothing by a rule of its own either")
    func noRole() { #expect(Self.rights(Self.caller([]), [Self.rule(Self.me, .allow, [.view])]).actions == []) }

    @Test("E07 A key or request that uses some roles loses the user's own rights, but keeps its denials")
    func narrowed() {
        let rules = [Self.rule(Self.me, .allow, [.view], id: 1), Self.rule(Self.me, .deny, [.destroy], id: 2)]
        for caller in [Self.caller(["clerk"], held: ["clerk", "reader"]), Self.caller(["clerk"], role: "clerk")] {
            #expect(Self.rights(caller, rules).actions == [])
            let admin = Self.caller(["admin"], held: ["admin", "reader"])
            #expect(Self.rights(admin, rules).actions == [.view, .create, .update])
        }
    }

    @Test("A denial for the user overrides the rights of its roles")
    func deny() {
        #expect(Self.rights(Self.caller(["admin"]), [Self.rule(Self.me, .deny, [.view, .update])]).actions == [.create, .destroy])
    }

    @Test("The rules of a permission are replaced and removed together, without affecting rules set by hand")
    func replace() async throws {
        let world = try await World()
        let (first, second) = (PermissionID(1), PermissionID(2))
        @Sendable func rule(_ subject: Rule.Subject, _ collection: String, _ place: Int64 = 1, expires: Timestamp? = nil) -> PermissionRule {
            PermissionRule(
                workspace: WorkspaceID(place), subject: subject, source: "main", collection: collection,
                content: RuleContent(actions: [.view], expires: expires))
        }
        let end = Timestamp(microseconds: 99)
        try await world.store.change { connection, changed in
            let rules = [rule(.role("clerk"), "a"), rule(Self.me, "b", expires: end), rule(Self.me, "c", 2)]
            try RuleStore.replace(first, with: rules, &changed, on: connection)
            try RuleStore.replace(second, with: [rule(.role("clerk"), "a")], &changed, on: connection)
        }
        _ = try await world.rules.set(RuleContent(actions: [.view]), role: "clerk", source: "main", collection: "a", in: WorkspaceID(1))
        func rules(_ place: Int64 = 1) async throws -> [String] {
            try await world.rules.list(in: WorkspaceID(place)).map { "\($0.role ?? "me") \($0.collection) \($0.permission?.rawValue ?? 0)" }
        }
        #expect(try await rules() == ["clerk a 1", "me b 1", "clerk a 2", "clerk a 0"])
        #expect(try await world.rules.list(in: WorkspaceID(1))[1].content.expires == end)
        let ids = try await world.rules.list(in: WorkspaceID(1)).map(\.id)
        #expect(try await refusal { try await world.rules.remove(ids[0], in: WorkspaceID(1)) }?.code == .notFound)
        // Setting a rule by hand takes nothing out of those of permissions.
        _ = try await world.rules.set(RuleContent(actions: [.view, .update]), role: "clerk", source: "main", collection: "a", in: WorkspaceID(1))
        #expect(try await rules().count == 4)
        try await world.store.change { try RuleStore.replace(first, with: [], &$1, on: $0) }
        #expect(try await rules() == ["clerk a 2", "clerk a 0"])
        #expect(try await rules(2) == [])
        try await world.store.change { connection, changed in
            try RuleStore.replace(first, with: [rule(Self.me, "b"), rule(Self.me, "c", 2)], &changed, on: connection)
            try RuleStore.removeAll(about: UserID(5), &changed, on: connection)
            try RuleStore.suspend(role: "clerk", in: [WorkspaceID(1)], &changed, on: connection)
        }
        let left = try await world.rules.list(in: WorkspaceID(1))
        #expect(left.allSatisfy { $0.role == "clerk" && $0.suspension == .role })
        #expect(try await rules(2) == [])
        await world.close()
    }
}
