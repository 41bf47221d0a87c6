import GatehouseTesting
import JSON
import OAuth
import Store
import Testing

@testable import Identity

/// After each change of rights, a node with a filled cache decides like a node with an empty one.
@Suite("Every change of rights and the cache")
struct EveryChangeTests {
    /// Ann with every kind of credential, in a workspace where she and an application have roles.
    struct World: Sendable {
        let fixture: IdentityFixture
        let acme: Tenant
        let bound: CredentialBound
        let agent: IdentityFixture.Registered
        let cookie: PresentedSession
        let session: SessionPrincipal
        let token: String
        let ownToken: String
        let key: NewAPIKey
        let boundKey: NewAPIKey

        init(_ fixture: IdentityFixture) async throws {
            self.fixture = fixture
            acme = try await fixture.tenant("acme")
            bound = try await fixture.terminal()
            agent = try await fixture.application("agent", in: acme.id)
            try await fixture.members.add(acme.id, workspace: acme.workspace.id, .user, acme.annName, role: .member, bound: bound)
            _ = try await fixture.roles.add(acme.id, "lead", Patch(["users": ["acme/ann"]]), bound: bound)
            let name = QualifiedName(organization: "acme", name: "agent")
            try await fixture.members.add(acme.id, workspace: acme.workspace.id, .application, name, role: .reader, bound: bound)
            let signedIn = try #require(
                try await fixture.authorization.passwords.signIn(
                    organization: "acme", username: "ann", password: Secret("ann's password"), IdentityFixture.here))
            (cookie, session) = (try #require(PresentedSession(signedIn.cookie.text)), signedIn.principal)
            token = try await fixture.redeem(try await fixture.code(for: agent, session), by: agent).access
            ownToken = try await fixture.token(agent.proof.merging(["grant_type": "client_credentials"]) { $1 }).access
            let limits = KeyLimits(scopes: ["read:record"])
            key = try await fixture.keys.create(acme.id, user: acme.ann.id, name: "k", limits: limits, bound: bound)
            let grant = try #require(try await fixture.principal(token)?.grant)
            let client = CredentialBound(
                organization: acme.id, user: acme.ann.id, isOperator: false, isAdministrator: false, workspace: acme.workspace.id, roles: [],
                limits: KeyLimits(scopes: Set(FixturePolicy.parts.keys)), grant: grant, covers: .person)
            boundKey = try await fixture.keys.create(acme.id, user: acme.ann.id, name: "bound", limits: limits, bound: client)
        }

        /// All that a node says of these credentials, roles and workspace.
        func answers(of server: AuthorizationServer) async throws -> Answers {
            let directory = server.directory
            let place = acme.workspace.id
            return Answers(
                principals: [
                    try await directory.principal(cookie), try await fixture.principal(token, at: server),
                    try await fixture.principal(ownToken, at: server), try await directory.principal(key.presented),
                    try await directory.principal(boundKey.presented), try await directory.principal(agent.presented),
                ],
                roles: [
                    try await directory.roles(of: acme.ann.id, in: place), try await directory.roles(of: agent.application.id, in: place),
                ],
                workspace: try await directory.workspace("acme"))
        }

        func change(_ body: (inout ApplicationChange) -> Void) async throws {
            var change = ApplicationChange()
            body(&change)
            _ = try await fixture.applications.update(acme.id, "agent", change, bound: bound)
        }

        func update(_ patch: Patch, password: SecretChange = .keep) async throws {
            _ = try await fixture.users.update(acme.id, acme.ann.id, password: password, patch, bound: bound)
        }
    }

    struct Answers: Equatable, Sendable {
        let principals: [Principal?]
        let roles: [[Name]]
        let workspace: Workspace?
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (World) async throws -> Void

        init(_ name: String, _ make: @escaping @Sendable (World) async throws -> Void) {
            (testDescription, self.make) = (name, make)
        }
    }

