import JSON
import MCP

/// Tools whose schemas must arrive unchanged.
enum SchemaTools {
    static func all() throws -> [FixtureTool] {
        [
            FixtureTool(try Tool(name: "json_schema_2020_12_tool", description: "Has a schema of many words.", inputSchema: schema)) { _, _ in
                CallToolResult(text: "ok")
            },
            try FixtureTool(
                "test_header_parameter", "Has an argument that is repeated as a header.",
                properties: ["region": ["type": "string", "x-mcp-header": "Region"]]
            ) { arguments, _ in
                CallToolResult(text: "region: " + (arguments["region"]?.string ?? "none"))
            },
        ]
    }

    private static let schema: JSONValue = [
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": [
            "address": [
                "$anchor": "addressDef", "type": "object", "properties": ["street": ["type": "string"], "city": ["type": "string"]],
            ]
        ],
        "properties": [
            "name": ["type": "string"], "address": ["$ref": "#/$defs/address"],
            "contactMethod": ["type": "string", "enum": ["phone", "email"]], "phone": ["type": "string"], "email": ["type": "string"],
        ],
        "allOf": [["anyOf": [["required": ["phone"]], ["required": ["email"]]]]],
        "if": ["properties": ["contactMethod": ["const": "phone"]], "required": ["contactMethod"]],
        "then": ["required": ["phone"]],
        "else": ["required": ["email"]],
        "additionalProperties": false,
    ]
}
