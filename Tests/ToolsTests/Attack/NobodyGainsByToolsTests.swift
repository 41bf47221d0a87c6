import Access
import Catalog
import Foundation
import GatehouseTesting
import Identity
import JSON
import MCP
import SQL
import SeededRandom
import Store
import Testing
import Tools

@Suite("Nobody gains by a sequence of calls")
struct NobodyGainsByToolsTests {
    /// The attacker who starts a sequence, with its credential.
    private struct Attacker: Sendable, CustomTestStringConvertible {
        let name: String
        let credential: @Sendable (ToolFixture) async throws -> Credential
        /// Administrators of an organization stand above the roles in it: for them the organization and the scopes of their credential are the bound.
        var isAdministrator = false
        /// Whether to create an application first, because random sequences rarely do.
        var makesApplication = false
        /// Has a browser, in which this person is signed in.
        var browser: String?
        var testDescription: String { name }

        init(inBrowser person: String, isAdministrator: Bool = false) {
            self.init(with: "\(person) in a browser", isAdministrator: isAdministrator) {
                .session(cookie: try await $0.session(of: person).cookie.text)
            }
            browser = person
        }

        init(
            _ user: String, isAdministrator: Bool = false, makesApplication: Bool = false, _ limits: @escaping @Sendable (ToolFixture) -> KeyLimits
        ) {
            name = user
            self.isAdministrator = isAdministrator
            self.makesApplication = makesApplication
            credential = { fixture in
                let user = try #require(fixture.people.users[user])
                let bound = CredentialBound.terminal(fixture.people.builtIn.id, scopes: Set(ScopeSet.all.names))
                let made = try await fixture.domains.keys.create(
                    user.organization, user: user.id, name: "first", limits: limits(fixture), bound: bound)
                return .bearer(made.key.text)
            }
        }

        init(
            with name: String, isAdministrator: Bool = false, makesApplication: Bool = false,
            _ credential: @escaping @Sendable (ToolFixture) async throws -> Credential
        ) {
            self.name = name
            self.isAdministrator = isAdministrator
            self.makesApplication = makesApplication
            self.credential = credential
        }
    }

    /// Of each attacker: about 1,000 in all in `make fuzz`.
    private static let sequences = ProcessInfo.processInfo.environment["GATEHOUSE_FUZZ"] == nil ? 25 : 64

    private static let attackers: [Attacker] = [
        Attacker("acme/ann") { _ in KeyLimits(scopes: Set(ScopeSet.all.names)) },
        Attacker("acme/ann") {
            KeyLimits(workspace: $0.people.office.id, scopes: ["write:token", "read:record", "read:collection", "write:rule", "write:role"])
        },
        Attacker("acme/rita") { _ in KeyLimits(scopes: Set(ScopeSet.all.names)) },
        Attacker("acme/clara") { _ in KeyLimits(role: "clerk", scopes: Set(ScopeSet.all.names), expires: .now + .seconds(3_600)) },
        Attacker("acme/zoe") { _ in KeyLimits(scopes: Set(ScopeSet.all.names)) },
        Attacker("acme/boss", isAdministrator: true) { _ in
            KeyLimits(scopes: ["write:token", "write:role", "write:rule", "write:organization", "read:collection", "write:user", "write:application"])
        },
        Attacker("acme/boss", isAdministrator: true) { _ in KeyLimits(scopes: Set(ScopeSet.all.names)) },
        Attacker("rival/boss") { KeyLimits(workspace: $0.people.abroad.id, scopes: Set(ScopeSet.all.names)) },
        Attacker(with: "caretaker by its secret", makesApplication: true) { try $0.people.robot.basic },
        Attacker(with: "builder by its secret", makesApplication: true) { try $0.people.builder.basic },
        Attacker(with: "builder by a token", makesApplication: true) { .bearer(try await $0.token(of: $0.people.builder)) },
        Attacker(with: "acme/boss by a token", isAdministrator: true, makesApplication: true) {
            .bearer(try await $0.token(of: "acme/boss", scopes: "admin", at: "main"))
        },
        Attacker(with: "acme/boss by a token for a workspace") { .bearer(try await $0.token(of: "acme/boss", scopes: "admin")) },
        Attacker(with: "acme/boss by a narrowed token", isAdministrator: true, makesApplication: true) {
            .bearer(try await $0.token(of: "acme/boss", scopes: "mcp write:application write:role write:user write:permission", at: "main"))
        },
        Attacker("acme/boss", isAdministrator: true, makesApplication: true) { _ in
            KeyLimits(scopes: Set(ScopeSet.all.names), expires: .now + .seconds(3_600))
        },
        Attacker("acme/ann") { KeyLimits(workspace: $0.people.office.id, role: .admin, scopes: ["write:rule", "write:token"]) },
        Attacker(inBrowser: "acme/ann"), Attacker(inBrowser: "acme/zoe"), Attacker(inBrowser: "acme/clara"),
        Attacker(inBrowser: "acme/boss", isAdministrator: true), Attacker(inBrowser: "rival/rob"),
    ]

