/// How a SQLite file is opened.
package struct SQLiteOptions: Sendable {
    package enum Access: Sendable {
        /// Made when absent, readable by its owner alone.
        case create
        /// Must exist.
        case readWrite
        /// For files that this server does not own: nothing in them is changed, nor is their journal mode.
        case readOnly
    }

    /// When a commit counts as durable.
    package enum Synchronous: String, Sendable {
        /// After a sync of the log: survives a loss of power.
        case full = "FULL"
        /// Survives the end of the process, not a loss of power.
        case normal = "NORMAL"
    }

    package var access: Access
    package var synchronous: Synchronous
    /// Whether to switch the file to write-ahead logging; it is left as it is otherwise, and then readers and the writer wait for each other.
    package var usesWriteAheadLog: Bool
    /// Connections for reading.
    package var readers: Int
    /// Connections for callers' statements.
    package var guardedReaders: Int
    /// Calls that may wait for a reader, and as many for the writer.
    package var queueLength: Int
    /// Longest wait for a lock that another process holds.
    package var busyTimeout: Duration
    /// No write joins a group that has been at work for longer.
    package var groupAge: Duration
    /// Prepared statements that each connection keeps.
    package var statementCacheSize: Int
    /// Callers' statements end when SQLite holds more in the whole process; nil for the limit of ``SQLiteDatabase/limitMemory(bytes:ofOthers:)``.
    /// Unit: bytes.
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
