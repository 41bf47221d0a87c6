import MCP

/// Tools that return each type of content.
enum ContentTools {
    static func all() throws -> [FixtureTool] {
        [
            try FixtureTool("test_simple_text", "Answers a text.") { _, _ in CallToolResult(text: "This is a simple text response for testing.") },
            try FixtureTool("test_image_content", "Answers a picture.") { _, _ in
                CallToolResult(content: [.image(Samples.png, mimeType: "image/png")])
            },
            try FixtureTool("test_audio_content", "Answers a recording.") { _, _ in
                CallToolResult(content: [.audio(Samples.wav, mimeType: "audio/wav")])
            },
            try FixtureTool("test_embedded_resource", "Answers a resource with its contents.") { _, _ in
                CallToolResult(content: [
                    .resource(
                        ResourceContents(
                            uri: "test://embedded-resource", mimeType: "text/plain", body: .text("This is an embedded resource content.")))
                ])
            },
            try FixtureTool("test_multiple_content_types", "Answers a text, a picture and a resource.") { _, _ in
                CallToolResult(content: [
                    .text("Multiple content types test:"), .image(Samples.png, mimeType: "image/png"),
                    .resource(
                        ResourceContents(
                            uri: "test://mixed-content-resource", mimeType: "application/json", body: .text(#"{"test":"data","value":123}"#))),
                ])
            },
            try FixtureTool("test_error_handling", "Fails.") { _, _ in .failure("This tool intentionally returns an error for testing") },
        ]
    }
}

/// Small sample files.
enum Samples {
    /// One red dot.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00,
        0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xDE, 0x00, 0x00, 0x00, 0x0C, 0x49, 0x44, 0x41, 0x54, 0x08, 0xD7, 0x63, 0xF8, 0xCF,
        0xC0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0x18, 0xDD, 0x8D, 0xB0, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    /// Two samples of silence, 8 kHz, 8 bits.
    static let wav: [UInt8] =
        Array("RIFF".utf8) + [38, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0]
        + Array("data".utf8) + [2, 0, 0, 0, 128, 128]
}
