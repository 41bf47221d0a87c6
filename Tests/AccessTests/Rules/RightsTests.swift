import Access
import Catalog
import SQL
import SeededRandom
import Store
import Testing

@Suite("Rights from roles and rules")
struct RightsTests {
    static let now = Timestamp(microseconds: 1_000_000_000)
    static let workspace = WorkspaceRef(id: WorkspaceID(1), name: "main", organization: OrganizationID(7))

    static func collection(_ fields: [String] = ["id", "name", "salary", "createdById"], source: String = "main", readOnly: Bool = false)
        -> Collection
    {
        Collection(
            source: source, name: "staff", origin: .table(schema: "main", name: "staff"), kind: .table,
            fields: fields.map {
                Field(
                    name: $0, type: .text, declaredType: "TEXT", isNullable: true, hasDefault: false, isGenerated: KeptField(column: $0) != nil,
                    comment: nil)
            },
            primaryKey: ["id"],
            relations: [Relation(name: "boss", kind: .belongsTo, fields: ["salary"], target: "staff", targetFields: ["id"])],
            estimatedRows: nil, comment: nil, isReadOnly: readOnly
        )
    }

    static func caller(_ roles: [String], user: Int64? = 5, isOperator: Bool = false) -> Caller {
        Caller(
            kind: .apiKey(APIKeyID(1)), organization: OrganizationRef(id: OrganizationID(7), name: "home"),
            user: user.map { UserRef(id: UserID($0), name: "ann") }, workspace: workspace, roles: roles, scopes: .all, isOperator: isOperator
        )
    }

    static func rule(
        _ role: String, _ actions: Set<RecordAction>, _ effect: Rule.Effect = .allow, columns: [String]? = nil, masked: [String] = [],
        hidden: [String] = [], filter: Filter = .always, expires: Int64? = nil, source: String = "main", workspace: Int64 = 1, id: Int64 = 1
    ) -> Rule {
        Rule(
            id: RuleID(id), workspace: WorkspaceID(workspace), role: role, source: source, collection: "staff",
            content: RuleContent(
                actions: actions, effect: effect, columns: columns, masked: masked, hidden: hidden, filter: filter,
                expires: expires.map { Timestamp(microseconds: $0) })
        )
    }

    static func rights(_ roles: [String], _ rules: [Rule] = [], on collection: Collection = collection(), user: Int64? = 5, isOperator: Bool = false)
        -> CollectionRights
    {
        Rights(rules: rules, now: now).of(caller(roles, user: user, isOperator: isOperator), on: collection)
    }

    static func equals(_ field: String, _ value: Int64) -> Filter { .compare(FieldPath(field: field), .equal(.value(.int(value)))) }
    static let own = equals("createdById", 5)
    static let all: Set<RecordAction> = [.view, .create, .update, .destroy]

    @Test(
        "defaults of roles, by source and table",
        arguments: [
            (["admin"], "main", true, [.view, .create, .update, .destroy]), (["admin"], "crm", false, [.view, .create, .update, .destroy]),
            (["reader"], "main", true, [.view]), (["reader"], "crm", false, [.view]),
            (["member"], "main", true, [.view, .create, .update, .destroy]),
            (["member"], "main", false, []), (["member"], "crm", true, []), (["clerk"], "main", true, []), ([], "main", true, []),
            (["Admin"], "main", true, []),
        ] as [([String], String, Bool, [RecordAction])])
    func defaults(roles: [String], source: String, hasOwner: Bool, expected: [RecordAction]) {
        let rights = Self.rights(roles, on: Self.collection(hasOwner ? ["id", "createdById"] : ["id"], source: source))
        #expect(rights.actions == expected)
        #expect(rights.isUnrestrictedView == (roles == ["admin"] || roles == ["reader"]))
    }

