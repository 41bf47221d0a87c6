import Access
import Identity
import JSON

/// `update_role`, `update_user`, …: changes members of an object.
struct UpdateObject: Tool {
    struct Input: ToolArguments {
        var id = ""
        var object: JSONObject = [:]
    }

    typealias Update = @Sendable (ObjectCall, ObjectName, Patch) async throws -> JSONObject

    let kind: ObjectKind
    let domains: Domains
    let update: Update

    var access: ToolAccess { kind.writing(by: .objectAdministrators, secrets: kind.secrets) }
    let isIdempotent = true
    var name: String { "update_\(kind.one)" }
    var title: String { "Update \(kind.article)" }
    var description: String { "Update \(kind.article). Absent members and *** stay, null clears." }
    var arguments: [Argument<Input>] {
        let members = Argument<Input>.wholeObject(kind.one, \.object, kind.schema("The members to change.")).required
        return [
            .text("id", \.id, "OWNER/NAME.").required.naming(kind.one),
            kind.addsAlike ? members.listed(as: Property.object("Members as of add_\(kind.one).")) : members,
        ]
    }

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let objects = try ObjectCall(call, domains)
        let name = try ObjectName(parsing: input.id, argument: "id")
        guard let known = try await kind.find(objects, ObjectSearch(name)) else {
            throw Refusal(.notFound, kind.missing?(name) ?? kind.unchanged)
        }
        try Self.check(input.object, keeps: name, known)
        let patch = Patch(input.object)
        let made = try await update(objects, name, patch)
        var outcome = ToolOutcome.done("Successfully updated \(kind.one)", kind.one, made, [kind.subject(made)])
        if !Self.differs(made, from: known), !Self.setsSecret(patch) { outcome.changed = 0 }
        return outcome
    }

    /// Whether anything except the time of the change differs.
    private static func differs(_ made: JSONObject, from known: JSONObject) -> Bool {
        made.contains { $0.key != "updatedTime" && known[$0.key] != $0.value } || known.contains { made[$0.key] == nil }
    }

    /// Whether the patch sets a secret, which looks the same before and after.
    private static func setsSecret(_ patch: Patch) -> Bool {
        ["password", "clientSecret", "clientSecret2"].contains { name in patch.member(name).map { $0 != .string("") } ?? false }
    }

    /// Refuses a change of an object's owner or name; both spellings of its owner are accepted.
    private static func check(_ object: JSONObject, keeps id: ObjectName, _ known: JSONObject) throws {
        let allowed = ["owner": [id.owner, Organizations.reservedOwner, known["owner"]?.string], "organization": [known["organization"]?.string]]
        for (member, values) in allowed.sorted(by: { $0.key < $1.key }) {
            guard known[member] != nil, let value = object[member]?.string, !value.isEmpty, value != Patch.mask, !values.contains(value) else {
                continue
            }
            throw Refusal(.forbidden, "\(member): an object stays in its organization")
        }
    }
}
