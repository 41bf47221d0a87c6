import CSQLite

/// The write-ahead log of a writing connection: how long it is, and when it is brought into the file.
///
/// SQLite would do that within the commit that makes the log long, and the callers of the commit would wait for it.
final class SQLiteLog {
    /// What the log grows to. Where it is longer it is brought into the file less often, and each page that changed again and again once. Unit: pages.
    private static let longest: Int32 = 4_000

    private let handle: OpaquePointer
    /// Unit: pages, as of the last commit.
    private var length: Int32 = 0

    init(of handle: OpaquePointer) { self.handle = handle }

    /// Takes over from SQLite. The connection that owns the log must close the handle before it lets go of it.
    func install() {
        sqlite3_wal_hook(
            handle,
            { context, _, _, length in
                guard let context else { return SQLITE_OK }
                Unmanaged<SQLiteLog>.fromOpaque(context).takeUnretainedValue().length = length
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Copies a long log into the file, up to the oldest snapshot that a reader holds. Call it after the callers of a commit have their results.
    func shorten() {
        guard length >= Self.longest else { return }
        // The rest is tried again after the next commit.
        sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }
}