    @Test("a member reaches its own records alone, and makes new ones")
    func ownRecords() {
        let rights = Self.rights(["member"])
        for action in [RecordAction.view, .update, .destroy] { #expect(rights.filter(action) == Self.own) }
        #expect(rights.filter(.create) == .always)
        #expect(rights.writable(.create) == ["id", "name", "salary"], "createdById is kept by the server")
        #expect(Self.rights(["member"], user: nil).actions == [.create], "an application has no own records")
    }

    @Test("an operator that is no member acts as admin; one with a role has that role")
    func operators() {
        #expect(Self.rights([], isOperator: true).actions == RecordAction.allCases)
        #expect(Self.rights(["reader"], isOperator: true).actions == [.view])
    }

    @Test("rules of a role replace its defaults on the collection")
    func replace() {
        let rights = Self.rights(["admin"], [Self.rule("admin", [.view], columns: ["name"])])
        #expect(rights.actions == [.view])
        #expect(rights.readable == ["id", "name"], "the key is shown, or rows could not be addressed")
        #expect(!rights.isUnrestrictedView)
        #expect(Self.rights(["admin"], [Self.rule("admin", [.view], hidden: ["id", "salary"])]).readable == ["name", "createdById"])
    }

    @Test("C44 A rule that hides an unknown field, or one in another case, allows nothing, because the field may have been renamed")
    func lostNames() {
        for rule in [
            Self.rule("clerk", [.view], hidden: ["SALARY"]), Self.rule("clerk", [.view], masked: ["wage"]),
            Self.rule("clerk", [.view], columns: ["name", "salary"], masked: ["wage"]),
        ] {
            #expect(!Self.rights(["clerk"], [rule]).allows(.view), "\(rule)")
            let united = Self.rights(["clerk", "guest"], [rule, Self.rule("guest", [.view], columns: ["name"], id: 2)])
            #expect(united.readable == ["id", "name"], "what another role gives stays")
        }
        let denied = [Self.rule("clerk", [.view]), Self.rule("clerk", [.view], .deny, columns: ["wage"], id: 2)]
        #expect(!Self.rights(["clerk"], denied).allows(.view))
        let dropped = Self.rights(["clerk"], [Self.rule("clerk", [.view], columns: ["name", "wage"])])
        #expect(dropped.readable == ["id", "name"], "what only shows less is no loss")
    }

    @Test("rules of other roles, workspaces, sources or the past do not count")
    func others() {
        for rule in [
            Self.rule("clerk", [.view]), Self.rule("reader", [.view], columns: [], workspace: 2),
            Self.rule("reader", [.view], columns: [], source: "crm"),
            Self.rule("reader", [.view], columns: [], expires: Self.now.microseconds),
            Self.rule("reader", [.view], .deny, expires: Self.now.microseconds - 1),
        ] {
            #expect(Self.rights(["reader"], [rule]).isUnrestrictedView, "\(rule)")
        }
        #expect(!Self.rights(["reader"], [Self.rule("reader", [.view], .deny, expires: Self.now.microseconds + 1)]).allows(.view))
    }

    @Test("roles are united: rows by OR, columns if any shows them, masks only if all that show them mask")
    func united() {
        let (mine, yours) = (Self.equals("name", 1), Self.equals("name", 2))
        let rights = Self.rights(
            ["a", "b"],
            [
                Self.rule("a", [.view, .update], columns: ["name", "salary"], masked: ["salary", "name"], filter: mine, id: 1),
                Self.rule("b", [.view], columns: ["name"], filter: yours, id: 2),
            ])
        #expect(rights.actions == [.view, .update])
        #expect(rights.readable == ["id", "name", "salary"] && rights.masked == ["salary"])
        #expect(rights.filter(.view) == .any([mine, yours]) && rights.filter(.update) == mine)
        #expect(rights.rules == [1, 2])
        #expect(Self.rights(["a", "reader"], [Self.rule("a", [.view], columns: ["name"], filter: mine)]).isUnrestrictedView)
    }

    @Test("masked and hidden fields are not written, also where only viewing masks them")
    func writing() {
        #expect(Self.rights(["a"], [Self.rule("a", Self.all, masked: ["salary"], hidden: ["name"])]).writable(.update) == ["id"])
        let split = [Self.rule("a", [.view], masked: ["salary"], id: 1), Self.rule("a", [.update], id: 2)]
        #expect(Self.rights(["a"], split).writable(.update) == ["id", "name"])
        #expect(Self.rights(["a"], split).writable(.destroy) == [])
    }

    @Test("a denial beats every allowance: the action, columns, rows")
    func denials() {
        #expect(Self.rights(["admin", "b"], [Self.rule("b", [.view], .deny)]).actions == [.create, .update, .destroy])
        let columns = Self.rights(["admin", "b"], [Self.rule("b", [.view], .deny, columns: ["salary"])])
        #expect(columns.readable == ["id", "name", "createdById"] && columns.writable(.update).contains("salary"))
        let rows = Self.rights(["admin", "b"], [Self.rule("b", [.destroy], .deny, filter: Self.equals("id", 1))])
        #expect(rows.filter(.destroy) == .not(Self.equals("id", 1)) && rows.filter(.view) == .always)
        let both = Self.rights(["member"], [Self.rule("member", [.view], .deny, filter: Self.equals("id", 1))])
        #expect(both.filter(.view) == .all([Self.own, .not(Self.equals("id", 1))]), "a denial alone leaves the defaults")
    }

    @Test("a rule with an attribute that the caller lacks matches no row; such a denial denies all rows")
    func missingAttributes() {
        let mine = Filter.compare(FieldPath(field: "name"), .notEqual(.attribute("application.id")))
        #expect(!Self.rights(["a"], [Self.rule("a", [.view], filter: mine)]).allows(.view))
        #expect(!Self.rights(["admin"], [Self.rule("admin", [.view], .deny, filter: mine)]).allows(.view))
        #expect(
            Self.rights(["a", "b"], [Self.rule("a", [.view], filter: mine), Self.rule("b", [.view], filter: Self.own, id: 2)]).filter(.view)
                == Self.own)
    }

