import Access
import Catalog
import GatehouseTesting
import Identity
import JSON
import MCP
import SQL
import Store
import Testing
import Tools

@Suite("Nobody gains by a sequence of calls")
struct NobodyGainsByToolsTests {
    /// What a credential can reach: tools and, for data, actions on collections with the fields that are seen, by workspace.
    private struct Reach {
        var powers: Set<String> = []
        var scopes: Set<String> = []
    }

    /// A person who tries, with the key to start with.
    private struct Attacker: Sendable, CustomTestStringConvertible {
        let user: String
        let limits: @Sendable (ToolHouse) -> KeyLimits
        /// Administrators of an organization stand above the roles in it: for them the organization and the scopes are the bound.
        var isAdministrator = false
        var testDescription: String { user }
    }

    private static let attackers: [Attacker] = [
        Attacker(user: "acme/ann") { _ in KeyLimits(scopes: Set(ScopeSet.all.names)) },
        Attacker(user: "acme/ann") {
            KeyLimits(workspace: $0.people.office.id, scopes: ["write:token", "read:record", "read:collection", "write:rule", "write:role"])
        },
        Attacker(user: "acme/rita") { _ in KeyLimits(scopes: Set(ScopeSet.all.names)) },
        Attacker(user: "acme/clara") { _ in KeyLimits(role: "clerk", scopes: Set(ScopeSet.all.names), expires: .now + .seconds(3_600)) },
        Attacker(user: "acme/zoe") { _ in KeyLimits(scopes: Set(ScopeSet.all.names)) },
        Attacker(
            user: "acme/boss",
            limits: { _ in KeyLimits(scopes: ["write:token", "write:role", "write:rule", "write:organization", "read:collection"]) },
            isAdministrator: true),
        Attacker(
            user: "rival/boss", limits: { KeyLimits(workspace: $0.people.abroad.id, scopes: Set(ScopeSet.all.names)) }),
    ]

    private static let places = ["main", "acme", "annex", "rival", "spare"]

    @Test("E11 no credential that comes of up to five calls reaches more than the first one did", arguments: attackers.indices)
    func sequences(index: Int) async throws {
        let attacker = Self.attackers[index]
        try await ToolHouse.with { house in
            // A rule that an administrator of the workspace is under, too: what somebody could want to be rid of.
            try await house.does(
                "access_rules_set", ["role": "admin", "resource": "secrets", "actions": ["view", "create", "update", "destroy"], "effect": "deny"],
                as: .terminal)
            let first = try await Self.key(attacker, house)
            var dice = Dice(state: UInt64(index + 1) &* 7919)
            var made = 0
            for sequence in 0..<40 {
                let before = try await Self.reach(first, house)
                var pool = [first]
                for _ in 0..<(1 + dice.roll(5)) {
                    let requester = try? await house.requester(key: dice.pick(pool), at: dice.pick(Self.places.dropLast()))
                    guard let requester else { continue }
                    let (tool, arguments) = Self.attempt(&dice)
                    let reply = await house.call(tool, arguments, as: requester)
                    #expect(reply.code != "internal", "\(tool) \(JSONValue.object(arguments)): \(reply)")
                    if let key = reply.body["key"]?.string { pool.append(key) }
                }
                made += pool.count - 1
                for key in pool {
                    let after = try await Self.reach(key, house)
                    #expect(after.scopes.isSubset(of: before.scopes), "sequence \(sequence)")
                    let gained = after.powers.subtracting(before.powers).filter { power in
                        !attacker.isAdministrator || power.hasPrefix("main ") || power.hasPrefix("rival ")
                    }
                    #expect(gained.isEmpty, "sequence \(sequence) of \(attacker.user): \(gained.sorted())")
                }
            }
            #expect(made > 0, "some keys were made, so that the test has something to look at")
        }
    }

