import JSON
import Testing

@testable import MCP

@Suite("The forms of each revision")
struct ProjectionTests {
    private static let result = CallToolResult(
        content: [
            ContentBlock(
                .text("t"), annotations: ContentAnnotations(audience: [.user], priority: 1, lastModified: "2026-01-01T00:00:00Z"), meta: ["k": 1]),
            .image([1, 2, 3], mimeType: "image/png"), .audio([1, 2, 3, 4], mimeType: "audio/wav"),
            .resourceLink(ResourceLink(uri: "x://y", name: "y", title: "Y", size: 3)),
            .resource(ResourceContents(uri: "x://z", mimeType: "text/plain", body: .text("z"))), .structuredText,
        ],
        structuredContent: JSONFragment(["a": 1]), meta: ["own": true]
    )

    private static let image = #"{"type":"image","data":"AQID","mimeType":"image/png"}"#
    private static let audio = #"{"type":"audio","data":"AQIDBA==","mimeType":"audio/wav"}"#
    private static let resource = #"{"type":"resource","resource":{"uri":"x://z","mimeType":"text/plain","text":"z"}}"#
    private static let structured = #"{"type":"text","text":"{\"a\":1}"}"#
    private static let oldText = #"{"type":"text","text":"t","annotations":{"audience":["user"],"priority":1.0}}"#
    private static let newContent =
        #"{"type":"text","text":"t","annotations":{"audience":["user"],"priority":1.0,"lastModified":"2026-01-01T00:00:00Z"},"_meta":{"k":1}},"#
        + "\(image),\(audio)," + #"{"type":"resource_link","uri":"x://y","name":"y","title":"Y","size":3},"# + "\(resource),\(structured)"

