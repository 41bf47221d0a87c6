import Access
import HTTPTypes
import JSON
import Tools

/// Converts path, query, headers and body of a request to the arguments of a tool.
struct RecordArguments {
    static let crud = "crud"

    private let path: RecordPath
    private let tool: String
    private let query: QueryFields
    private let dataSource: String?
    private let timezone: String?
    private let locale: String?
    /// Whether the client asks which rows it may change.
    private let wantsActions: Bool
    private let body: JSONValue?

    /// - Throws: ``Refusal`` `invalid_argument` for an unreadable query or body.
    init(_ path: RecordPath, _ tool: String, _ context: RequestContext, _ body: [UInt8]) throws(Refusal) {
        self.path = path
        self.tool = tool
        query = try QueryFields(context.query)
        dataSource = context.head.headerFields[.dataSource]
        timezone = context.head.headerFields[.timezone]
        locale = context.head.headerFields[.locale]
        wantsActions = context.head.headerFields[.aclMeta] == "true"
        // Distinct from null, which a body may contain.
        self.body = body.isEmpty ? Optional.none : try ToolRoutes.parsed(body)
    }

    /// - Parameter properties: the schemas of the tool's arguments.
    func arguments(_ properties: JSONObject) throws(Refusal) -> JSONObject {
        if let name = query.names.first(where: { Refusal.namesCredential($0) && properties[$0] != nil }) {
            throw Refusal(.invalidArgument, "argument '\(name)': credentials in the URL are not read, send it in the body")
        }
        var arguments = try query.arguments(properties)
        arguments["__appName"] = nil
        if let dataSource, properties["dataSource"] != nil, arguments["dataSource"] == nil { arguments["dataSource"] = .string(dataSource) }
        if let key = path.key { arguments["filterByTk"] = QueryFields.key(key) }
        guard tool == Self.crud else {
            if let locale, properties["lang"] != nil, arguments["lang"] == nil {
                arguments["lang"] = locale.lowercased().hasPrefix("zh") ? "zh-CN" : "en"
            }
            for (name, value) in try members(of: body) { arguments[name] = value }
            return arguments
        }
        // Only these actions use the zone. Clients send the header with every request.
        if let timezone, arguments["timezone"] == nil, ["list", "get", "query", "update", "destroy"].contains(path.action) {
            arguments["timezone"] = .string(timezone)
        }
        if wantsActions, path.action == "list" || path.action == "get" { arguments["allowedActions"] = true }
        switch path.action {
        case "list", "get", "query", "move": for (name, value) in try members(of: body) { arguments[name] = value }
        case "add", "set", "remove", "toggle": if let keys = keys(of: body) { arguments["filterByTk"] = keys }
        case "destroy": break
        default: if let body { arguments["values"] = body }
        }
        // Arguments must not contradict the path, because proxies and logs rely on it.
        let said: [(name: String, value: JSONValue?)] = [
            ("resource", .string(path.resource)), ("action", .string(path.action)), ("sourceId", path.source.map(QueryFields.key)),
            ("filterByTk", path.key.map(QueryFields.key)),
        ]
        for case (let name, let value?) in said {
            guard ["sourceId", "filterByTk"].contains(name) || arguments[name] == nil || arguments[name] == value else {
                throw Refusal(.invalidArgument, "argument '\(name)': the path says '\(value.string ?? "")'; leave it out")
            }
            arguments[name] = value
        }
        return arguments
    }

    private func members(of body: JSONValue?) throws(Refusal) -> JSONObject {
        guard let body, !body.isNull else { return [:] }
        return try ToolRoutes.members(of: body)
    }

    /// The rows that a body selects, as keys or as objects with the key. They may be the body itself, or its member `values` or
    /// `filterByTk`.
    private func keys(of body: JSONValue?) -> JSONValue? {
        guard let object = body?.object else { return body }
        return object["values"] ?? object["filterByTk"] ?? (object.isEmpty ? nil : body)
    }
}
