import JSON

extension Tool {
    /// Writes the tool in the form of the revision.
    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.object { writer in
            writer.member("name", name)
            if let title, revision >= .v2025_06_18 { writer.member("title", title) }
            writer.member("description", description)
            writer.key("inputSchema")
            writer.value(inputSchema)
            if let outputSchema, Self.canCarry(outputSchema, revision) {
                writer.key("outputSchema")
                writer.value(outputSchema)
            }
            writeAnnotations(into: &writer, revision: revision)
            if revision >= .v2025_11_25 { Icon.write(icons, into: &writer) }
            if revision >= .v2025_06_18 { writer.member("_meta", meta) }
        }
    }

    /// Whether the revision can carry an output schema. Legacy output schemas must describe objects.
    private static func canCarry(_ outputSchema: JSONValue, _ revision: Revision) -> Bool {
        revision >= .v2026_07_28 || (revision >= .v2025_06_18 && outputSchema["type"]?.string == "object")
    }

    private func writeAnnotations(into writer: inout JSONWriter, revision: Revision) {
        guard revision >= .v2025_03_26 else { return }
        var annotations = annotations
        // 2025-03-26 has a title only in the annotations.
        if revision < .v2025_06_18, annotations.title == nil { annotations.title = title }
        guard annotations != ToolAnnotations() else { return }
        writer.key("annotations")
        annotations.write(into: &writer)
    }
}
