import SQL
package import Store

/// A file that the server keeps for some time: one that is sent up to be imported, or one that was exported.
package struct StoredFile: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case upload, export

        /// Context of the sealed name: a name of one kind is none of the other.
        var context: String { "stored file \(rawValue)" }
    }

    package let id: Int64
    package let workspace: WorkspaceID
    package let kind: Kind
    /// As ``Caller/holder``.
    package let owner: String
    /// As people call it.
    package let name: String
    /// Unit: bytes.
    package let size: Int64
    /// How many of them are there. Unit: bytes.
    package let written: Int64
    package let expires: Timestamp

    package var isWhole: Bool { written == size }

    static let columns: Statement = "id, workspace_id, kind, owner, name, size, written, expires_at"

    /// Nil for a row of a kind that this server does not know.
    init?(_ row: any Row) {
        guard let kind = row.text(2).flatMap(Kind.init(rawValue:)) else { return nil }
        id = row.int(0) ?? 0
        workspace = WorkspaceID(row.int(1) ?? 0)
        self.kind = kind
        owner = row.text(3) ?? ""
        name = row.text(4) ?? ""
        size = row.int(5) ?? 0
        written = row.int(6) ?? 0
        expires = Timestamp(microseconds: row.int(7) ?? 0)
    }
}
