import GatehouseTesting
import Identity
import Store
import Testing

@Suite("Other organizations")
struct ForeignOrganizationTests {
    @Test(
        "E20 no other organization gets the name of the client that sign-ins of the question server belong to, in any case",
        arguments: StoreEngine.allCases)
    func questionClient(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let boss = acme.bound(acme.boss)
            _ = try await fixture.applications.add(acme.id, "other", bound: boss)
            for name in ["question-server", "Question-SERVER"] as [Name] {
                try await fixture.refuses(.conflict) { _ = try await fixture.applications.add(acme.id, name, bound: boss) }
                var change = ApplicationChange()
                change.name = .set(name)
                try await fixture.refuses(.conflict) { _ = try await fixture.applications.update(acme.id, "other", change, bound: boss) }
            }
        }
    }

    @Test("E05 every call with an id of another organization answers as for an unknown id, and changes nothing", arguments: StoreEngine.allCases)
    func matrix(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let rival = try await fixture.tenant("rival")
            let terminal = try await fixture.terminal()
            let (key, _) = try await DirectoryTests.key(fixture, rival)
            let mine = acme.id
            let boss = acme.bound(acme.boss, roles: [.admin])
            let place = rival.workspace.id
            let secret = Secret("a new password")
            let limits = KeyLimits(scopes: ["run:sql"])
            _ = try await fixture.roles.add(rival.id, "secret")

            let calls: [(String, (UserID, WorkspaceID, APIKeyID, Name, QualifiedName, OrganizationID) async throws -> Void)] = [
                ("users.get", { user, _, _, _, _, _ in _ = try await fixture.users.get(mine, user) }),
                ("users.disable", { user, _, _, _, _, _ in try await fixture.users.disable(mine, user) }),
                ("users.enable", { user, _, _, _, _, _ in try await fixture.users.enable(mine, user) }),
                ("users.setPassword", { user, _, _, _, _, _ in try await fixture.users.setPassword(mine, user, secret) }),
                ("roles.find", { _, _, _, role, _, _ in _ = try await fixture.roles.find(mine, role) }),
                ("roles.setEnabled", { _, _, _, role, _, _ in try await fixture.roles.setEnabled(mine, role, false) }),
                ("roles.remove", { _, _, _, role, _, _ in try await fixture.roles.remove(mine, role) }),
                ("workspaces.get", { _, place, _, _, _, _ in _ = try await fixture.workspaces.get(mine, place) }),
                ("workspaces.stop", { _, place, _, _, _, _ in try await fixture.workspaces.stop(mine, place) }),
                ("workspaces.start", { _, place, _, _, _, _ in try await fixture.workspaces.start(mine, place) }),
                ("workspaces.remove", { _, place, _, _, _, _ in try await fixture.workspaces.remove(mine, place) }),
                ("members.list", { _, place, _, _, _, _ in _ = try await fixture.memberships(mine, workspace: place) }),
                (
                    "members.add here",
                    { _, place, _, _, _, _ in
                        try await fixture.members.add(mine, workspace: place, .user, acme.annName, role: .member, bound: boss)
                    }
                ),
                (
                    "members.add there",
                    { _, place, _, _, _, owner in
                        try await fixture.members.add(owner, workspace: place, .user, acme.annName, role: .member, bound: boss)
                    }
                ),
                (
                    "members.add them",
                    { _, _, _, _, name, _ in
                        try await fixture.members.add(mine, workspace: acme.workspace.id, .user, name, role: .member, bound: boss)
                    }
                ),
                (
                    "members.add them, as operator",
                    { _, _, _, _, name, _ in
                        try await fixture.members.add(mine, workspace: acme.workspace.id, .user, name, role: .member, bound: terminal)
                    }
                ),
                (
                    "members.add role",
                    { _, _, _, role, _, _ in
                        try await fixture.members.add(mine, workspace: acme.workspace.id, .user, acme.annName, role: role, bound: boss)
                    }
                ),
                (
                    "members.remove",
                    { _, place, _, _, name, _ in
                        try await fixture.members.remove(mine, workspace: place, .user, name, role: nil, bound: boss)
                    }
                ),
                ("keys.revoke", { _, _, key, _, _, _ in try await fixture.keys.revoke(mine, key) }),
                (
                    "keys.create for user",
                    { user, _, _, _, _, _ in
                        _ = try await fixture.keys.create(mine, user: user, name: "k", limits: limits, bound: boss)
                    }
                ),
                (
                    "keys.create there",
                    { user, _, _, _, _, owner in
                        _ = try await fixture.keys.create(owner, user: user, name: "k", limits: limits, bound: boss)
                    }
                ),
                (
                    "keys.create workspace",
                    { _, place, _, _, _, _ in
                        let limits = KeyLimits(workspace: place, scopes: ["run:sql"])
                        _ = try await fixture.keys.create(mine, user: acme.ann.id, name: "k", limits: limits, bound: boss)
                    }
                ),
            ]
            let before = try await fixture.contents()
            for (name, call) in calls {
                let foreign = await Self.refusal { try await call(rival.ann.id, place, key, "secret", rival.annName, rival.id) }
                let unknown = await Self.refusal {
                    try await call(
                        UserID(999), WorkspaceID(999), APIKeyID(999), "nowhere", QualifiedName(organization: "rival", name: "nobody"),
                        OrganizationID(999))
                }
                #expect(foreign?.code == .notFound, "\(name)")
                #expect(unknown?.code == .notFound, "\(name)")
                let words = Self.shape(foreign?.reason)
                #expect(words == Self.shape(unknown?.reason) && !words.isEmpty, "\(name)")
            }
            #expect(try await fixture.contents() == before)
            #expect(try await fixture.keys.list(mine, user: rival.ann.id).isEmpty)
        }
    }

    @Test("E05 users of built-in are found by operators alone", arguments: StoreEngine.allCases)
    func builtInUsers(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let boss = acme.bound(acme.boss, roles: [.admin])
            let admin = QualifiedName(organization: .builtIn, name: .admin)
            try await fixture.refuses(.notFound) {
                try await fixture.members.add(acme.id, workspace: acme.workspace.id, .user, admin, role: .member, bound: boss)
            }
            let terminal = try await fixture.terminal()
            try await fixture.members.add(acme.id, workspace: acme.workspace.id, .user, admin, role: .member, bound: terminal)
            #expect(try await fixture.memberships(acme.id, workspace: acme.workspace.id).map(\.member) == [admin])
        }
    }

    private static func refusal(_ call: () async throws -> Void) async -> IdentityError? {
        do {
            try await call()
            return nil
        } catch {
            return error as? IdentityError
        }
    }

    /// A reason without the requested name.
    private static func shape(_ reason: String?) -> String {
        (reason ?? "").split(separator: "'", omittingEmptySubsequences: false).enumerated().map { $0.offset % 2 == 0 ? $0.element : "…" }
            .joined()
    }
}
