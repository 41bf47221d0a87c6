import Access
import Identity
import JSON
import Records
import Store

extension StoredFile {
    /// The members that say where the file is.
    /// - Parameter folder: of the route: `file-uploads`.
    func writeLink(_ name: String, in folder: String, _ call: ToolCall, to writer: inout JSONWriter) {
        let workspace = call.caller.workspace
        let prefix = workspace.id == Workspace.mainID ? "/api" : "/api/__app/\(workspace.name)"
        let path = "\(prefix)/\(folder)/\(name)"
        writer.member("url", call.context.origin.map { $0 + path })
        writer.member("path", path)
        writer.member("size", size)
        writer.member("expires", expires)
    }
}
