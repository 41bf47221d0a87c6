import Foundation

/// Where this machine keeps PostgreSQL's own programs.
enum PostgreSQLInstallation {
    /// The directory of `initdb`, `pg_ctl`, `postgres` and `psql`: the newest of Debian's, else the search path's.
    static func programs() throws -> String {
        let debian = "/usr/lib/postgresql"
        // A missing directory only means that PostgreSQL did not come from Debian's packages.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
        let packaged = versions.compactMap(Int.init).sorted(by: >).map { "\(debian)/\($0)/bin" }
        let searched = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        guard let initdb = Program.find("initdb", in: packaged + searched) else {
            throw FixtureError("PostgreSQL is not installed: no initdb in \(debian)/*/bin nor in PATH (Debian: apt-get install postgresql)")
        }
        return String(initdb.dropLast("/initdb".count))
    }
}