    static let changes: [Change] = [
        Change("disable user") { try await $0.fixture.users.disable($0.acme.id, $0.acme.ann.id) },
        Change("forbid user") { try await $0.update(Patch(["isForbidden": true])) },
        Change("administrator") { try await $0.update(Patch(["isAdmin": true])) },
        Change("display name") { try await $0.update(Patch(["displayName": "Anna"])) },
        Change("password by another") { try await $0.update(Patch(), password: .set(Secret("another long password"))) },
        Change("password at the terminal") { try await $0.fixture.users.setPassword($0.acme.id, $0.acme.ann.id, nil) },
        Change("remove user") { try await $0.fixture.users.remove($0.acme.id, $0.acme.ann.id, bound: $0.bound) },
        Change("remove member") {
            try await $0.fixture.members.remove(
                $0.acme.id, workspace: $0.acme.workspace.id, .user, $0.acme.annName, role: .member, bound: $0.bound)
        },
        Change("remove application's member") {
            let name = QualifiedName(organization: "acme", name: "agent")
            try await $0.fixture.members.remove($0.acme.id, workspace: $0.acme.workspace.id, .application, name, role: nil, bound: $0.bound)
        },
        Change("disable role") { try await $0.fixture.roles.setEnabled($0.acme.id, .member, false) },
        Change("nested role") {
            _ = try await $0.fixture.roles.update($0.acme.id, .admin, Patch(["roles": ["acme/lead"]]), bound: $0.bound)
        },
        Change("users of a role") { _ = try await $0.fixture.roles.update($0.acme.id, .admin, Patch(["users": ["acme/ann"]]), bound: $0.bound) },
        Change("remove role") { try await $0.fixture.roles.remove($0.acme.id, "lead", bound: $0.bound) },
        Change("revoke key") { try await $0.fixture.keys.revoke($0.acme.id, $0.key.id) },
        Change("disconnect") { try await $0.fixture.authorization.connections.end($0.agent.application.id, $0.session) },
        Change("end token") { try await $0.fixture.authorization.revocation.end(token: $0.token) },
        Change("remove token") { world in
            let name = try #require(try await world.fixture.principal(world.token)?.tokenName)
            try await world.fixture.tokens.remove(world.acme.id, name)
        },
        Change("revoke own token") {
            let parameters = try IdentityFixture.parameters($0.agent.proof.merging(["token": $0.ownToken]) { $1 })
            try await $0.fixture.authorization.revocation.revoke(parameters, authorization: nil, IdentityFixture.here)
        },
        Change("sign out") { try await $0.fixture.directory.sessions.end($0.cookie) },
        Change("disable application") { try await $0.change { $0.isEnabled = .set(false) } },
        Change("scopes of application") { try await $0.change { $0.scopes = .set([ApplicationScope(name: "read:record")]) } },
        Change("addresses of application") { try await $0.change { $0.ipWhitelist = .set("192.0.2.0/24") } },
        Change("grant types of application") { try await $0.change { $0.grantTypes = .set(["authorization_code"]) } },
        Change("new secret") { _ = try await $0.fixture.applications.rotateSecret($0.acme.id, "agent", bound: $0.bound) },
        Change("remove application") { try await $0.fixture.applications.remove($0.acme.id, "agent", bound: $0.bound) },
        Change("addresses of organization") {
            _ = try await $0.fixture.organizations.update($0.acme.id, Patch(["ipWhitelist": "192.0.2.0/24"]), bound: $0.bound)
        },
        Change("stop workspace") { try await $0.fixture.workspaces.stop($0.acme.id, $0.acme.workspace.id) },
        Change("remove workspace") { try await $0.fixture.workspaces.remove($0.acme.id, $0.acme.workspace.id) },
        Change("clean up") {
            $0.fixture.clock.advance(.seconds(32 * 86_400))
            try await $0.fixture.authorization.ended.cleanUp()
        },
    ]

    /// Changes on which no principal, role or workspace depends.
    static let besides: [Change] = [
        Change("organizations") { world in
            let made = try await world.fixture.organizations.add("new")
            _ = try await world.fixture.organizations.update(made.id, Patch(["displayName": "New"]), bound: world.bound)
            try await world.fixture.organizations.remove(made.id)
        },
        Change("workspace's title") { _ = try await $0.fixture.workspaces.update($0.acme.id, $0.acme.workspace.id, title: "A", servesMCP: false) },
        Change("permissions") { world in
            let permissions = world.fixture.permissions
            let draft = try permissions.draft(world.acme.id, "p", over: nil, Patch(["displayName": "P"]), by: "built-in/admin")
            let made = try await permissions.add(draft) { _, _, _ in }
            let changed = try permissions.draft(world.acme.id, "p", over: made, Patch(["displayName": "Q"]), by: "built-in/admin")
            try await permissions.remove(try await permissions.update(changed, over: made) { _, _, _ in }) { _, _ in }
        },
        Change("providers") { world in
            _ = try await world.fixture.providers.add(world.acme.id, "mail", Patch([:]), bound: world.bound)
            _ = try await world.fixture.providers.update("mail", Patch(["displayName": "Mail"]), bound: world.bound)
            try await world.fixture.providers.remove("mail", bound: world.bound)
        },
        Change("roles") { world in
            _ = try await world.fixture.roles.add(world.acme.id, "new", Patch([:]), bound: world.bound)
            try await world.fixture.roles.remove(world.acme.id, "new")
        },
    ]

    @Test("I29 a change does not drop other callers' cache entries", arguments: changes + besides)
    func others(change: Change) async throws {
        try await IdentityFixture.with(.sqlite) { fixture in
            let world = try await World(fixture)
            let rival = try await fixture.tenant("rival")
            let place = rival.workspace.id
            let feed = fixture.store.feed
            let version = feed.version
            try await change.make(world)
            let kept: [ChangeTopic] = [
                .organization(rival.id), .user(rival.ann.id), .user(rival.boss.id), .workspace(place), .rules(of: place), .sources(of: place),
                .schemas(of: place),
            ]
            #expect(feed.version != version)
            #expect(feed.isUnchanged(kept, since: version))
        }
    }

    @Test("E08 after each change both nodes decide like a node with an empty cache", arguments: StoreEngine.allCases, changes)
    func change(engine: StoreEngine, change: Change) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let world = try await World(fixture)
            let other = try await fixture.otherNode()
            let before = try await world.answers(of: fixture.authorization)
            #expect(try await world.answers(of: other.server) == before)
            #expect(before.principals.allSatisfy { $0 != nil } && before.roles.allSatisfy { !$0.isEmpty } && before.workspace != nil)
            try await change.make(world)
            try await other.store.feed.poll()
            let fresh = try await fixture.otherNode()
            let expected = try await world.answers(of: fresh.server)
            #expect(expected != before)
            #expect(try await world.answers(of: fixture.authorization) == expected)
            #expect(try await world.answers(of: other.server) == expected)
            for store in [other.store, fresh.store] { await store.close() }
        }
    }
}