    @Test("E11 no credential that comes of up to five calls reaches more than the first one did", arguments: attackers.indices)
    func sequences(index: Int) async throws {
        let attacker = Self.attackers[index]
        try await ToolFixture.with { fixture in
            // A rule that an administrator of the workspace is under, too: what somebody could want to be rid of.
            try await fixture.does(
                "access_rules_set", ["role": "admin", "resource": "secrets", "actions": ["view", "create", "update", "destroy"], "effect": "deny"],
                as: .terminal)
            let holders = try Holders(fixture)
            let first = Holder.credential(try await attacker.credential(fixture))
            var before: [Holder: Reach] = [:]
            let own = try await Reach(of: first, fixture)
            // A workspace that a sequence makes is open to those who administer its organization, as any other.
            try await fixture.does("workspaces_add", ["name": "spare"], as: .organizationAdministrator)
            for holder in holders.existing { before[holder] = try await Reach(of: holder, fixture) }
            try await fixture.does("workspaces_remove", ["name": "spare"], as: .organizationAdministrator)
            let start = before
            let open = own.places.sorted()
            var dice = SeededGenerator(sequence: index)
            var made = 0
            var browser: SigningInAttempt?
            if let person = attacker.browser {
                browser = try await SigningInAttempt(fixture, as: person)
                // Before anything is taken away from this person, steps of three kinds come to their end.
                for _ in 0..<2_000 where (browser?.done.count ?? 0) < 3 { _ = await browser?.step(&dice) }
                #expect(browser?.done["register"] != nil && (browser?.done.count ?? 0) > 2, "\(browser?.done ?? [:])")
            }
            for sequence in 0..<Self.sequences {
                var pool = [first]
                if attacker.makesApplication, sequence == 0 {
                    pool += try await Self.application(by: first, fixture, at: open[0], isBound: open.count == 1)
                }
                for _ in 0..<(1 + dice.below(5)) {
                    if let more = await browser?.step(&dice) { pool += more.map(Holder.credential) }
                    guard case .credential(let credential) = dice.pick(pool) else { continue }
                    let place = try await fixture.callers.workspace(dice.below(4) == 0 ? dice.pick(Reach.places) : dice.pick(open))
                    guard let place, let principal = try? await fixture.principal(credential, at: place.name) else { continue }
                    if case .basic(let client, let secret) = credential, dice.once(in: 3) {
                        let scope = dice.pick(Attempt.tokenScopes)
                        // A token that is refused opens nothing.
                        if let token = try? await fixture.token(client: client, secret: secret, at: place.name, scope: scope) {
                            pool.append(.credential(.bearer(token)))
                        }
                    }
                    let (tool, arguments) = Attempt.make(&dice)
                    let reply = await fixture.call(tool, arguments, as: principal)
                    #expect(reply.code != "internal", "\(tool) \(JSONValue.object(arguments)): \(reply)")
                    pool += Holder.made(by: reply.body)
                }
                made += pool.count - 1
                pool += try await holders.opened(fixture)
                for holder in Set(pool) {
                    let after = try await Reach(of: holder, fixture)
                    Self.expect(
                        after, within: own, above: attacker.isAdministrator ? Self.acme : [], fixture, "sequence \(sequence) of \(attacker.name)")
                    switch holder {
                    case .credential: #expect(after.ends <= own.ends, "sequence \(sequence) of \(attacker.name): ends \(after.ends)")
                    case .person: #expect(own.isLasting, "sequence \(sequence) of \(attacker.name): \(holder) goes on")
                    }
                    // A workspace created in the meantime is open to unbound credentials.
                    let places = open.contains("annex") ? own.places.union(["spare"]) : own.places
                    if case .credential = holder { #expect(after.places.isSubset(of: places), "\(attacker.name): \(after.places)") }
                }
                for holder in holders.existing {
                    let after = try await Reach(of: holder, fixture)
                    // Who administers the organization or a workspace gives others of what is there; with the scopes of the own credential.
                    Self.expect(
                        after, within: own.union(start[holder] ?? Reach()).union(before[holder] ?? Reach()),
                        above: attacker.isAdministrator ? Self.acme : own.administered, fixture,
                        "sequence \(sequence) of \(attacker.name), \(holder)", scopes: own.scopes)
                    before[holder] = after
                }
            }
            if let browser {
                #expect(browser.done["register"] != nil && browser.done.count > 1, "steps came to their end: \(browser.done)")
            }
            if attacker.makesApplication { #expect(made > 0, "some credentials were made, so that the test has something to look at") }
        }
    }

    /// The rights of an application with the attacker's own scopes.
    private static func application(by holder: Holder, _ fixture: ToolFixture, at place: String, isBound: Bool) async throws -> [Holder] {
        guard case .credential(let credential) = holder else { return [] }
        let application: JSONObject = [
            "owner": "acme", "name": "first", "grantTypes": ["client_credentials"], "scopes": ["read:application", "write:application"],
        ]
        let before = try await fixture.fingerprint()
        for wider in isBound ? ["", "annex"] : [] {
            let more = JSONObject(application.map { ($0.key, $0.value) } + [("workspace", .string(wider))])
            let reply = await fixture.call("add_application", ["application": .object(more)], as: try await fixture.principal(credential, at: place))
            #expect(reply.code == "forbidden", "a token of one workspace makes nothing that opens another: \(reply)")
        }
        #expect(try await fixture.fingerprint() == before)
        let reply = await fixture.call(
            "add_application", ["application": .object(application)], as: try await fixture.principal(credential, at: place))
        #expect(reply.code == "ok", "\(reply)")
        return Holder.made(by: reply.body)
    }

    /// The scopes of which one is needed for a power: an action on records, or a tool.
    private static func scopes(of power: String, _ fixture: ToolFixture) -> Set<String> {
        let words = power.split(separator: " ").map(String.init)
        if words.count > 2 { return [["view", "sees", "list", "get"].contains(words[words[1] == "crud" ? 2 : 1]) ? "read:record" : "write:record"] }
        return Set(words.last.flatMap { fixture.permits[$0] }?.scopes.map(\.name) ?? [])
    }

    private static let acme: Set<String> = ["acme/", "acme", "annex", "spare"]

    /// - Parameters:
    ///   - places: those above whose roles and rules the attacker stands.
    ///   - scopes: what of them it may give.
    private static func expect(
        _ after: Reach, within bound: Reach, above places: Set<String>, _ fixture: ToolFixture, _ place: String, scopes: Set<String>? = nil
    ) {
        #expect(after.scopes.isSubset(of: bound.scopes), "\(place): \(after.scopes.subtracting(bound.scopes))")
        let gained = after.powers.union(after.data).subtracting(bound.powers).subtracting(bound.data).filter { power in
            !places.contains { power.hasPrefix($0 + " ") } || Self.scopes(of: power, fixture).isDisjoint(with: scopes ?? bound.scopes)
        }
        #expect(gained.isEmpty, "\(place): \(gained.sorted())")
    }
}

/// Something that opens the house: a key, token or secret, or a person who signs in with a password that an attacker set.
private enum Holder: Hashable, CustomStringConvertible {
    case credential(Credential)
    case person(String)

    var description: String {
        if case .person(let name) = self { name } else { "a credential" }
    }

    /// The credentials that an answer shows.
    static func made(by answer: JSONValue) -> [Holder] {
        var made: [Holder] = []
        if let key = answer["key"]?.string { made.append(.credential(.bearer(key))) }
        if let application = answer["application"], let client = application["clientId"]?.string, let secret = application["clientSecret"]?.string,
            secret != "***", !secret.isEmpty
        {
            made.append(.credential(.basic(user: client, password: secret)))
        }
        return made
    }
}

/// Everything that opens the house before anybody attacks.
private struct Holders {
    let existing: [Holder]

    init(_ fixture: ToolFixture) throws {
        existing =
            try fixture.people.keys.sorted { $0.value.id < $1.value.id }.map { .credential(.bearer($0.value.key.text)) }
            + [.credential(fixture.people.robot.basic), .credential(fixture.people.builder.basic)]
    }

    /// People who can sign in with the attackers' password.
    func opened(_ fixture: ToolFixture) async throws -> [Holder] {
        var opened: [Holder] = []
        for organization in [fixture.people.acme, fixture.people.rival, fixture.people.builtIn] {
            for user in try await fixture.domains.users.list(organization.id) where user.hasPassword {
                let name = QualifiedName(organization: organization.name, name: user.name)
                guard try await fixture.domains.users.verifyPassword(name, Secret(Attempt.password)) != nil else { continue }
                opened.append(.person(name.description))
            }
        }
        return opened
    }
}

/// The rights of a credential: scopes, administration and tools by workspace, and for data the actions on collections with the visible
/// fields.
private struct Reach {
    static let places = ["main", "acme", "annex", "rival", "spare"]

    var powers: Set<String> = []
    var data: Set<String> = []
    var scopes: Set<String> = []
    /// The workspaces that it opens.
    var places: Set<String> = []
    /// Those of them where it sets rules.
    var administered: Set<String> = []
    /// When it ends at the latest.
    var ends = Timestamp.earliest
    /// Whether it lasts, or is renewed.
    var isLasting = true

    init() {}

    func union(_ other: Reach) -> Reach {
        var out = self
        out.powers.formUnion(other.powers)
        out.data.formUnion(other.data)
        out.scopes.formUnion(other.scopes)
        out.places.formUnion(other.places)
        return out
    }

    init(of holder: Holder, _ fixture: ToolFixture) async throws {
        for place in Self.places {
            guard let known = try await fixture.callers.workspace(place) else { continue }
            // A credential without access to the workspace has no rights in it.
            guard let caller = try? await Self.caller(holder, known, fixture) else { continue }
            let principal = fixture.principal(caller)
            places.insert(place)
            scopes.formUnion(Self.scopes(of: holder, caller).names)
            ends = max(ends, caller.limits.expires ?? .latest)
            isLasting = try CredentialBound(caller).ends == nil
            if caller.roles.contains("admin") { administered.insert(place) }
            if caller.isOperator { powers.insert("operator") }
            if caller.isOrganizationAdministrator { powers.insert("administrator of \(caller.organization?.name ?? "")") }
            for tool in try await fixture.list(as: principal) {
                // Rights on an organization are the same at every endpoint.
                let audience = fixture.permits[tool.name]?.audience
                let isAboutOrganization = audience == .organizationAdministrators || audience == .objectAdministrators
                powers.insert("\(isAboutOrganization ? "\(caller.organization?.name ?? "")/" : place) \(tool.name)")
                guard tool.name == "crud" else { continue }
                for action in tool.inputSchema["properties"]?["action"]?["enum"]?.array ?? [] { powers.insert("\(place) crud \(action)") }
            }
            // Asked of the rights themselves, whether or not the credential has the scope to look.
            guard !caller.roles.isEmpty || caller.isOperator else { continue }
            let contents = try await fixture.domains.catalog.contents(of: "main", in: known.id)
            let rights = try await fixture.domains.rules.rights(of: caller, in: contents)
            for collection in contents.collections {
                let own = rights.on(collection)
                for action in own.actions where caller.scopes.contains(action == .view ? .read(.record) : .write(.record)) {
                    data.insert("\(place) \(action) \(collection.name) \(own.filter(action))")
                    for field in own.readable where !own.masked.contains(field) { data.insert("\(place) sees \(collection.name).\(field)") }
                }
            }
        }
    }

    private static func caller(_ holder: Holder, _ place: WorkspaceRef, _ fixture: ToolFixture) async throws -> Caller {
        switch holder {
        case .credential(let credential): try await fixture.callers.caller(for: credential, in: place, endpoint: ToolFixture.endpoint)
        case .person(let name):
            try await Self.admitted(
                fixture.callers.caller(named: QualifiedName(parsing: name, argument: "person"), in: place, fixture.domains), to: place)
        }
    }

    /// A person who signed in does not see other organizations' workspaces either.
    private static func admitted(_ caller: Caller, to place: WorkspaceRef) throws -> Caller {
        let isKnown = place.id == Workspace.mainID || place.organization == caller.organization?.id
        guard isKnown || caller.isOperator || !caller.roles.isEmpty else { throw Refusal(.notFound, "workspace") }
        return caller
    }

    /// The limit of the scopes of every credential that a person can have.
    private static func scopes(of holder: Holder, _ caller: Caller) -> ScopeSet {
        guard case .person = holder else { return caller.scopes }
        return .allowed(administrator: caller.isOrganizationAdministrator)
    }
}

/// A call that creates or changes objects that rights depend on, with arguments that are likely to matter.
private enum Attempt {
    static let password = "the attacker's password 1"

    private static let users = [
        "acme/ann", "acme/boss", "acme/rita", "acme/clara", "acme/zoe", "acme/made", "rival/boss", "rival/rob", "built-in/admin",
    ]
    static let tokenScopes = ["", "admin", "mcp", "read:record run:sql", "write:token", "read:user write:user", "read:application write:application"]

    private static let roles = ["admin", "reader", "member", "clerk", "temp", "made"]

    static func make(_ dice: inout SeededGenerator) -> (String, JSONObject) {
        let (user, role) = (dice.pick(users), dice.pick(roles))
        switch dice.below(26) {
        case 0...2: return ("api_keys_create", keyOrder(&dice, user, role))
        case 3:
            let kind = dice.pick(["user", "application"])
            let member = kind == "user" ? user : dice.pick(["acme/caretaker", "acme/builder", "acme/made"])
            return ("members_add", ["member": .string(member), "kind": .string(kind), "role": .string(role)])
        case 4: return ("members_remove", ["member": .string(user), "role": .string(role)])
        case 5, 18, 19:
            var rule: JSONObject = [
                "role": .string(role), "resource": .string(dice.pick(["orders", "customers", "secrets"])), "actions": ["view", "update"],
            ]
            if dice.below(3) == 0 { rule["effect"] = "deny" }
            return ("access_rules_set", rule)
        case 6, 20: return ("access_rules_remove", ["id": .number(JSONNumber(Int64(1 + dice.below(8))))])
        case 7:
            return dice.below(2) == 0
                ? ("workspaces_add", ["name": "spare", "organization": .string(dice.pick(["acme", "built-in", "rival"]))])
                : ("data_sources_add", ["name": "files", "url": "sqlite:///etc/passwd"])
        case 8...10: return application(&dice)
        case 22...23: return record(&dice)
        case 24: return ("access_rules_resume", ["dataSource": "main"])
        case 25: return ("data_sources_update", ["name": .string(dice.pick(["main", "files"])), "url": "sqlite:///etc/passwd"])
        case 11...12: return person(&dice, user)
        case 13...14: return roleObject(&dice, user, role)
        case 15...16: return permission(&dice, user, role)
        default:
            let members: JSONObject = dice.pick([["ipWhitelist": .null], ["passwordOptions": []], ["disableSignin": false], ["dcrPolicy": "open"]])
            return ("update_organization", ["id": .string("admin/\(dice.pick(["acme", "rival", "built-in"]))"), "organization": .object(members)])
        }
    }

    private static func record(_ dice: inout SeededGenerator) -> (String, JSONObject) {
        var call: JSONObject = ["resource": .string(dice.pick(["orders", "customers", "secrets", "users", "roles"]))]
        let action = dice.pick(["create", "update", "destroy"])
        call["action"] = .string(action)
        if action != "create" { call["filterByTk"] = .number(JSONNumber(Int64(1 + dice.below(4)))) }
        if action != "destroy" { call["values"] = dice.pick([["total": 9], ["name": "x"], ["createdById": 1], ["role": "admin"]]) }
        return ("crud", call)
    }

    private static func keyOrder(_ dice: inout SeededGenerator, _ user: String, _ role: String) -> JSONObject {
        var order: JSONObject = ["name": "k"]
        if dice.below(3) == 0 { order["user"] = .string(user) }
        if dice.below(8) == 0 { order["role"] = .string(role) }
        if dice.below(2) == 0 { order["workspace"] = .string(dice.pick(["*", "main", "acme", "annex", "rival"])) }
        if dice.below(3) == 0 { order["scopes"] = .string(dice.pick(["admin", "mcp", "write:token read:record", "write:token", "run:sql"])) }
        if dice.below(4) == 0 { order["expires"] = .string(dice.pick(["1h", "30d", "36500d"])) }
        return order
    }

    private static func application(_ dice: inout SeededGenerator) -> (String, JSONObject) {
        let names = ["caretaker", "builder", "made", "made2"]
        var members: JSONObject = ["grantTypes": ["client_credentials"]]
        members["scopes"] = dice.pick([
            ["admin"], ["read:application", "write:application"], ["write:token"], ["mcp"], ["write:user", "read:user"], ["run:sql", "read:record"],
        ])
        switch dice.below(4) {
        case 0:
            members = dice.pick([
                ["clientSecret": .null], ["isEnabled": true], ["expireInHours": 168, "ipWhitelist": .null], ["workspace": .null],
                ["workspace": "annex"], members,
            ])
            return ("update_application", ["id": .string("\(dice.pick(["acme", "admin"]))/\(dice.pick(names))"), "application": .object(members)])
        case 1: return ("delete_application", ["application": ["owner": "acme", "name": .string(dice.pick(["made", "made2"]))]])
        default:
            members["owner"] = .string(dice.pick(["acme", "admin", "rival", "built-in"]))
            members["name"] = .string(dice.pick(["made", "made2"]))
            if dice.below(4) == 0 { members["workspace"] = dice.pick([.null, "main", "acme", "annex", "rival"]) }
            if dice.below(3) == 0 { members["organization"] = .string(dice.pick(["acme", "rival", "built-in"])) }
            return ("add_application", ["application": .object(members)])
        }
    }

    private static func person(_ dice: inout SeededGenerator, _ user: String) -> (String, JSONObject) {
        if dice.below(2) == 0 {
            var members: JSONObject = ["owner": .string(dice.pick(["acme", "rival", "built-in"])), "name": "made", "password": .string(password)]
            if dice.below(2) == 0 { members["isAdmin"] = true }
            return ("add_user", ["user": .object(members)])
        }
        let members: JSONObject = dice.pick([
            ["password": .string(password)], ["isAdmin": true], ["isForbidden": false], ["isForbidden": true], ["isAdmin": false],
        ])
        return ("update_user", ["id": .string(user), "user": .object(members)])
    }

    private static func roleObject(_ dice: inout SeededGenerator, _ user: String, _ role: String) -> (String, JSONObject) {
        let organization = dice.pick(["acme", "acme", "rival", "built-in"])
        let members: JSONObject = dice.pick([
            ["users": [.string(user)]], ["roles": [.string("\(organization)/\(dice.pick(roles))")]], ["isEnabled": true], ["isEnabled": false],
        ])
        if dice.below(3) == 0 {
            let whole = JSONObject([("owner", JSONValue.string(organization)), ("name", "made")] + members.map { ($0.key, $0.value) })
            return ("add_role", ["role": .object(whole)])
        }
        return ("update_role", ["id": .string("\(organization)/\(role)"), "role": .object(members)])
    }

    private static func permission(_ dice: inout SeededGenerator, _ user: String, _ role: String) -> (String, JSONObject) {
        let place = dice.pick(["acme", "annex", "rival", "main"])
        let owner = dice.pick(["acme", "acme", "rival"])
        var members: JSONObject = [
            "roles": [.string("\(owner)/\(role)")], "resources": [.string("\(place)/main/\(dice.pick(["orders", "secrets", "customers"]))")],
            "actions": ["Admin"],
        ]
        if dice.below(2) == 0 { members["users"] = [.string(user)] }
        if dice.below(3) == 0 { members["effect"] = "Deny" }
        switch dice.below(4) {
        case 0: return ("delete_permission", ["permission": ["owner": .string(owner), "name": "made"]])
        case 1: return ("update_permission", ["id": .string("\(owner)/made"), "permission": .object(members)])
        default:
            let whole = JSONObject([("owner", JSONValue.string(owner)), ("name", "made")] + members.map { ($0.key, $0.value) })
            return ("add_permission", ["permission": .object(whole)])
        }
    }
}
