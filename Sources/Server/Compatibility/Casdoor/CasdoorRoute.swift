import Access
import HTTPTypes
import JSON
import OAuth
import Tools

/// One route of Casdoor's management interface. It names the tool, and says how query and body become the tool's arguments.
package struct CasdoorRoute: Sendable {
    /// The source of an argument.
    enum Source: Hashable, Sendable {
        /// The first of these query fields that is present.
        case query([String])
        /// The first of these query fields that is present, otherwise the caller's organization.
        case own([String])
        /// A constant.
        case constant(String)
        /// The part before the slash of an id in the query.
        case ownerOf(String)
        /// The caller's name: `ORG/NAME` of a person.
        case caller
        /// The body, a JSON object. Reduced to the `columns` of the query if they are given.
        case body
    }

    /// How the envelope contains the tool's result.
    enum Answer: Hashable, Sendable {
        /// `data` is the list. If a page was requested, `data2` is the total.
        case list
        /// `data` is the object, or null.
        case object
        /// `data` tells whether something changed.
        case change
        /// `data` is the number of objects.
        case count
        /// `data` is the list, with only the names.
        case names
    }

    /// The path after `/api/`.
    package let path: String
    let method: HTTPRequest.Method
    /// Nil for a refused route; `reason` then says why.
    package let tool: String?
    let arguments: [(name: String, from: Source)]
    let answer: Answer
    let reason: String

    /// The names of the tool's arguments that the route supplies.
    package var argumentNames: [String] { arguments.map(\.name) }

    package var fullPath: String { "/api/\(path)" }

    /// Whether the documentation of the tool uses this route.
    let isPrimary: Bool

    private init(
        _ path: String, _ method: HTTPRequest.Method, tool: String?, _ arguments: [(String, Source)], _ answer: Answer, isPrimary: Bool,
        reason: String = ""
    ) {
        self.path = path
        self.method = method
        self.tool = tool
        self.arguments = arguments.map { (name: $0.0, from: $0.1) }
        self.answer = answer
        self.isPrimary = isPrimary
        self.reason = reason
    }

    /// - Parameters:
    ///   - owner: the source of the owner.
    ///   - fixed: additional arguments of this route, or replacements for query fields.
    static func list(
        _ path: String, _ tool: String, owner: Source = .query(["organization", "owner"]), fixed: [(String, Source)] = [], answer: Answer = .list,
        isPrimary: Bool = false
    ) -> CasdoorRoute {
        let names = ["p", "pageSize", "field", "value", "sortField", "sortOrder"]
        let paging = names.filter { name in !fixed.contains { $0.0 == name } }.map { ($0, Source.query([$0])) }
        return CasdoorRoute(path, .get, tool: tool, [("owner", owner)] + paging + fixed, answer, isPrimary: isPrimary)
    }

    static func get(_ path: String, _ tool: String, _ arguments: [String] = ["id"]) -> CasdoorRoute {
        CasdoorRoute(path, .get, tool: tool, arguments.map { ($0, .query([$0])) }, .object, isPrimary: true)
    }

    /// An `add-…` or `delete-…` route. The body is the object.
    static func write(_ path: String, _ tool: String, _ object: String) -> CasdoorRoute {
        CasdoorRoute(path, .post, tool: tool, [(object, .body)], .change, isPrimary: true)
    }

    static func update(_ path: String, _ tool: String, _ object: String) -> CasdoorRoute {
        CasdoorRoute(path, .post, tool: tool, [("id", .query(["id"])), (object, .body)], .change, isPrimary: true)
    }

    /// A route of Casdoor that this server refuses to every caller.
    static func refused(_ path: String, _ method: HTTPRequest.Method, _ reason: String) -> CasdoorRoute {
        CasdoorRoute(path, method, tool: nil, [], .object, isPrimary: false, reason: reason)
    }
}

extension CasdoorRoute {
    /// Adds the parameters, body and responses of the route, derived from the schemas of its tool.
    func describe(into operation: inout JSONObject, _ tool: ToolDefinition) {
        var parameters: [JSONValue] = []
        for (name, source) in arguments {
            let schema = tool.properties[name] ?? [:]
            switch source {
            case .query(let names), .own(let names):
                guard tool.properties[name] != nil, let field = names.last else { continue }
                parameters.append(["name": .string(field), "in": "query", "required": .bool(tool.required.contains(name)), "schema": schema])
            case .constant, .ownerOf, .caller:
                continue
            case .body:
                operation["requestBody"] = ["required": true, "content": ["application/json": ["schema": schema]]]
            }
        }
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        operation["responses"] = OpenAPI.responses(
            ok: ["$ref": "#/components/schemas/Envelope"], error: "#/components/schemas/Envelope",
            tool.showsSecret
                ? "data is Affected or Unaffected. data2 has clientId and clientSecret when a secret was made: it is in this answer and nowhere else."
                : "What the tool answers.")
    }
}

/// The query parameters of a route. Each may occur once.
struct CasdoorFields: Sendable {
    private let values: Parameters

    /// - Throws: ``Refusal`` `invalid_argument`.
    init(_ query: Substring) throws(Refusal) {
        do throws(OAuthError) {
            values = try Parameters(query: query)
        } catch {
            throw Refusal(.invalidArgument, error.reason)
        }
    }

    /// Nil if absent or empty.
    subscript(_ name: String) -> String? { values[name] }

    /// Whether a page was requested.
    var isPaged: Bool { self["p"] != nil && self["pageSize"] != nil }
}
