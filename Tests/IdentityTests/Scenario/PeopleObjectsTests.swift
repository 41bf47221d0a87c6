import GatehouseTesting
import Identity
import JSON
import SQLSyntax
import Store
import Testing

@Suite("Organizations and users as objects")
struct PeopleObjectsTests {
    private static func patch(_ members: JSONObject) -> Patch { Patch(members) }

    @Test("A change keeps absent and masked members, clears null ones, and keeps unknown ones", arguments: StoreEngine.allCases)
    func merge(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let bound = acme.bound(acme.boss)
            let first = try await fixture.organizations.update(
                acme.id,
                Patch([
                    "displayName": "Acme Ltd", "websiteUrl": "https://acme.example", "tags": ["a", "b"], "passwordOptions": ["Aa123"],
                    "passwordExpireDays": 30, "ipWhitelist": "10.0.0.0/8", "unheardOf": ["deep": [1, .null]],
                ]), bound: bound)
            #expect(first.displayName == "Acme Ltd" && first.details["tags"] == ["a", "b"] && first.details["unheardOf"] == ["deep": [1, .null]])
            #expect(try await fixture.organizations.get(acme.id) == first)
            let second = try await fixture.organizations.update(
                acme.id, Patch(["websiteUrl": "***", "displayName": "***", "languages": ["en"]]), bound: bound)
            #expect(second.displayName == "Acme Ltd" && second.details["websiteUrl"] == "https://acme.example" && second.passwordRules == [.aa123])
            let third = try await fixture.organizations.update(
                acme.id, Patch(["displayName": .null, "tags": .null, "passwordOptions": .null, "passwordExpireDays": .null, "ipWhitelist": .null]),
                bound: bound)
            #expect(third.displayName == "acme" && third.details["tags"] == nil && third.passwordRules.isEmpty && third.passwordDays == 0)
            #expect(third.addresses.isEverywhere && third.details["languages"] == ["en"])
        }
    }

    @Test("Back doors, wrong values, other names and objects without bound are refused by name", arguments: StoreEngine.allCases)
    func wrong(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let bound = acme.bound(acme.boss)
            let many = JSONObject((0..<65).map { ("m\($0)", JSONValue.bool(true)) })
            // With each: the text that the refusal must contain.
            let organizations: [(JSONObject, String)] = [
                (["masterPassword": "let me in"], "masterPassword"), (["defaultPassword": "123"], "defaultPassword"),
                (["passwordOptions": ["Strong"]], "passwordOptions"), (["passwordOptions": "Aa123"], "passwordOptions"),
                (["passwordExpireDays": -1], "passwordExpireDays"), (["passwordExpireDays": "30"], "passwordExpireDays"),
                (["ipWhitelist": "1.2.3.4"], "1.2.3.4"), (["disableSignin": "yes"], "disableSignin"), (["dcrPolicy": "closed"], "dcrPolicy"),
                (["name": "other"], "name"), (["displayName": "two\nlines"], "displayName"), (["a b": 1], "'a b'"), (["": 1], "''"),
                (many, "at most 64"), (["notes": .string(String(repeating: "x", count: 17_000))], "16384 bytes"),
            ]
            for (members, named) in organizations {
                try await fixture.refuses(.invalid, saying: named) {
                    _ = try await fixture.organizations.update(acme.id, Patch(members), bound: bound)
                }
            }
            let users: [(JSONObject, String)] = [
                (["passwordSalt": "x"], "passwordSalt"), (["totpSecret": "x"], "totpSecret"), (["recoveryCodes": ["x"]], "recoveryCodes"),
                (["email": "nobody"], "email"), (["email": "a@b@c"], "email"), (["phone": "call me"], "Phone"), (["phone": "12"], "Phone"),
                (["isAdmin": 1], "isAdmin"), (["isDeleted": true], "isDeleted"), (["name": "other"], "name"),
                (["ipWhitelist": "10.0.0.0/8 "], "10.0.0.0/8 "), (["properties x": 1], "'properties x'"),
            ]
            for (members, named) in users {
                try await fixture.refuses(.invalid, saying: named) {
                    _ = try await fixture.users.update(acme.id, acme.ann.id, Patch(members), bound: bound)
                }
            }
            // What another server's answer holds of these, empty, does no harm.
            let kept = try await fixture.organizations.update(
                acme.id, Patch(["masterPassword": "***", "defaultPassword": "", "name": "acme", "displayName": "Acme"]), bound: bound)
            #expect(kept.displayName == "Acme" && kept.details.members.isEmpty)
            let ann = try await fixture.users.update(
                acme.id, acme.ann.id, Patch(["recoveryCodes": [], "isDeleted": false, "password": "***", "displayName": "Ann"]), bound: bound)
            #expect(ann.displayName == "Ann" && ann.hasPassword && ann.details["recoveryCodes"] == nil)
        }
    }

    @Test("E-mail addresses and telephone numbers are once in an organization", arguments: StoreEngine.allCases)
    func unique(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let rival = try await fixture.tenant("rival")
            let bound = acme.bound(acme.boss)
            _ = try await fixture.users.update(acme.id, acme.ann.id, Patch(["phone": "+43 1 234-567"]), bound: bound)
            try await fixture.refuses(.conflict) {
                _ = try await fixture.users.update(acme.id, acme.boss.id, Patch(["email": "ANN@acme.example"]), bound: bound)
            }
            try await fixture.refuses(.conflict) {
                _ = try await fixture.users.update(acme.id, acme.boss.id, Patch(["phone": "+431234567"]), bound: bound)
            }
            try await fixture.refuses(.conflict) {
                _ = try await fixture.users.add(acme.id, "zoe", password: nil, Patch(["email": "ann@acme.example"]), bound: bound)
            }
            _ = try await fixture.users.update(rival.id, rival.boss.id, Patch(["email": "ann@acme.example"]), bound: rival.bound(rival.boss))
            #expect(try await fixture.users.find(acme.id, email: "Ann@Acme.Example", phone: nil)?.id == acme.ann.id)
            #expect(try await fixture.users.find(acme.id, email: nil, phone: "+43 1234567")?.id == acme.ann.id)
            #expect(try await fixture.users.find(acme.id, email: "nobody@acme.example", phone: nil) == nil)
            #expect(try await fixture.users.find(acme.id, email: "", phone: nil) == nil)
        }
    }

    @Test("The organization's password policy refuses, at every way to set a password", arguments: PasswordRule.allCases)
    func policy(rule: PasswordRule) async throws {
        let tries: [PasswordRule: (wrong: String, right: String)] = [
            .atLeast6: ("ééééé", "ééééé1"), .atLeast8: ("éééé123", "éééé1234"), .aa123: ("nocapital1", "OneCapital1"),
            .specialChar: ("plainword12", "plain-word12"), .noRepeat: ("letters-tt", "leters-pq"),
        ]
        let (wrong, right) = try #require(tries[rule])
        try await IdentityFixture.with(.sqlite) { fixture in
            let acme = try await fixture.tenant("acme")
            let bound = acme.bound(acme.boss)
            _ = try await fixture.organizations.update(acme.id, Patch(["passwordOptions": [.string(rule.rawValue)]]), bound: bound)
            try await fixture.refuses(.invalid) { _ = try await fixture.users.add(acme.id, "new", password: Secret(wrong)) }
            try await fixture.refuses(.invalid) { _ = try await fixture.users.add(acme.id, "new", password: Secret(wrong), Patch(), bound: bound) }
            try await fixture.refuses(.invalid) { try await fixture.users.setPassword(acme.id, acme.ann.id, Secret(wrong)) }
            try await fixture.refuses(.invalid) {
                _ = try await fixture.users.update(acme.id, acme.ann.id, password: .set(Secret(wrong)), Patch(), bound: bound)
            }
            #expect(try await fixture.users.verifyPassword(acme.annName, Secret("ann's password")) != nil)
            _ = try await fixture.users.update(acme.id, acme.ann.id, password: .set(Secret(right)), Patch(), bound: bound)
            #expect(try await fixture.users.verifyPassword(acme.annName, Secret(right)) != nil)
        }
    }

    @Test(
        "An expired password, or disabled sign-in of the organization, is reported only after the right password", arguments: StoreEngine.allCases)
    func ending(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let bound = acme.bound(acme.boss)
            let right = Secret("ann's password")
            _ = try await fixture.organizations.update(acme.id, Patch(["passwordExpireDays": 30]), bound: bound)
            fixture.clock.advance(.seconds(30 * 86_400 - 1))
            #expect(try await fixture.users.verifyPassword(acme.annName, right) != nil)
            fixture.clock.advance(.seconds(1))
            try await fixture.refuses(.forbidden) { _ = try await fixture.users.verifyPassword(acme.annName, right) }
            #expect(try await fixture.users.verifyPassword(acme.annName, Secret("wrong password")) == nil)
            try await fixture.users.setPassword(acme.id, acme.ann.id, right)
            #expect(try await fixture.users.verifyPassword(acme.annName, right) != nil)
            _ = try await fixture.organizations.update(acme.id, Patch(["disableSignin": true]), bound: bound)
            try await fixture.refuses(.forbidden) { _ = try await fixture.users.verifyPassword(acme.annName, right) }
            #expect(try await fixture.users.verifyPassword(acme.annName, Secret("wrong password")) == nil)
        }
    }

    @Test("A removed user leaves no key, membership or place in a role, and its name is free for somebody else", arguments: StoreEngine.allCases)
    func removal(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let bound = acme.bound(acme.boss)
            let (_, key) = try await DirectoryTests.key(fixture, acme)
            _ = try await fixture.roles.update(acme.id, "reader", Patch(["users": ["acme/ann"]]), bound: bound)
            #expect(try await fixture.directory.principal(key) != nil)
            try await fixture.users.remove(acme.id, acme.ann.id, bound: bound)
            #expect(try await fixture.directory.principal(key) == nil)
            #expect(try await fixture.roles.object(acme.id, "reader").users == [])
            let again = try await fixture.users.add(acme.id, "ann", password: nil, email: "ann@acme.example")
            #expect(again.id != acme.ann.id)
            #expect(try await fixture.directory.roles(of: again.id, in: acme.workspace.id) == [])
            let builtIn = try await fixture.organizations.find(.builtIn)
            let admin = try await fixture.users.find(builtIn.id, .admin)
            let terminal = try await fixture.terminal()
            try await fixture.refuses(.forbidden) { try await fixture.users.remove(builtIn.id, admin.id, bound: terminal) }
            for members in [["isAdmin": false], ["isForbidden": true]] as [JSONObject] {
                try await fixture.refuses(.forbidden) { _ = try await fixture.users.update(builtIn.id, admin.id, Patch(members), bound: terminal) }
            }
        }
    }

    @Test("A page continues after the last element, also if texts look like numbers or are equal", arguments: StoreEngine.allCases)
    func places(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            let terminal = try await fixture.terminal()
            for (name, label) in [("a", "10"), ("b", "9"), ("c", "-1"), ("d", "9"), ("e", "10 x"), ("f", "")] {
                let patch = Patch(["displayName": .string(label)])
                _ = try await fixture.users.add(acme.id, Name(parsing: name), password: nil, patch, bound: terminal)
            }
            for (sort, isAscending) in [("displayName", true), ("displayName", false), ("updatedTime", true), ("createdTime", false)] {
                let whole = try await fixture.users.list(acme.id, ListQuery(sort: sort, isAscending: isAscending))
                var (paged, place) = ([User](), ListPosition?.none)
                repeat {
                    let page = try await fixture.users.list(
                        acme.id, ListQuery(ListPart(after: place, count: 1), sort: sort, isAscending: isAscending))
                    #expect(page.total == whole.total && page.items.count == 1)
                    paged += page.items
                    // As a cursor carries it.
                    place = page.hasMore ? ListPosition(text: page.positions[0].text) : nil
                } while place != nil && paged.count < 20
                #expect(paged == whole.items, "\(sort)")
            }
            try await fixture.refuses(.invalid) {
                _ = try await fixture.users.list(acme.id, ListQuery(ListPart(after: ListPosition(.int(1)), count: 1)))
            }
        }
    }

    @Test("Lists are paged, and searched and sorted by columns, newest first", arguments: StoreEngine.allCases)
    func lists(engine: StoreEngine) async throws {
        try await IdentityFixture.with(engine) { fixture in
            let acme = try await fixture.tenant("acme")
            _ = try await fixture.tenant("rival")
            for name in ["c_1", "c%2", "C3"] as [String] where Name.isName(name) {
                _ = try await fixture.users.add(acme.id, Name(parsing: name), password: nil)
            }
            func names(_ query: ListQuery) async throws -> [String] { try await fixture.users.list(acme.id, query).items.map(\.name.text) }
            #expect(try await names(ListQuery()) == ["C3", "c_1", "boss", "ann"])
            #expect(try await names(ListQuery(sort: "name", isAscending: true)) == ["C3", "ann", "boss", "c_1"])
            #expect(try await names(ListQuery(ListPart(offset: 1, count: 2))) == ["c_1", "boss"])
            #expect(try await fixture.users.list(acme.id, ListQuery(ListPart(offset: 1, count: 2))).total == 4)
            #expect(try await names(ListQuery(match: .init(field: "name", text: "C"))) == ["C3", "c_1"])
            #expect(try await names(ListQuery(match: .init(field: "name", text: "_"))) == ["c_1"])
            #expect(try await names(ListQuery(match: .init(field: "name", text: "%"))) == [])
            #expect(try await names(ListQuery(match: .init(field: "email", text: "ACME.ex"))) == ["ann"])
            for query in [
                ListQuery(match: .init(field: "password_hash", text: "a")), ListQuery(sort: "details"),
                ListQuery(match: .init(field: "createdTime", text: "1")),
            ] {
                try await fixture.refuses(.invalid) { _ = try await fixture.users.list(acme.id, query) }
            }
            #expect(try await fixture.users.list(nil, ListQuery()).total == 7)
            #expect(try await fixture.organizations.list(acme.id, ListQuery()).items.map(\.name) == ["acme"])
            #expect(
                try await fixture.organizations.list(nil, ListQuery(sort: "createdTime", isAscending: true)).items.map(\.name) == [
                    "built-in", "acme", "rival",
                ])
        }
    }
}

extension Name {
    fileprivate static func isName(_ text: String) -> Bool { (try? Name(parsing: text)) != nil }
}
