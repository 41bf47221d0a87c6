import JSON

/// The members that resources, templates and links have in common.
struct ListedFields {
    let name: String
    let title: String?
    let description: String?
    let mimeType: String?
    let annotations: ContentAnnotations?
    let icons: [Icon]
    let meta: JSONObject?

    func write(into writer: inout JSONWriter, revision: Revision) {
        writer.member("name", name)
        if let title, revision >= .v2025_06_18 { writer.member("title", title) }
        if let description { writer.member("description", description) }
        if let mimeType { writer.member("mimeType", mimeType) }
        if let annotations {
            writer.key("annotations")
            annotations.write(into: &writer, revision: revision)
        }
        if revision >= .v2025_11_25 { Icon.write(icons, into: &writer) }
        if revision >= .v2025_06_18 { writer.member("_meta", meta) }
    }
}
