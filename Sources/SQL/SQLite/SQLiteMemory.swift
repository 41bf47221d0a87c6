import CSQLite
import Synchronization

/// SQLite's memory in the whole process.
enum SQLiteMemory {
    private static let ofOthers = Atomic(Int64.max)
    /// Memory that was freed and is left with the C library, which keeps it for the thread that had it. Unit: bytes.
    private static let kept: Int64 = 33_554_432

    static var used: Int64 { sqlite3_memory_used() }

    /// Callers' statements end when SQLite holds more: the rest is left to the server itself. Unit: bytes.
    static var limitOfOthers: Int64 {
        get { ofOthers.load(ordering: .relaxed) }
        set { ofOthers.store(newValue, ordering: .relaxed) }
    }

    /// Gives the system back what calls have freed, when that is much.
    static func giveBack() {
        guard sqlite3_memory_highwater(0) - used > kept else { return }
        _ = sqlite3_memory_highwater(1)
        gatehouse_give_back_memory()
    }
}