    private static func key(_ attacker: Attacker, _ house: ToolHouse) async throws -> String {
        let user = try #require(house.people.users[attacker.user])
        let bound = CredentialBound.terminal(house.people.builtIn.id, scopes: Set(ScopeSet.all.names))
        return try await house.domains.keys.create(user.organization, user: user.id, name: "first", limits: attacker.limits(house), bound: bound).key
            .text
    }

    /// A call that makes or changes what rights hang on, with arguments that are likely to matter.
    private static func attempt(_ dice: inout Dice) -> (String, JSONObject) {
        let user = dice.pick(["acme/ann", "acme/boss", "acme/rita", "acme/clara", "acme/zoe", "rival/boss", "rival/rob", "built-in/admin"])
        let role = dice.pick(["admin", "reader", "member", "clerk", "temp"])
        switch dice.roll(9) {
        case 0...3: return ("api_keys_create", keyOrder(&dice, user, role))
        case 4: return ("members_add", ["member": .string(user), "role": .string(role)])
        case 5: return ("members_remove", ["member": .string(user), "role": .string(role)])
        case 6:
            var rule: JSONObject = [
                "role": .string(role), "resource": .string(dice.pick(["orders", "customers", "secrets"])), "actions": ["view", "update"],
            ]
            if dice.roll(3) == 0 { rule["effect"] = "deny" }
            return ("access_rules_set", rule)
        case 7: return ("access_rules_remove", ["id": .number(JSONNumber(Int64(1 + dice.roll(8))))])
        default:
            return dice.roll(2) == 0
                ? ("workspaces_add", ["name": "spare", "organization": .string(dice.pick(["acme", "built-in", "rival"]))])
                : ("data_sources_add", ["name": "files", "url": "sqlite:///etc/passwd"])
        }
    }

    private static func keyOrder(_ dice: inout Dice, _ user: String, _ role: String) -> JSONObject {
        var order: JSONObject = ["name": "k"]
        if dice.roll(3) == 0 { order["user"] = .string(user) }
        if dice.roll(3) == 0 { order["role"] = .string(role) }
        if dice.roll(2) == 0 { order["workspace"] = .string(dice.pick(["*", "main", "acme", "annex", "rival"])) }
        if dice.roll(3) == 0 { order["scopes"] = .string(dice.pick(["admin", "mcp", "write:token read:record", "write:token", "run:sql"])) }
        if dice.roll(4) == 0 { order["expires"] = .string(dice.pick(["1h", "30d", "36500d"])) }
        return order
    }

    /// What a key can do in each workspace, asked for through the tools themselves.
    private static func reach(_ key: String, _ house: ToolHouse) async throws -> Reach {
        var reach = Reach()
        for place in places {
            guard let known = try await house.callers.workspace(place) else { continue }
            // A key that does not open the workspace reaches nothing in it.
            guard let caller = try? await house.callers.caller(for: .bearer(key), in: known) else { continue }
            let requester = house.requester(caller)
            reach.scopes.formUnion(caller.scopes.names)
            for tool in try await house.list(as: requester) {
                reach.powers.insert("\(place) \(tool.name)")
                guard tool.name == "crud" else { continue }
                for action in tool.inputSchema["properties"]?["action"]?["enum"]?.array ?? [] { reach.powers.insert("\(place) crud \(action)") }
            }
            // Asked of the rights themselves, whether or not the key has the scope to look.
            guard !caller.roles.isEmpty || caller.isOperator else { continue }
            let contents = try await house.domains.catalog.contents(of: "main", in: known.id)
            let rights = try await house.domains.rules.rights(of: caller)
            for collection in contents.collections {
                let own = rights.on(collection)
                for action in own.actions where caller.scopes.contains(action == .view ? .read(.record) : .write(.record)) {
                    reach.powers.insert("\(place) \(action) \(collection.name) \(own.filter(action))")
                    for field in own.readable where !own.masked.contains(field) { reach.powers.insert("\(place) sees \(collection.name).\(field)") }
                }
            }
        }
        return reach
    }
}
