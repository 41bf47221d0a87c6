/// How a SQLite file is opened.
package struct SQLiteOptions: Sendable {
    package enum Access: Sendable {
        /// Created if absent, readable by its owner alone.
        case create
        /// Must exist.
        case readWrite
        /// For files that this server does not own: neither their content nor their journal mode is changed.
        case readOnly
    }

    /// When a commit counts as durable.
    package enum Synchronous: String, Sendable {
        /// After a sync of the log: survives a power loss.
        case full = "FULL"
        /// Survives the end of the process, but not a power loss.
        case normal = "NORMAL"
    }

    package var access: Access
    package var synchronous: Synchronous
    /// Whether to switch the file to write-ahead logging. Otherwise its mode stays, and readers and the writer may wait for each other.
    package var usesWriteAheadLog: Bool
    /// Connections for reading.
    package var readers: Int
    /// Connections for callers' statements.
    package var guardedReaders: Int
    /// Calls that may wait for a reader, and as many for the writer.
    package var queueLength: Int
    /// Longest wait for a lock that another process holds.
    package var busyTimeout: Duration
    /// No write joins a group that is older than this.
    package var groupAge: Duration
    /// Prepared statements that each connection keeps.
    package var statementCacheSize: Int
    /// Memory of SQLite in the whole process above which callers' statements end; nil for the limit of
    /// ``SQLiteDatabase/limitMemory(bytes:ofOthers:)``. Unit: bytes.
    package var memoryOfOthers: Int64?

    package init(
        access: Access = .create, synchronous: Synchronous = .full, usesWriteAheadLog: Bool = true, readers: Int = 4, guardedReaders: Int = 4,
        queueLength: Int = 1_024, busyTimeout: Duration = .seconds(5), groupAge: Duration = .milliseconds(5),
        statementCacheSize: Int = 128, memoryOfOthers: Int64? = nil
    ) {
        self.access = access
        self.synchronous = synchronous
        self.usesWriteAheadLog = usesWriteAheadLog
        self.readers = readers
        self.guardedReaders = guardedReaders
        self.queueLength = queueLength
        self.busyTimeout = busyTimeout
        self.groupAge = groupAge
        self.statementCacheSize = statementCacheSize
        self.memoryOfOthers = memoryOfOthers
    }
}