    @Test(
        "Content blocks and structured content",
        arguments: [
            (
                Revision.v2024_11_05,
                #"{"content":[\#(oldText),\#(image),{"type":"text","text":"[audio: audio/wav, 4 bytes]"},{"type":"text","text":"x://y"},\#(resource),\#(structured)],"_meta":{"own":true}}"#
            ),
            (
                .v2025_03_26,
                #"{"content":[\#(oldText),\#(image),\#(audio),{"type":"text","text":"x://y"},\#(resource),\#(structured)],"_meta":{"own":true}}"#
            ),
            (.v2025_06_18, #"{"content":[\#(newContent)],"structuredContent":{"a":1},"_meta":{"own":true}}"#),
            (.v2025_11_25, #"{"content":[\#(newContent)],"structuredContent":{"a":1},"_meta":{"own":true}}"#),
            (
                .v2026_07_28,
                #"{"resultType":"complete","content":[\#(newContent)],"structuredContent":{"a":1},"_meta":{"own":true,"io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}}}"#
            ),
        ])
    func content(revision: Revision, expected: String) {
        let encoder = MessageEncoder(Implementation(name: "s", version: "1"))
        let message = encoder.response(.string("i"), Self.result, revision: revision)
        #expect(String(decoding: message, as: UTF8.self) == #"{"jsonrpc":"2.0","id":"i","result":"# + expected + "}")
    }

    @Test(
        "Tools",
        arguments: [
            (Revision.v2024_11_05, ""),
            (.v2025_03_26, #","annotations":{"title":"T","destructiveHint":false}"#),
            (.v2025_06_18, #","outputSchema":{"type":"object"},"annotations":{"destructiveHint":false},"_meta":{"m":1}"#),
            (
                .v2025_11_25,
                #","outputSchema":{"type":"object"},"annotations":{"destructiveHint":false},"icons":[{"src":"data:,","sizes":["any"]}],"_meta":{"m":1}"#
            ),
            (
                .v2026_07_28,
                #","outputSchema":{"type":"object"},"annotations":{"destructiveHint":false},"icons":[{"src":"data:,","sizes":["any"]}],"_meta":{"m":1}"#
            ),
        ])
    func tool(revision: Revision, rest: String) throws {
        let tool = try Tool(
            name: "t", title: "T", description: "D", inputSchema: ["type": "object"], outputSchema: ["type": "object"],
            annotations: ToolAnnotations(destructiveHint: false), icons: [Icon(source: "data:,", sizes: ["any"])], meta: ["m": 1]
        )
        let title = revision >= .v2025_06_18 ? #""title":"T","# : ""
        let expected = #"[{"name":"t",\#(title)"description":"D","inputSchema":{"type":"object"}\#(rest)}]"#
        let list = ToolList([tool])
        #expect(list.fragment(for: revision).description == expected)
        #expect(list.fragment(for: revision).description == expected, "the kept form is the same")
    }

    @Test("An output schema that is no object is for the modern revision only")
    func outputSchema() throws {
        let tool = try Tool(name: "t", description: "D", inputSchema: ["type": "object"], outputSchema: ["type": "array"])
        for revision in Revision.allCases {
            let sent = try JSONValue(parsing: ToolList([tool]).fragment(for: revision).bytes)[0]?["outputSchema"]
            #expect((sent != nil) == (revision == .v2026_07_28))
        }
    }

    @Test("Structure that a revision cannot carry is there as text, once")
    func structureAsText() throws {
        let encoder = MessageEncoder(Implementation(name: "s", version: "1"))
        let list = CallToolResult(content: [.text("two")], structuredContent: JSONFragment([1, 2]))
        for revision in Revision.allCases {
            let result = try JSONValue(parsing: encoder.response(.string("i"), list, revision: revision))["result"]
            let texts = result?["content"]?.array?.compactMap { $0["text"]?.string }
            #expect(texts == (revision == .v2026_07_28 ? ["two"] : ["two", "[1,2]"]))
            #expect(result?["structuredContent"] == (revision == .v2026_07_28 ? [1, 2] : nil))
        }
    }

    @Test("Schemas pass unchanged")
    func schema() throws {
        let text = """
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"a":{"$anchor":"x","type":"string"}},\
            "properties":{"p":{"$ref":"#/$defs/a"},"n":{"const":1.50}},"if":{"required":["p"]},"then":{},"else":{},"additionalProperties":false}
            """
        let tool = try Tool(name: "t", description: "D", inputSchema: try JSONValue(parsing: text))
        for revision in Revision.allCases {
            #expect(ToolList([tool]).fragment(for: revision).description == #"[{"name":"t","description":"D","inputSchema":\#(text)}]"#)
        }
    }

    @Test(
        "Names that the protocol does not know are refused",
        arguments: [
            "", "a b", "a/b", "a:b", "é", "echo ", "a\n", String(repeating: "a", count: 129),
        ])
    func names(name: String) {
        #expect(throws: ToolDefinitionError.self) { try Tool(name: name, description: "D", inputSchema: ["type": "object"]) }
    }

    @Test(
        "All names of the protocol are taken",
        arguments: ["a", "getWeather", "get-weather", "v1.get_weather", "1_", String(repeating: "9", count: 128)])
    func legalNames(name: String) throws {
        #expect(try Tool(name: name, description: "D", inputSchema: ["type": "object"]).name == name)
    }

    @Test(
        "Header annotations that a client would refuse are refused",
        arguments: [
            ["type": "array"],
            ["type": "object", "properties": ["a": ["type": "number", "x-mcp-header": "A"]]],
            ["type": "object", "properties": ["a": ["type": ["string", "null"], "x-mcp-header": "A"]]],
            ["type": "object", "properties": ["a": ["type": "string", "x-mcp-header": ""]]],
            ["type": "object", "properties": ["a": ["type": "string", "x-mcp-header": "a b"]]],
            ["type": "object", "properties": ["a": ["type": "string", "x-mcp-header": 1]]],
            ["type": "object", "properties": ["a": ["type": "string", "x-mcp-header": "X"], "b": ["type": "string", "x-mcp-header": "x"]]],
            ["type": "object", "properties": ["a": ["type": "array", "items": ["type": "string", "x-mcp-header": "A"]]]],
            ["type": "object", "anyOf": [["properties": ["a": ["type": "string", "x-mcp-header": "A"]]]]],
            ["type": "object", "$defs": ["d": ["type": "string", "x-mcp-header": "A"]]],
            ["type": "object", "patternProperties": ["^a": ["type": "string", "x-mcp-header": "A"]]],
            ["type": "object", "x-mcp-header": "Root"],
        ] as [JSONValue])
    func annotations(schema: JSONValue) {
        #expect(throws: ToolDefinitionError.self) { try Tool(name: "t", description: "D", inputSchema: schema) }
    }

    @Test("Data that looks like an annotation is none")
    func dataAnnotation() throws {
        let tool = try Tool(
            name: "t", description: "D",
            inputSchema: ["type": "object", "properties": ["x-mcp-header": ["type": "string", "default": ["x-mcp-header": "A"]]]]
        )
        #expect(tool.headerParameters == [])
    }
}
