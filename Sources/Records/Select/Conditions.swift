import SQL

/// Conditions joined by AND, written for the alias of the collection.
struct Conditions {
    private var parts: [Statement] = []

    init() {}

    mutating func add(_ condition: Statement?) {
        if let condition { parts.append(condition) }
    }

    /// With ` WHERE ` in front; nothing when there is no condition.
    var clause: Statement { parts.isEmpty ? Statement() : " WHERE \(Statement.joined(parts, by: " AND "))" }
}
