import Access
import Identity
import JSON
import Tools

extension CasdoorRoute {
    /// The arguments for the tool.
    /// - Parameter properties: the schemas of the tool's arguments. Query fields are texts, and each is converted to the type of its
    ///   argument.
    func arguments(_ fields: CasdoorFields, body: [UInt8], caller: Caller, properties: JSONObject) throws(Refusal) -> JSONObject {
        var arguments: JSONObject = [:]
        for (name, source) in self.arguments {
            switch source {
            case .query(let names):
                guard let text = names.lazy.compactMap({ fields[$0] }).first else { continue }
                arguments[name] = try Self.value(text, of: properties[name], named: name)
            case .own(let names):
                arguments[name] = .string(names.lazy.compactMap({ fields[$0] }).first ?? caller.organization?.name ?? "")
            case .constant(let text):
                arguments[name] = .string(text)
            case .ownerOf(let field):
                guard let id = fields[field] else { continue }
                arguments[name] = .string(String(id.prefix { $0 != "/" }))
            case .caller:
                arguments[name] = .string(caller.name)
            case .body:
                var object = try ToolRoutes.arguments(body)
                if let columns = fields["columns"]?.split(separator: ",").map(String.init) {
                    // The members that identify the object stay, even if `columns` does not list them.
                    object = JSONObject(
                        object.filter { columns.contains($0.key) || $0.key == "owner" || $0.key == "name" }.map { ($0.key, $0.value) })
                }
                arguments[name] = .object(object)
            }
        }
        return arguments
    }

    private static func value(_ text: String, of schema: JSONValue?, named name: String) throws(Refusal) -> JSONValue {
        switch schema?["type"]?.string {
        case "integer":
            guard let number = Int64(text) else { throw Refusal(.invalidArgument, "field '\(name)': expected a whole number") }
            return .number(JSONNumber(number))
        case "boolean":
            return .bool(text == "true" || text == "1")
        case "array":
            return .array(text.split(separator: ",").map { .string(String($0)) })
        default:
            return .string(text)
        }
    }

    /// The envelope with the tool's result.
    func envelope(_ outcome: ToolOutcome, _ fields: CasdoorFields) throws -> Envelope {
        switch answer {
        case .change:
            var envelope = Envelope.success((outcome.changed ?? 0) > 0 ? "Affected" : "Unaffected")
            envelope.data2 = try Self.secret(outcome)
            return envelope
        case .object:
            return .success(try Self.parsed(outcome))
        case .list, .count, .names:
            let answered = try Self.parsed(outcome)
            let items = answered["data"]?.array ?? []
            let total = answered["total"] ?? .number(JSONNumber(Int64(items.count)))
            if answer == .count { return .success(total) }
            let shown = answer == .names ? items.map { ["name": $0["name"] ?? .null, "displayName": $0["displayName"] ?? .null] } : items
            var envelope = Envelope.success(.array(shown))
            if fields.isPaged { envelope.data2 = JSONFragment(total) }
            return envelope
        }
    }

    /// The id and secret of an application whose secret was just issued. Only this response contains them.
    private static func secret(_ outcome: ToolOutcome) throws -> JSONFragment? {
        let application = try parsed(outcome)["application"]
        guard let secret = application?["clientSecret"]?.string, !secret.isEmpty, secret != Patch.mask else { return nil }
        return JSONFragment(["clientId": application?["clientId"] ?? .null, "clientSecret": .string(secret)])
    }

    private static func parsed(_ outcome: ToolOutcome) throws -> JSONValue {
        try JSONValue(parsing: outcome.structured.bytes, limits: JSONLimits(maximumByteCount: .max, maximumDepth: 64))
    }
}
