import SQL

/// Something that a reading login must not be able to do. It is tried, and undone.
struct ForbiddenAction: Sendable {
    let finding: LoginFinding
    let statement: Statement
    /// How the engine's words begin when it refuses the act, which needed no refusal for want of a right: `1086 `. Empty when only success proves.
    let provedBy: [String]

    init(_ gravity: LoginFinding.Severity, _ power: String, _ statement: Statement, provedBy: [String] = []) {
        finding = LoginFinding(gravity: gravity, power: power)
        self.statement = statement
        self.provedBy = provedBy
    }

    /// A name that no object has.
    static func freshName() -> Identifier { Identifier("gatehouse_check_" + String(UInt64.random(in: .min ... .max), radix: 36)) }

    /// Whether the login can do it.
    /// - Parameter run: runs the statement in a call of its own and undoes it.
    /// - Throws: errors that do not depend on rights: the database is down, the deadline passed.
    func succeeds(_ run: (Statement) async throws -> Void) async throws -> Bool {
        do {
            try await run(statement)
            return true
        } catch let error as DatabaseError {
            switch error.code {
            case .unavailable, .timeout, .cancelled, .busy: throw error
            default: return provedBy.contains { error.detail.hasPrefix($0) }
            }
        }
    }
}
