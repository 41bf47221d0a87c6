import JSON
import Tools

extension CasdoorRoute {
    /// Parameters, body and answers of the route, from the schemas of its tool.
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
