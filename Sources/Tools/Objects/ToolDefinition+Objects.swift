import Access
import Identity
import JSON

extension ToolDefinition {
    /// The tools of one kind of object: `get_roles`, `get_role`, `add_role`, `update_role`, `delete_role`.
    static func objects(_ kind: ObjectKind, _ domains: Domains) -> [ToolDefinition] {
        [list(kind, domains), get(kind, domains), add(kind, domains), update(kind, domains), delete(kind, domains)].compactMap { $0 }
    }

    private static let id = Property.string("OWNER/NAME.")

    private static func list(_ kind: ObjectKind, _ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "get_\(kind.many)", in: kind.package, scope: .read(kind.scope), for: .objectAdministrators, .reads, title: "List \(kind.many)",
            description: "Get all \(kind.many) for a specific owner, newest first; nextCursor leads to those that did not fit.",
            properties: [
                "owner": Property.string(kind.owners), "p": Property.int("Page, from 1.", 1...1_000_000),
                "pageSize": Property.int("Objects a page.", 1...ListQuery.maximumCount), "cursor": PageRequest.cursor,
                "field": Property.string("Search in this member."), "value": Property.string("for this text."),
                "sortField": Property.string("Sort by this member."), "sortOrder": Property.choice(["ascend", "descend"], "descend when absent."),
                "fields": Property.strings("Only these members."),
            ],
            required: ["owner"], about: kind.ownsItself ? [] : [.init(kind: "organization", argument: "owner")]
        ) { grant, input, context in
            let call = try ObjectCall(grant, domains, context)
            let request = try PageRequest("get_\(kind.many)", input, grant, context, domains)
            let part = try await kind.list(call, try await call.owner(input.string("owner") ?? ""), input.listQuery(request))
            return try .list(part, of: request, fields: input.strings("fields"))
        }
    }

    private static func get(_ kind: ObjectKind, _ domains: Domains) -> ToolDefinition {
        var properties: JSONObject = ["id": id]
        for (name, schema) in kind.keys { properties[name] = schema }
        return ToolDefinition(
            "get_\(kind.one)", in: kind.package, scope: .read(kind.scope), for: .objectAdministrators, .reads, title: "Get \(kind.article)",
            description: "Get one \(kind.one).", properties: properties, required: kind.keys.isEmpty ? ["id"] : [],
            about: [.init(kind: kind.one, argument: "id")]
        ) { grant, input, context in
            // The same words for an object that is not there and for one of another organization.
            guard let found = try await kind.find(try ObjectCall(grant, domains, context), input) else {
                throw Refusal(.notFound, "there is no such \(kind.one)")
            }
            return ToolOutcome(JSONFragment(.object(found)), rows: 1)
        }
    }

    private static func add(_ kind: ObjectKind, _ domains: Domains) -> ToolDefinition? {
        guard let add = kind.add else { return nil }
        return ToolDefinition(
            "add_\(kind.one)", in: kind.package, scope: .write(kind.scope), for: kind.makers, .writes, title: "Add \(kind.article)",
            description: "Add \(kind.article).\(kind.note)", properties: [kind.one: kind.schema("The new \(kind.one).")], required: [kind.one],
            about: [.init(kind: kind.one, argument: kind.one)]
        ) { grant, input, context in
            let call = try ObjectCall(grant, domains, context)
            let object = input.object(kind.one) ?? [:]
            let name = try kind.name(of: object, for: call.caller)
            do {
                let owner = kind.ownsItself ? .server : try await call.owner(name.owner)
                let made = try await add(call, owner, try Name(parsing: name.name), Patch(object))
                return .done("Successfully added \(kind.one)", kind.one, made, [kind.subject(made)])
            } catch let error as IdentityError where error.code == .conflict && kind.missing == nil {
                throw Refusal(.conflict, kind.unchanged)
            }
        }
    }

    private static func update(_ kind: ObjectKind, _ domains: Domains) -> ToolDefinition? {
        guard let update = kind.update else { return nil }
        return ToolDefinition(
            "update_\(kind.one)", in: kind.package, scope: .write(kind.scope), for: .objectAdministrators, .writes, title: "Update \(kind.article)",
            description: "Update \(kind.article). Absent members and *** keep their value, null clears.", idempotent: true,
            properties: ["id": id, kind.one: kind.schema("The members to change.", requiring: [])], required: ["id", kind.one],
            about: [.init(kind: kind.one, argument: "id")]
        ) { grant, input, context in
            let call = try ObjectCall(grant, domains, context)
            let name = try ObjectName(parsing: try input.required("id"), argument: "id")
            guard let known = try await kind.find(call, ToolInput(["id": .string(name.description)])) else {
                throw Refusal(.notFound, kind.missing?(name) ?? kind.unchanged)
            }
            let object = input.object(kind.one) ?? [:]
            try Self.check(object, keeps: name, known)
            let patch = Patch(object)
            let made = try await update(call, name, patch)
            var outcome = ToolOutcome.done("Successfully updated \(kind.one)", kind.one, made, [kind.subject(made)])
            if !Self.differs(made, from: known), !Self.setsSecret(patch) { outcome.changed = 0 }
            return outcome
        }
    }

    private static func delete(_ kind: ObjectKind, _ domains: Domains) -> ToolDefinition {
        ToolDefinition(
            "delete_\(kind.one)", in: kind.package, scope: .write(kind.scope), for: kind.makers, .writes, title: "Delete \(kind.article)",
            description: "Delete \(kind.article). It cannot be undone.", destructive: true,
            properties: [
                kind.one: [
                    "type": "object", "description": "The \(kind.one) by owner and name.",
                    "properties": ["owner": ["type": "string"], "name": ["type": "string"]], "required": ["name"],
                ]
            ], required: [kind.one], about: [.init(kind: kind.one, argument: kind.one)]
        ) { grant, input, context in
            let call = try ObjectCall(grant, domains, context)
            let object = input.object(kind.one) ?? [:]
            let name = try kind.name(of: object, for: call.caller)
            guard let known = try await kind.find(call, ToolInput(["id": .string(name.description)])), Self.agrees(object, with: known) else {
                throw Refusal(.notFound, kind.unchanged)
            }
            try await kind.delete(call, name)
            return .done("Successfully deleted \(kind.one)", "id", .string(name.description), [kind.subject(known)])
        }
    }

    /// Whether anything but the moment of the change was changed.
    private static func differs(_ made: JSONObject, from known: JSONObject) -> Bool {
        made.contains { $0.key != "updatedTime" && known[$0.key] != $0.value } || known.contains { made[$0.key] == nil }
    }

    /// Secrets look the same before and after.
    private static func setsSecret(_ patch: Patch) -> Bool {
        ["password", "clientSecret", "clientSecret2"].contains { name in patch.member(name).map { $0 != .string("") } ?? false }
    }

    /// An object keeps its owner and name; both spellings of its owner are it.
    private static func check(_ object: JSONObject, keeps id: ObjectName, _ known: JSONObject) throws {
        let allowed = ["owner": [id.owner, Organizations.reservedOwner, known["owner"]?.string], "organization": [known["organization"]?.string]]
        for (member, values) in allowed.sorted(by: { $0.key < $1.key }) {
            guard known[member] != nil, let value = object[member]?.string, !value.isEmpty, value != Patch.mask, !values.contains(value) else {
                continue
            }
            throw Refusal(.forbidden, "\(member): an object stays in its organization")
        }
    }

    /// An organization that is given beside owner and name has to be the object's.
    private static func agrees(_ object: JSONObject, with known: JSONObject) -> Bool {
        guard let organization = object["organization"]?.string, !organization.isEmpty, let own = known["organization"]?.string else { return true }
        return organization == own
    }
}

