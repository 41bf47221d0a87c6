import Access
import Identity
import JSON

extension ObjectKind {
    /// Its tools: `get_roles`, `get_role`, `add_role`, `update_role`, `delete_role`.
    func tools(_ domains: Domains) -> [ToolDefinition] {
        [ToolDefinition(ListObjects(kind: self, domains: domains)), ToolDefinition(GetObject(kind: self, domains: domains))]
            + [add.map { ToolDefinition(AddObject(kind: self, domains: domains, add: $0)) }].compactMap(\.self)
            + [update.map { ToolDefinition(UpdateObject(kind: self, domains: domains, update: $0)) }].compactMap(\.self)
            + [ToolDefinition(DeleteObject(kind: self, domains: domains))]
    }

    /// Of a tool that reads objects of the kind.
    var reading: ToolAccess { ToolAccess(package, scope: .one(.read(scope)), audience: .objectAdministrators, effect: .reads, secrets: .none) }

    /// Of a tool that changes them.
    func writing(by audience: ToolPermit.Audience, secrets: ToolSecrets) -> ToolAccess {
        ToolAccess(package, scope: .one(.write(scope)), audience: audience, effect: .writes, secrets: secrets)
    }

    /// Whether everyone who may change one may also add one, and so knows the members from there.
    var addsAlike: Bool { makers == .objectAdministrators }

    /// `a role`, `an organization`.
    var article: String { ("aeiou".contains(one.prefix(1)) && !one.hasPrefix("us") ? "an " : "a ") + one }

    func subject(_ object: JSONObject) -> String { "\(one)/\(object["owner"]?.string ?? "")/\(object["name"]?.string ?? "")" }

    /// The id of an object that is given as a whole; one without an owner is the caller's organization's.
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
