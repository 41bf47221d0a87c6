import GatehouseTesting
import Identity
import OAuth
import SQL
import Store
import Testing

@Suite("Applications")
struct ApplicationsTests {
    @Test("An update keeps absent members, clears null ones and replaces the others", arguments: StoreEngine.allCases)
    func merge(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id, scopes: ["read:record"])
            let terminal = try await fixture.terminal()
            var change = ApplicationChange()
            change.displayName = .set("The agent")
            change.expireInHours = .set(2)
            change.tags = .set(["a", "b"])
            let changed = try await fixture.applications.update(acme.id, "agent", change, bound: terminal)
            #expect(changed.displayName == "The agent" && changed.expireInHours == 2 && changed.tags == ["a", "b"])
            #expect(changed.redirectURIs == [IdentityFixture.redirect] && changed.scopes.map(\.name) == ["read:record"] && changed.hasSecret)
            #expect(changed.clientID == client.id && changed.createdAt == client.application.createdAt)
            var cleared = ApplicationChange()
            cleared.displayName = .clear
            cleared.expireInHours = .clear
            cleared.scopes = .clear
            let back = try await fixture.applications.update(acme.id, "agent", cleared, bound: terminal)
            #expect(back.displayName == "agent" && back.expireInHours == 1 && back.scopes.isEmpty && back.tags == ["a", "b"])
            var renamed = ApplicationChange()
            renamed.name = .set("Bot")
            #expect(try await fixture.applications.update(acme.id, "agent", renamed, bound: terminal).name == "Bot")
            #expect(try await fixture.applications.find("agent") == nil)
        }
    }

    @Test("A name is taken once in the instance, whatever its case", arguments: StoreEngine.allCases)
    func names(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let (acme, rival) = (try await fixture.tenant("acme"), try await fixture.tenant("rival"))
            _ = try await fixture.application("agent", in: acme.id)
            let terminal = try await fixture.terminal()
            for organization in [acme.id, rival.id] {
                try await fixture.refuses(.conflict) { _ = try await fixture.applications.add(organization, "Agent", bound: terminal) }
            }
            try await fixture.refuses(.notFound) { _ = try await fixture.applications.get(rival.id, "agent") }
            let boss = rival.bound(rival.boss)
            try await fixture.refuses(.notFound) { _ = try await fixture.applications.update(acme.id, "agent", ApplicationChange(), bound: boss) }
            try await fixture.refuses(.notFound) { try await fixture.applications.remove(acme.id, "agent", bound: boss) }
            try await fixture.refuses(.notFound) { _ = try await fixture.applications.rotateSecret(acme.id, "agent", bound: boss) }
            try await fixture.refuses(.notFound) { _ = try await fixture.applications.add(acme.id, "other", bound: boss) }
            #expect(try await fixture.applications.get(acme.id, "agent").name == "agent")
            #expect(try await fixture.applications.list(rival.id).isEmpty)
        }
    }

    @Test("Values that cannot be right are refused by name", arguments: StoreEngine.allCases)
    func values(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let terminal = try await fixture.terminal()
            var changes: [ApplicationChange] = []
            func wrong(_ edit: (inout ApplicationChange) -> Void) {
                var change = ApplicationChange()
                edit(&change)
                changes.append(change)
            }
            for uri in ["javascript:alert(1)", "http://client.example/", "https://u@client.example/", "https://client.example/#x", "/callback"] {
                wrong { $0.redirectURIs = .set([uri]) }
            }
            wrong { $0.grantTypes = .set(["password"]) }
            for scope in ["nonsense", "api:read", "Write:api", "api:", ":custom", "api custom:x", "api:\"x\"", "ärger:custom"] {
                wrong { $0.scopes = .set([ApplicationScope(name: scope)]) }
            }
            wrong { $0.expireInHours = .set(0) }
            wrong { $0.refreshExpireInHours = .set(-1) }
            wrong { $0.ipWhitelist = .set("10.0.0.1") }
            wrong { $0.displayName = .set("two\nlines") }
            wrong { $0.homepageURL = .set("javascript:alert(1)") }
            for change in changes {
                try await fixture.refuses(.invalid) { _ = try await fixture.applications.add(acme.id, "agent", change, bound: terminal) }
            }
            // Each was refused for its one wrong member: without it, it is taken.
            #expect(changes.count == 19)
            #expect(try await fixture.applications.add(acme.id, "agent", bound: terminal).application.name == "agent")
        }
    }

    @Test("Stored scopes that cannot be read are an error, and no application or token without limits", arguments: StoreEngine.allCases)
    func unreadable(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let client = try await fixture.application("agent", in: acme.id, scopes: ["read:record"])
            let code = try await fixture.code(for: client, try await fixture.session(), scopes: ["read:record"])
            let tokens = try await fixture.redeem(code, by: client)
            #expect(try await fixture.principal(tokens.access)?.applicationScopeText == "read:record")
            for damaged in ["[", #"[{"n":"read:record"}]"#] {
                try await fixture.store.write { try $0.execute("UPDATE applications SET scopes = \(damaged) WHERE name = 'agent'") }
                await #expect(throws: (any Error).self) { _ = try await fixture.applications.find("agent") }
                await #expect(throws: (any Error).self) { _ = try await fixture.principal(tokens.access) }
                await #expect(throws: (any Error).self) { _ = try await fixture.directory.principal(try client.presented) }
                await #expect(throws: (any Error).self) {
                    _ = try await fixture.token(client.proof.merging(["grant_type": "client_credentials"]) { $1 })
                }
            }
        }
    }

    @Test(
        "E11 only a person with all scopes can create, extend or redirect an application that may ask people for everything",
        arguments: StoreEngine.allCases)
    func unlimited(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let terminal = try await fixture.terminal()
            _ = try await fixture.application("limited", in: acme.id, scopes: ["read:record"])
            _ = try await fixture.application("open", in: acme.id)
            let weak = CredentialBound(
                organization: acme.id, user: nil, application: ApplicationID(99), isOperator: false, isAdministrator: false,
                workspace: Workspace.mainID, roles: [], limits: KeyLimits(scopes: ["read:record", "write:token"]))
            func edit(_ edit: (inout ApplicationChange) -> Void) -> ApplicationChange {
                var change = ApplicationChange()
                edit(&change)
                return change
            }
            let cleared = [edit { $0.scopes = .clear }, edit { $0.scopes = .set([]) }]
            for change in cleared {
                try await fixture.refuses(.forbidden) { _ = try await fixture.applications.update(acme.id, "limited", change, bound: weak) }
            }
            let stronger = [
                edit { $0.redirectURIs = .set([IdentityFixture.redirect, "https://evil.example/cb"]) }, edit { $0.expireInHours = .set(168) },
                edit { $0.ipWhitelist = .set("192.0.2.0/24") },
            ]
            for change in stronger {
                try await fixture.refuses(.forbidden) { _ = try await fixture.applications.update(acme.id, "open", change, bound: weak) }
            }
            try await fixture.refuses(.forbidden) { _ = try await fixture.applications.rotateSecret(acme.id, "open", bound: weak) }
            // How it is shown is no power, and what is made without scopes has those of its maker.
            let shown = edit { $0.displayName = .set("Open") }
            #expect(try await fixture.applications.update(acme.id, "open", shown, bound: weak).displayName == "Open")
            for (name, change) in [("a", ApplicationChange()), ("b", cleared[0]), ("c", cleared[1])] as [(Name, ApplicationChange)] {
                #expect(
                    try await fixture.applications.add(acme.id, name, change, bound: weak).application.scopes.map(\.name)
                        == ["read:record", "write:token"])
            }
            #expect(try await fixture.applications.add(acme.id, "d", bound: terminal).application.scopes.isEmpty)
            #expect(try await fixture.applications.update(acme.id, "limited", cleared[0], bound: terminal).scopes.isEmpty)
        }
    }

    /// Changes that let somebody do more with an application.
    private static let widened: [ApplicationChange] = {
        var changes = [ApplicationChange](repeating: ApplicationChange(), count: 6)
        changes[0].redirectURIs = .set(["https://evil.example/cb"])
        changes[1].grantTypes = .set(["client_credentials", "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"])
        changes[1].scopes = .set([])
        changes[2].scopes = .set([ApplicationScope(name: "write:application"), ApplicationScope(name: "read:record")])
        changes[3].refreshExpireInHours = .set(8_760)
        changes[4].isPublic = .set(true)
        changes[4].grantTypes = .set(["authorization_code"])
        changes[5].ipWhitelist = .set("0.0.0.0/0")
        return changes
    }()

    @Test("E11 nobody can create, or take the secret of, an application with more rights than their own", arguments: StoreEngine.allCases)
    func bound(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let strong = try await fixture.application("strong", in: acme.id, scopes: ["write:application"])
            let terminal = try await fixture.terminal()
            let weak = CredentialBound(
                organization: acme.id, user: nil, application: ApplicationID(99), isOperator: false, isAdministrator: false,
                workspace: Workspace.mainID, roles: [], limits: KeyLimits(scopes: ["read:record", "write:token"]))
            var change = ApplicationChange()
            change.scopes = .set([ApplicationScope(name: "write:application")])
            try await fixture.refuses(.forbidden) { _ = try await fixture.applications.add(acme.id, "more", change, bound: weak) }
            try await fixture.refuses(.forbidden) { _ = try await fixture.applications.rotateSecret(acme.id, "strong", bound: weak) }
            // What gives nobody more is done by whoever may change applications at all.
            for more in Self.widened {
                try await fixture.refuses(.forbidden) { _ = try await fixture.applications.update(acme.id, "strong", more, bound: weak) }
            }
            var shown = ApplicationChange()
            (shown.displayName, shown.isEnabled, shown.disablesSignIn) = (.set("Strong"), .set(false), .set(true))
            #expect(try await fixture.applications.update(acme.id, "strong", shown, bound: weak).displayName == "Strong")
            for (enabled, held) in [(true, true), (false, false)] {
                var back = ApplicationChange()
                (back.isEnabled, back.disablesSignIn) = (.set(enabled), .set(held))
                try await fixture.refuses(.forbidden) { _ = try await fixture.applications.update(acme.id, "strong", back, bound: weak) }
            }
            (shown.displayName, shown.isEnabled, shown.disablesSignIn) = (.set("strong"), .set(true), .set(false))
            let whole = CredentialBound.terminal(try await fixture.organizations.find(.builtIn).id, scopes: Set(FixturePolicy.parts.keys))
            _ = try await fixture.applications.update(acme.id, "strong", shown, bound: whole)
            change.scopes = .set([ApplicationScope(name: "read:record"), ApplicationScope(name: "openid")])
            let made = try await fixture.applications.add(acme.id, "less", change, bound: weak)
            // What has a role that the maker may not give is as much out of reach as one with more scopes.
            try await fixture.members.add(
                acme.id, workspace: acme.workspace.id, .application, made.application.qualifiedName, role: .reader, bound: terminal)
            try await fixture.refuses(.forbidden) { _ = try await fixture.applications.rotateSecret(acme.id, "less", bound: weak) }
            let itself = CredentialBound(
                organization: acme.id, user: nil, application: strong.application.id, isOperator: false, isAdministrator: false,
                workspace: Workspace.mainID, roles: [], limits: KeyLimits(scopes: ["write:application"]))
            try await fixture.refuses(.forbidden) { _ = try await fixture.applications.update(acme.id, "strong", change, bound: itself) }
            let name = strong.application.qualifiedName
            #expect(try await fixture.applications.get(acme.id, "strong").scopes == strong.application.scopes)
            try await fixture.refuses(.forbidden) {
                try await fixture.members.add(acme.id, workspace: acme.workspace.id, .application, name, role: .reader, bound: itself)
            }
            try await fixture.applications.remove(acme.id, "strong", bound: weak)
            #expect(try await fixture.applications.find("strong") == nil)
        }
    }
}
