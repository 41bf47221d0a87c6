import Foundation

/// Finds this machine's PostgreSQL programs.
enum PostgreSQLInstallation {
    /// The directory of `initdb`, `pg_ctl`, `postgres` and `psql`: that of the newest Debian package, otherwise that in the search path.
    static func programs() throws -> String {
        let debian = "/usr/lib/postgresql"
        // A missing directory means that PostgreSQL was not installed from Debian's packages.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
        let packaged = versions.compactMap(Int.init).sorted(by: >).map { "\(debian)/\($0)/bin" }
        let searched = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        guard let initdb = Program.find("initdb", in: packaged + searched) else {
            throw FixtureError("PostgreSQL is not installed: no initdb in \(debian)/*/bin nor in PATH (Debian: apt-get install postgresql)")
        }
        return String(initdb.dropLast("/initdb".count))
    }
}
