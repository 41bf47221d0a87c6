import SQL
package import Store

/// A file that the server stores temporarily: uploaded for an import, or exported.
package struct StoredFile: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case upload, export

        /// Context of the sealed name: a name of one kind is not valid for the other.
        var context: String { "stored file \(rawValue)" }
    }

    package let id: Int64
    package let workspace: WorkspaceID
    package let kind: Kind
    /// As ``Caller/accountKey``.
    package let owner: String
    /// The file name that people see.
    package let name: String
    /// Unit: bytes.
    package let size: Int64
    /// Number of bytes that are stored so far.
    package let written: Int64
    package let expires: Timestamp

    package var isWhole: Bool { written == size }

    /// Whether `count` bytes fit at an offset. The offset comes from the client, so the check avoids an overflowing sum.
    package func holds(_ count: Int, at offset: Int64) -> Bool { (0...size).contains(offset) && Int64(count) <= size - offset }

    static let columns: Statement = "id, workspace_id, kind, owner, name, size, written, expires_at"

    init(_ row: StoredRow) throws(DamagedRow) {
        id = try row["id", .integer]
        workspace = try row["workspace_id", .id()]
        kind = try row["kind", .word()]
        owner = try row["owner", .text]
        name = try row["name", .text]
        size = try row["size", .integer]
        written = try row["written", .integer]
        expires = try row["expires_at", .time]
    }
}
