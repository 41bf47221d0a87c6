import Access
import Identity
import JSON
import OAuth
import Records
import Store

/// `uploads_create`: creates an upload, to which a file is sent in parts and which is then imported.
struct CreateUpload: Tool {
    struct Input: ToolArguments {
        var name = ""
        var size = 0
    }

    let files: StoredFiles

    let name = "uploads_create"
    let access = ToolAccess(.server, scope: .one(.write(.record)), audience: .members, effect: .writes, secrets: .shown)
    let title = "Begin an upload"
    let description = """
        Makes a place for a file that import_rows reads. Send the file to url in parts of at most 1 MB: PATCH with the header Upload-Offset (bytes sent \
        so far). After a break HEAD tells the offset to go on at. Whoever has the URL can send, nobody can read; it ends after a day.
        """
    let arguments: [Argument<Input>] = [
        .text("name", \.name, "The file's name: orders.csv.").required,
        .integer("size", \.size, in: 0...StoredFiles.maximumSize, "The file's size in bytes.").required,
    ]

    func run(_ input: Input, _ call: ToolCall) async throws -> ToolOutcome {
        let made = try await files.create(
            .upload, name: input.name, size: Int64(input.size), owner: call.caller.accountKey, in: call.caller.workspace.id)
        return .object(changed: 1, objects: ["upload/\(made.file.id)"]) { writer in
            writer.member("upload", made.name)
            made.file.writeLink(made.name, in: "file-uploads", call, to: &writer)
            writer.member("partSize", StoredFiles.partSize)
        }
    }
}

extension StoredFile {
    /// Writes the members that say where the file is.
    /// - Parameter folder: of the route: `file-uploads`.
    func writeLink(_ name: String, in folder: String, _ call: ToolCall, to writer: inout JSONWriter) {
        let workspace = call.caller.workspace
        let path = "\(Resources.apiPath(of: workspace.id == Workspace.mainID ? nil : workspace.name))/\(folder)/\(name)"
        writer.member("url", call.context.origin.map { $0 + path })
        writer.member("path", path)
        writer.member("size", size)
        writer.member("expires", expires)
    }
}
