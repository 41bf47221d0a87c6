package import SQL
import SQLSyntax
package import Store

extension DataSources {
    /// The rights of a source's login that are not needed for reading, the most serious first; empty on engines without logins.
    ///
    /// It queries rights, and tries actions that the guard forbids: in transactions that are rolled back or, on MySQL and MariaDB, which
    /// commit DDL implicitly, in forms that change nothing. The login of `main` creates its tables and writes its rows, so for it only
    /// rights that reach beyond the database count.
    package func loginFindings(_ name: String, in workspace: WorkspaceID, _ bounds: CallBounds) async throws(CatalogError) -> [LoginFinding] {
        let source = try await open(name, in: workspace)
        let isMain = name == DataSource.mainName
        do {
            let found =
                switch source.database.dialect {
                case .sqlite: [LoginFinding]()
                case .postgresql: try await Self.postgreSQLFindings(source.database, isMain, bounds)
                case .mysql: try await source.database.whileOpen(bounds) { try await Self.mySQLFindings($0, isMain, bounds) }
                }
            var seen: Set<LoginFinding> = []
            let counted = found.filter { (!isMain || $0.severity == .server) && seen.insert($0).inserted }
            return LoginFinding.Severity.allCases.reversed().flatMap { severity in counted.filter { $0.severity == severity } }
        } catch {
            throw CatalogError(error, source: name)
        }
    }

    private static func postgreSQLFindings(_ database: any Database, _ isMain: Bool, _ bounds: CallBounds) async throws -> [LoginFinding] {
        var found = try await database.read(bounds) { connection in
            try connection.pinFunctions()
            return try ForbiddenAction.postgreSQLQuestions.flatMap { question in
                try connection.all(question.statement) { $0.text(0).map { LoginFinding(severity: question.severity, power: $0) } }.compactMap(\.self)
            }
        }
        for act in ForbiddenAction.postgreSQL() where !isMain || act.finding.severity == .server {
            let isAble = try await act.succeeds { statement in
                do {
                    try await database.write(bounds) { connection in
                        try connection.execute(statement)
                        throw RolledBack()
                    }
                } catch is RolledBack {}
            }
            if isAble { found.append(act.finding) }
        }
        return found
    }

    /// Thrown to roll a transaction back.
    private struct RolledBack: Error {}

    private static func mySQLFindings(_ database: any Database, _ isMain: Bool, _ bounds: CallBounds) async throws -> [LoginFinding] {
        guard let database = database as? MySQLDatabase else { return [] }
        let (held, name) = try await database.read(bounds) { connection in
            (
                Set(try connection.all(ForbiddenAction.mySQLQuestion) { $0.text(0) ?? "" }),
                try connection.first("SELECT DATABASE()") { $0.text(0) ?? "" } ?? ""
            )
        }
        var found = ForbiddenAction.mySQLPowers.filter { held.contains($0.privilege) }.map { LoginFinding(severity: $0.severity, power: $0.power) }
        for act in ForbiddenAction.mySQL(database: name) where !isMain || act.finding.severity == .server {
            if try await act.succeeds({ statement in try await database.define(bounds) { try $0.execute(statement) } }) { found.append(act.finding) }
        }
        return found
    }
}

/// Something that the login of a data source can do although reading does not need it.
package struct LoginFinding: Hashable, Sendable {
    package enum Severity: Hashable, Sendable, CaseIterable {
        /// Changes rows, or creates objects that end with the session: `crud` may need this, and PostgreSQL gives it to every login.
        case rows
        /// Changes the database: its tables, views, functions, schemas.
        case structure
        /// Reaches beyond the database: files, programs, other logins and sessions, the server's settings.
        case server
    }

    package let severity: Severity
    /// `can make tables`
    let power: String

    /// A sentence for people, without names of hosts or logins.
    package var words: String {
        switch severity {
        case .rows: "the login \(power): not needed where only reading is meant"
        case .structure, .server: "the login \(power): use one that can only read what is meant"
        }
    }
}
