import Access
import Blocking
import Notation
import SQL
import SQLSyntax
package import Store

/// Uploaded and exported files in the server's own state, so that every node can read them. Parts are sealed. A file is identified by a
/// sealed, unguessable name, and expires.
package struct StoredFiles: Sendable {
    /// Largest part, the largest body of a request. Unit: bytes.
    package static let partSize = 1_048_576
    /// Largest file. Unit: bytes.
    package static let maximumSize: Int64 = 268_435_456
    /// Most bytes of all files of a workspace, counted with their final sizes.
    package static let quota: Int64 = 1_073_741_824
    /// Most files of a workspace.
    package static let maximumCount: Int64 = 200
    /// Most files of one account in a workspace, so that one account cannot use up the space of others.
    package static let maximumPerOwner: Int64 = 50
    package static let uploadLifetime = Duration.seconds(24 * 3_600)
    package static let exportLifetime = Duration.seconds(3_600)
    /// Time limit for importing or exporting the rows of one file.
    package static let patience = Duration.seconds(300)
    /// Time limit for writing a part to the disk.
    private static let diskTimeLimit = Duration.seconds(60)

    let store: Store
    private let now: @Sendable () -> Timestamp
    private let pool = BlockingPool(name: "spool", threads: 2, queueLength: 64)

    package init(store: Store, now: @escaping @Sendable () -> Timestamp = { .now }) {
        (self.store, self.now) = (store, now)
    }

    /// Reserves space for a file.
    /// - Throws: ``Refusal`` `limited` when it is too large, or the workspace's quota is used up.
    package func create(
        _ kind: StoredFile.Kind, name: String, size: Int64, owner: String, in workspace: WorkspaceID
    ) async throws -> (file: StoredFile, name: String) {
        guard (0...Self.maximumSize).contains(size) else {
            throw Refusal(.limited, "size: expected 0 to \(Self.maximumSize) bytes, found \(size); divide the file")
        }
        let now = now()
        let expires = now + (kind == .upload ? Self.uploadLifetime : Self.exportLifetime)
        let file: StoredFile? = try await store.write(changesRights: false) { connection in
            // Serializes creations, so that of two files only one gets the last space.
            if connection.dialect == .postgresql { _ = try connection.first("SELECT id FROM workspaces WHERE id = \(workspace) FOR UPDATE") { _ in } }
            let kept = try connection.first(
                of: "stored_files",
                """
                SELECT count(*) AS files, count(CASE WHEN owner = \(owner) THEN 1 END) AS own, CAST(coalesce(sum(size), 0) AS BIGINT) AS bytes
                FROM stored_files WHERE workspace_id = \(workspace) AND expires_at > \(now)
                """
            ) { (files: try $0["files", .integer], own: try $0["own", .integer], bytes: try $0["bytes", .integer]) }
            if let kept, kept.own >= Self.maximumPerOwner || kept.files >= Self.maximumCount || kept.bytes + size > Self.quota {
                throw Refusal(
                    .limited,
                    "the workspace has \(kept.files) stored files with \(kept.bytes) bytes, and \(kept.own) of them are yours: "
                        + "wait until some have expired, or remove uploads")
            }
            return try connection.first(
                of: "stored_files",
                """
                INSERT INTO stored_files (workspace_id, kind, owner, name, size, written, created_at, expires_at)
                VALUES (\(workspace), \(kind.rawValue), \(owner), \(String(name.prefix(200))), \(size), 0, \(now), \(expires))
                RETURNING \(StoredFile.columns)
                """, StoredFile.init)
        }
        guard let file else { throw Refusal(.limited, "the file could not be stored; try again") }
        let sealed = try store.secrets.seal(Array("\(file.id) \(workspace.rawValue) \(expires.microseconds)".utf8), context: kind.context)
        return (file, Base64URL.encode(sealed))
    }

    /// The file with a name. A changed name, a name of another kind and an expired file are treated alike.
    package func find(_ name: String, _ kind: StoredFile.Kind) async throws -> StoredFile? {
        guard name.utf8.count < 512, let sealed = Base64URL.decode(name.utf8),
            // A name that cannot be opened was not made by this server.
            let plain = try? store.secrets.open(sealed, context: kind.context)
        else { return nil }
        let parts = String(decoding: plain, as: UTF8.self).split(separator: " ").compactMap { Int64($0) }
        let now = now()
        guard parts.count == 3, now.microseconds < parts[2] else { return nil }
        return try await store.read { connection in
            try connection.first(
                of: "stored_files",
                """
                SELECT \(StoredFile.columns) FROM stored_files
                WHERE id = \(parts[0]) AND workspace_id = \(parts[1]) AND kind = \(kind.rawValue) AND expires_at > \(now)
                """, StoredFile.init)
        }
    }

    /// Appends bytes.
    /// - Returns: the number of stored bytes; nil when the file does not continue at that offset, or has expired.
    /// - Throws: ``Refusal`` `invalidArgument` for bytes beyond the file's size.
    package func append(_ bytes: [UInt8], at offset: Int64, to file: StoredFile) async throws -> Int64? {
        guard bytes.count <= Self.partSize, file.holds(bytes.count, at: offset) else {
            throw Refusal(.invalidArgument, "the bytes go beyond the size of the file, or are more than \(Self.partSize)")
        }
        guard !bytes.isEmpty else { return offset }
        let sealed = try store.secrets.seal(bytes, context: Self.context(file, offset))
        let (now, end) = (now(), offset + Int64(bytes.count))
        return try await store.write(changesRights: false) { connection in
            let changed = try connection.execute(
                "UPDATE stored_files SET written = \(end) WHERE id = \(file.id) AND written = \(offset) AND expires_at > \(now)")
            guard changed == 1 else { return nil }
            try connection.execute("INSERT INTO stored_file_parts (file_id, start, bytes) VALUES (\(file.id), \(offset), \(sealed))")
            return end
        }
    }

    /// The part that begins at an offset; nil at the end, and when the file has expired.
    package func part(of file: StoredFile, at offset: Int64) async throws -> [UInt8]? {
        let sealed = try await store.read { connection in
            try connection.value(
                of: "stored_file_parts", "SELECT bytes FROM stored_file_parts WHERE file_id = \(file.id) AND start = \(offset)", .bytes)
        }
        return try sealed.map { try store.secrets.open($0, context: Self.context(file, offset)) }
    }

    package func remove(_ file: StoredFile) async throws {
        try await store.write(changesRights: false) { connection in
            try connection.execute("DELETE FROM stored_file_parts WHERE file_id = \(file.id)")
            try connection.execute("DELETE FROM stored_files WHERE id = \(file.id)")
        }
    }

    /// Removes expired files.
    package func removeExpired() async throws {
        let now = now()
        try await store.write(changesRights: false) { connection in
            try connection.execute("DELETE FROM stored_file_parts WHERE file_id IN (SELECT id FROM stored_files WHERE expires_at <= \(now))")
            try connection.execute("DELETE FROM stored_files WHERE expires_at <= \(now)")
        }
    }

    /// Copies a whole file to an unnamed file on this machine's disk, which can be read several times.
    package func spooled(_ file: StoredFile) async throws -> ImportedFile {
        let spool = try await onThread { try SpoolFile() }
        var offset: Int64 = 0
        while offset < file.size {
            guard let bytes = try await part(of: file, at: offset) else { throw Refusal(.notFound, "the upload has ended, or is not whole") }
            try await onThread { try spool.write(bytes) }
            offset += Int64(bytes.count)
        }
        return try spool.finished(name: file.name)
    }

    /// Stores the content of a local file.
    /// - Returns: the file and its sealed name.
    package func keep(_ spool: SpoolFile, name: String, owner: String, in workspace: WorkspaceID) async throws -> (file: StoredFile, name: String) {
        let made = try await create(.export, name: name, size: Int64(spool.size), owner: owner, in: workspace)
        var offset: Int64 = 0
        while offset < made.file.size {
            let bytes = try await onThread { [offset] in try spool.read(at: Int(offset), Self.partSize) }
            guard let end = try await append(bytes, at: offset, to: made.file), end > offset else {
                throw Refusal(.limited, "the file could not be stored; try again")
            }
            offset = end
        }
        return made
    }

    private func onThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        do {
            return try await pool.run(until: .now + Self.diskTimeLimit, Cancellation(), body)
        } catch is PoolRefusal {
            throw Refusal(.limited, "too many files are read and written: try again in a moment", retryAfter: 5)
        }
    }

    private static func context(_ file: StoredFile, _ offset: Int64) -> String { "stored file \(file.id) at \(offset)" }
}
