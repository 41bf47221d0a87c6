import Access
import Identity
import JSON

/// One kind of object that clients manage with five tools of the same form: its names, and how the tools read and change it.
struct ObjectKind: Sendable {
    /// Its name in singular and plural, as in `get_role` and `get_roles`.
    let one: String
    let many: String
    let scope: Scope.Kind
    let package: PackageName
    /// The meaning of an owner, for the description of the argument.
    let owners: String
    /// The JSON Schemas of an object's members.
    let members: JSONObject
    /// Further arguments by which an object can be found.
    var keys: [Argument<ObjectSearch>] = []
    /// The audience for adding and deleting.
    var makers = ToolPermit.Audience.objectAdministrators
    /// Whether its owner is `admin` or the object itself, as for organizations.
    var ownsItself = false
    /// The secrets among its members.
    let secrets: ToolSecrets
    /// Text appended to the description of the adding tool.
    var note = ""

    let list: @Sendable (ObjectCall, ObjectOwner, ListQuery) async throws -> ObjectPage<JSONObject>
    /// - Returns: nil when the caller does not reach such an object.
    let find: @Sendable (ObjectCall, ObjectSearch) async throws -> JSONObject?
    /// Nil if the kind has no such tool.
    var add: AddObject.Add?
    var update: UpdateObject.Update?
    let delete: @Sendable (ObjectCall, ObjectName) async throws -> Void
    /// The message for an update of an object that does not exist; nil for the default.
    var missing: (@Sendable (ObjectName) -> String)?

    /// The message of a call that changed nothing.
    var unchanged: String { Self.unchanged(one) }

    static func unchanged(_ one: String) -> String { "No changes were made to \(one) (may already exist or not found)" }
}

/// The context of a call on objects: the caller, its bound, and the domains.
struct ObjectCall: Sendable {
    let caller: Caller
    let bound: CredentialBound
    let domains: Domains
    let context: ToolContext

    init(_ call: ToolCall, _ domains: Domains) throws {
        caller = call.caller
        bound = try CredentialBound(call.caller)
        self.domains = domains
        context = call.context
    }
}

/// How an object is searched: by its id, or a user by e-mail address or phone.
struct ObjectSearch: ToolArguments {
    /// `OWNER/NAME`.
    var id = ""
    var owner = ""
    var email: String?
    var phone: String?

    init() {}
    init(_ name: ObjectName) { id = name.description }
}

extension ObjectKind {
    /// Its tools: `get_roles`, `get_role`, `add_role`, `update_role`, `delete_role`.
    func tools(_ domains: Domains) -> [ToolDefinition] {
        [ToolDefinition(ListObjects(kind: self, domains: domains)), ToolDefinition(GetObject(kind: self, domains: domains))]
            + [add.map { ToolDefinition(AddObject(kind: self, domains: domains, add: $0)) }].compactMap(\.self)
            + [update.map { ToolDefinition(UpdateObject(kind: self, domains: domains, update: $0)) }].compactMap(\.self)
            + [ToolDefinition(DeleteObject(kind: self, domains: domains))]
    }

    /// The access of tools that read objects of the kind.
    var reading: ToolAccess { ToolAccess(package, scope: .one(.read(scope)), audience: .objectAdministrators, effect: .reads, secrets: .none) }

    /// The access of tools that change objects of the kind.
    func writing(by audience: ToolPermit.Audience, secrets: ToolSecrets) -> ToolAccess {
        ToolAccess(package, scope: .one(.write(scope)), audience: audience, effect: .writes, secrets: secrets)
    }

    /// Whether every caller that may change an object may also add one, and so sees the members in the adding tool.
    var addsAlike: Bool { makers == .objectAdministrators }

    /// `a role`, `an organization`.
    var article: String { ("aeiou".contains(one.prefix(1)) && !one.hasPrefix("us") ? "an " : "a ") + one }

    func subject(_ object: JSONObject) -> String { "\(one)/\(object["owner"]?.string ?? "")/\(object["name"]?.string ?? "")" }

    /// The id of an object whose members are given; without an owner, the caller's organization is the owner.
    func name(of object: JSONObject, for caller: Caller) throws -> ObjectName {
        let owner = ownsItself ? Organizations.reservedOwner : caller.organization?.name ?? ""
        let name = try ObjectName(of: object, argument: one, or: owner)
        guard !ownsItself || name.owner == owner || name.owner == name.name else {
            throw Refusal(.invalidArgument, "owner: expected \(owner)")
        }
        return name
    }

    func schema(_ description: String, requiring required: [String] = []) -> JSONValue {
        var properties: JSONObject = ["owner": ["type": "string"], "name": ["type": "string"]]
        for (name, schema) in members { properties[name] = schema }
        var schema: JSONObject = ["type": "object", "description": .string(description), "properties": .object(properties)]
        if !required.isEmpty { schema["required"] = .array(required.map(JSONValue.string)) }
        return .object(schema)
    }
}

extension ToolOutcome {
    /// A list: its text is the array of objects; the structured result is an object that also has their total number.
    static func list(_ part: ObjectPage<JSONObject>, of request: PageRequest, fields: [String]?) throws -> ToolOutcome {
        let page = try ToolPage(part, of: request) { object in JSONFragment(.object(fields.map { object.only($0) } ?? object)) }
        var outcome = ToolOutcome.page(page)
        outcome.text = .whole(String(decoding: page.array.bytes, as: UTF8.self), note: page.note(request.tool))
        return outcome
    }

    /// A completed change; its text is the sentence that clients expect.
    static func done(_ sentence: String, _ member: String, _ object: JSONObject, _ objects: [String]) -> ToolOutcome {
        done(sentence, member, .object(object), objects)
    }

    static func done(_ sentence: String, _ member: String, _ value: JSONValue, _ objects: [String]) -> ToolOutcome {
        var outcome = ToolOutcome(JSONFragment(.object([member: value])), changed: 1, objects: objects)
        outcome.text = .summary(sentence)
        return outcome
    }
}

extension JSONObject {
    fileprivate func only(_ names: [String]) -> JSONObject { JSONObject(filter { names.contains($0.key) }.map { ($0.key, $0.value) }) }
}
