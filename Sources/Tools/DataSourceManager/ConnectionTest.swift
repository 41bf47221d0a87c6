import Catalog
import JSON
import SQL
import Store

/// The result of testing the connection to a data source.
struct ConnectionTest: Sendable {
    /// Why it does not respond; nil when it does.
    let reason: String?
    /// Whether the source does not exist.
    let isUnknown: Bool
    /// Warnings: a connection that may be made without TLS, unneeded rights of its login, and tables that cannot be used.
    var warnings: [String]

    func write(to writer: inout JSONWriter) {
        writer.member("ok", reason == nil)
        writer.given("reason", reason)
        writer.member("warnings", warnings)
    }
}

extension DataSources {
    /// Connects and checks the login. Never throws, because a source that is down is a result.
    func trial(of name: String, in workspace: WorkspaceID, _ bounds: CallBounds) async -> ConnectionTest {
        // If the registry cannot be read, the connection below fails with the reason.
        let transport = [(try? await transportWarning(of: name, in: workspace)) ?? nil].compactMap(\.self)
        do throws(CatalogError) {
            try await test(name, in: workspace, bounds)
            let findings = try await loginFindings(name, in: workspace, bounds).filter { $0.severity != .rows }
            return ConnectionTest(reason: nil, isUnknown: false, warnings: transport + findings.map(\.words))
        } catch {
            return ConnectionTest(reason: error.reason, isUnknown: error.code == .unknownSource, warnings: transport)
        }
    }
}
