/// Something that the login of a data source can do although reading does not need it.
package struct LoginFinding: Hashable, Sendable {
    package enum Severity: Hashable, Sendable, CaseIterable {
        /// Changes rows, or makes what ends with the session: what `crud` may need, and what PostgreSQL gives to every login.
        case rows
        /// Changes the database: its tables, views, functions, schemas.
        case structure
        /// Reaches beyond the database: files, programs, other logins and sessions, the server's settings.
        case server
    }

    package let gravity: Severity
    /// `can make tables`
    let power: String

    /// A sentence for people; no name of a host or login.
    package var words: String {
        switch gravity {
        case .rows: "the login \(power): not needed where only reading is meant"
        case .structure, .server: "the login \(power): use one that can only read what is meant"
        }
    }
}
