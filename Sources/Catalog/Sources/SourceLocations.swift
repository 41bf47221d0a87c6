import FoundationEssentials
import Glibc
package import SQL
import SQLSyntax

/// Where data sources may be: the folder for SQLite files, the hosts that callers may use, and the excluded folders of the server itself.
package struct SourceLocations: Sendable {
    private let root: String?
    private let own: [String]
    private let ownDatabases: [DatabaseURL]
    private let hosts: [String]

    /// - Parameters:
    ///   - root: SQLite files must be in it; nil allows the operator any path, and callers none.
    ///   - own: folders of the server's own files, where no data source may be.
    ///   - ownDatabases: the databases of the server's state and of all workspaces' data, which callers cannot attach with any login.
    ///   - allowedHosts: hosts that callers may use: `db.example.com`, `db.example.com:5432`, `*.example.com`, or `*` for all.
    package init(root: String? = nil, own: [String] = [], ownDatabases: [DatabaseURL] = [], allowedHosts: [String] = []) {
        self.root = root
        self.own = own
        self.ownDatabases = ownDatabases
        hosts = allowedHosts.map { $0.lowercased() }
    }

    /// The address with its path resolved once.
    /// - Throws: ``CatalogError`` (`invalidSource`) without a path in its reason.
    package func checked(_ url: DatabaseURL, trust: SourceTrust) throws(CatalogError) -> DatabaseURL {
        switch url.dialect {
        case .sqlite:
            guard url.parameters.isEmpty else { throw CatalogError(.invalidSource, "url: a SQLite address takes no parameters") }
            return DatabaseURL(dialect: .sqlite, database: try file(url.database, trust: trust))
        case .postgresql, .mysql:
            if trust == .caller { try checkForCaller(url) }
            do { try url.checkForDriver() } catch { throw CatalogError(.invalidSource, "url: \(error.reason)") }
            return url
        }
    }

    /// The real path of an existing SQLite file. It must not be one of the server's own, and its path below the root must not contain a
    /// symbolic link.
    private func file(_ path: String, trust: SourceTrust) throws(CatalogError) -> String {
        let outside = CatalogError(.invalidSource, "url: SQLite files of data sources must lie in the folder that --source-root names")
        guard root != nil || trust == .operator else {
            throw CatalogError(.invalidSource, "url: SQLite files can be added only by the operator, or with --source-root set")
        }
        guard path.hasPrefix("/"), !path.split(separator: "/").contains(".."), !path.utf8.contains(0) else { throw outside }
        guard let real = Self.realPath(path) else {
            // Whether a file outside the root exists is not revealed.
            throw root == nil ? CatalogError(.invalidSource, "url: there is no such file, or it cannot be read") : outside
        }
        if let root {
            guard let base = Self.realPath(root), Self.contains(base, real) else { throw outside }
        }
        for folder in own {
            guard let base = Self.realPath(folder), Self.contains(base, real) || Self.holds(base, real) else { continue }
            throw CatalogError(.invalidSource, "url: this file belongs to the server itself")
        }
        return real
    }

    /// Whether the file is a hard link to one in the folder.
    private static func holds(_ folder: String, _ path: String) -> Bool {
        var file = stat()
        guard stat(path, &file) == 0, file.st_nlink > 1 else { return false }
        // A folder that cannot be listed may contain the file, so it counts as containing it.
        guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else { return true }
        return names.contains { name in
            var found = stat()
            return lstat(folder + "/" + name, &found) == 0 && found.st_ino == file.st_ino && found.st_dev == file.st_dev
        }
    }

    private static func contains(_ folder: String, _ path: String) -> Bool { path.hasPrefix(folder == "/" ? "/" : folder + "/") }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }

    /// Parameters that name no file and no other address.
    private static let harmless: Set<String> = ["sslmode", "application_name", "connect_timeout", "channel_binding", "target_session_attrs"]

    private func checkForCaller(_ url: DatabaseURL) throws(CatalogError) {
        guard allows(host: url.host, port: Self.port(of: url)) else {
            throw CatalogError(.invalidSource, "url: this host is not allowed; the operator names hosts in the setting allowed_source_hosts")
        }
        guard !ownDatabases.contains(where: { Self.isSame($0, url) }) else {
            throw CatalogError(.invalidSource, "url: this database belongs to the server itself")
        }
        let isHarmless = url.parameters.allSatisfy { name, value in
            Self.harmless.contains(name) || name == "sslrootcert" && value == DatabaseURL.systemAuthorities
        }
        guard isHarmless else {
            throw CatalogError(.invalidSource, "url: allowed parameters: \(Self.harmless.sorted().joined(separator: ", ")), sslrootcert=system")
        }
    }

    /// Whether both name the same database at the same host name; aliases of the host are not recognized.
    private static func isSame(_ own: DatabaseURL, _ url: DatabaseURL) -> Bool {
        own.dialect == url.dialect && own.database == url.database && port(of: own) == port(of: url) && plain(own.host) == plain(url.host)
    }

    private static func port(of url: DatabaseURL) -> Int { url.port ?? (url.dialect == .mysql ? 3306 : 5432) }

    private static func plain(_ host: String) -> String {
        var host = host.lowercased()
        while host.hasSuffix(".") { host.removeLast() }
        return host
    }

    /// Whether a caller may use this host.
    package func allows(host: String, port: Int) -> Bool {
        let host = Self.plain(host)
        // A path is a socket on this machine: it is allowed only if it is listed literally.
        guard !host.isEmpty else { return false }
        return hosts.contains { allowed in
            if allowed == "*" { return !host.hasPrefix("/") }
            if allowed.hasPrefix("*.") { return host.hasSuffix(allowed.dropFirst()) && host.count > allowed.count - 1 }
            return allowed == host || allowed == "\(host):\(port)" || allowed == "[\(host)]:\(port)"
        }
    }
}