    @Test("nothing is written to a collection that is read-only")
    func readOnly() { #expect(Self.rights(["admin"], on: Self.collection(readOnly: true)).actions == [.view]) }

    @Test("C45 filterable fields exclude hidden and masked ones, and relations through them")
    func filterable() {
        let rights = Self.rights(["a"], [Self.rule("a", [.view], masked: ["salary"], hidden: ["name"])])
        let narrow = rights.filterable { _ in true }
        #expect(narrow.fields.map(\.name) == ["id", "createdById"] && narrow.relations.isEmpty)
        let whole = Self.rights(["reader"])
        #expect(whole.filterable { _ in true }.relations.map(\.name) == ["boss"])
        #expect(whole.filterable { _ in false }.relations.isEmpty)
    }

    @Test("a denial never increases a caller's rights, and another role never reduces them (random rules)")
    func monotonous() {
        var random = SeededGenerator(sequence: 0)
        let filters = [Filter.always, Self.equals("id", 1), Self.own]
        for _ in 0..<500 {
            let rules = (0..<Int.random(in: 0...4, using: &random)).map { id in
                Self.rule(
                    ["a", "b"].randomElement(using: &random) ?? "a", Set([RecordAction.allCases.randomElement(using: &random) ?? .view]),
                    columns: Bool.random(using: &random) ? nil : ["name"], masked: Bool.random(using: &random) ? [] : ["name"],
                    hidden: Bool.random(using: &random) ? [] : ["salary"], filter: filters.randomElement(using: &random) ?? .always, id: Int64(id)
                )
            }
            let (one, two) = (Self.rights(["a"], rules), Self.rights(["a", "b"], rules))
            let action = RecordAction.allCases.randomElement(using: &random) ?? .view
            let denied = Self.rights(["a", "b"], rules + [Self.rule("b", [action], .deny, id: 99)])
            #expect(Set(one.actions).isSubset(of: two.actions) && Set(one.readable).isSubset(of: two.readable))
            #expect(Set(denied.actions) == Set(two.actions).subtracting([action]))
        }
    }
}
