import Access
import HTTPTypes
package import JSON
package import Tools

/// The OpenAPI 3.1 description of the REST interface, derived from the tools' definitions. Each tool is one operation.
package struct OpenAPI: Sendable {
    package let document: JSONValue

    /// - Parameters:
    ///   - tools: in the order of their definition. Those of the facade are omitted.
    ///   - origin: the server's origin. Nil: the document names no server.
    package init(_ tools: [ToolDefinition], origin: String?) {
        var paths: JSONObject = [:]
        // The facade stands for packages that a client did not select. REST has no such selection.
        for tool in tools where tool.permit.package != .facade {
            let (path, method, operation) = Self.operation(tool)
            var item = paths[path]?.object ?? [:]
            item[method] = operation
            paths[path] = .object(item)
        }
        var document: JSONObject = [
            "openapi": "3.1.0",
            "info": [
                "title": "Gatehouse", "version": .string(ServerVersion.current),
                "description": "Every operation is a tool: the same checks, limits and log as over the Model Context Protocol.",
            ],
        ]
        if let origin { document["servers"] = [["url": .string(origin)]] }
        document["paths"] = .object(paths)
        document["components"] = [
            "securitySchemes": .object(Self.schemes(origin ?? "")),
            "schemas": ["Error": Self.error, "Envelope": Self.envelope],
        ]
        self.document = .object(document)
    }

    private static func operation(_ tool: ToolDefinition) -> (path: String, method: String, operation: JSONValue) {
        var operation: JSONObject = [
            "operationId": .string(tool.name), "summary": .string(tool.title), "description": .string(tool.description),
            "tags": [.string(tool.permit.package == .always ? "data" : tool.permit.package.rawValue)],
        ]
        let scopes = tool.permit.takesAnyScope ? [] : tool.permit.scopes.map { JSONValue.string($0.name) }
        // Any one of the scopes permits the call. The scope that a particular call needs can depend on its arguments.
        operation["security"] = .array((scopes.isEmpty ? [["oauth2": []]] : scopes.map { ["oauth2": [$0]] }) + [["bearer": []], ["basic": []]])
        if let twin = CasdoorRoute.primary(of: tool.name) {
            twin.describe(into: &operation, tool)
            return (twin.fullPath, twin.method == .get ? "get" : "post", .object(operation))
        }
        operation["requestBody"] = [
            "required": .bool(!tool.required.isEmpty),
            "content": ["application/json": ["schema": tool.inputSchema(usable: tool.permit.scopes)]],
        ]
        operation["responses"] = responses(ok: ["type": "object"], error: "#/components/schemas/Error")
        return (ToolRoutes.prefix + tool.name, "post", .object(operation))
    }

    static func responses(ok: JSONValue, error: String, _ description: String = "What the tool answers.") -> JSONValue {
        let failure: JSONValue = ["application/json": ["schema": ["$ref": .string(error)]]]
        return [
            "200": ["description": .string(description), "content": ["application/json": ["schema": ok]]],
            "401": ["description": "No credential, or a bad one.", "content": failure],
            "403": ["description": "The credential, a role or a rule does not allow it.", "content": failure],
        ]
    }

    private static func schemes(_ origin: String) -> JSONObject {
        let scopes = JSONObject((Scope.all.map(\.name) + Scope.umbrellaNames).map { ($0, JSONValue.string("")) })
        let token: JSONValue = .string("\(origin)/api/login/oauth/access_token")
        return [
            "bearer": ["type": "http", "scheme": "bearer", "description": "An API key (gths_…) or an access token."],
            "basic": ["type": "http", "scheme": "basic", "description": "Client id and secret of an application."],
            "oauth2": [
                "type": "oauth2",
                "flows": [
                    "authorizationCode": [
                        "authorizationUrl": .string("\(origin)\(AuthorizePages.path)"), "tokenUrl": token, "refreshUrl": token,
                        "scopes": .object(scopes),
                    ],
                    "clientCredentials": ["tokenUrl": token, "scopes": .object(scopes)],
                ],
            ],
        ]
    }

    private static let error: JSONValue = [
        "type": "object", "required": ["error"],
        "properties": [
            "error": [
                "type": "object", "required": ["code", "message"], "properties": ["code": ["type": "string"], "message": ["type": "string"]],
            ]
        ],
    ]

    private static let envelope: JSONValue = [
        "type": "object", "required": ["status", "msg"],
        "properties": [
            "status": ["enum": ["ok", "error"]], "msg": ["type": "string"], "sub": ["type": "string"], "name": ["type": "string"], "data": [:],
            "data2": [:], "data3": [:],
        ],
    ]
}
