import CSQLite
import Synchronization

/// SQLite's memory in the whole process.
enum SQLiteMemory {
    private static let ofOthers = Atomic(Int64.max)
    /// Freed memory that is left with the C library, which keeps it for the thread that used it. Unit: bytes.
    private static let kept: Int64 = 33_554_432

    static var used: Int64 { sqlite3_memory_used() }

    /// Memory of SQLite above which callers' statements end, so that the server's own statements have the rest. Unit: bytes.
    static var limitOfOthers: Int64 {
        get { ofOthers.load(ordering: .relaxed) }
        set { ofOthers.store(newValue, ordering: .relaxed) }
    }

    /// Returns memory that calls have freed to the system, if there is much of it.
    static func giveBack() {
        guard sqlite3_memory_highwater(0) - used > kept else { return }
        _ = sqlite3_memory_highwater(1)
        gatehouse_give_back_memory()
    }
}