extension ObjectKind {
    /// `a role`, `an organization`.
    var article: String { ("aeiou".contains(one.prefix(1)) && !one.hasPrefix("us") ? "an " : "a ") + one }

    func subject(_ object: JSONObject) -> String { "\(one)/\(object["owner"]?.string ?? "")/\(object["name"]?.string ?? "")" }

    /// The id of an object that is given as a whole; one without an owner is the caller's organization's.
    fileprivate func name(of object: JSONObject, for caller: Caller) throws -> ObjectName {
        let owner = ownsItself ? Organizations.reservedOwner : caller.organization?.name ?? ""
        let name = try ObjectName(of: object, argument: one, or: owner)
        guard !ownsItself || name.owner == owner || name.owner == name.name else {
            throw Refusal(.invalidArgument, "owner: expected \(owner)")
        }
        return name
    }

    fileprivate func schema(_ description: String, requiring required: [String] = ["name"]) -> JSONValue {
        var properties: JSONObject = ["owner": ["type": "string"], "name": ["type": "string"]]
        for (name, schema) in members { properties[name] = schema }
        var schema: JSONObject = ["type": "object", "description": .string(description), "properties": .object(properties)]
        if !required.isEmpty { schema["required"] = .array(required.map(JSONValue.string)) }
        return .object(schema)
    }
}
