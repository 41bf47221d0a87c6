import Catalog
import JSON
import SQL
import Store

/// The result of testing the connection to a data source.
struct ConnectionTest: Sendable {
    /// Why it does not answer; nil when it does.
    let reason: String?
    /// There is no such source.
    let isUnknown: Bool
    /// A connection that may be made without TLS, what its login can do beyond reading and writing rows, and tables that cannot be used.
    var warnings: [String]

    func write(to writer: inout JSONWriter) {
        writer.member("ok", reason == nil)
        writer.given("reason", reason)
        writer.member("warnings", warnings)
    }
}

extension DataSources {
    /// Connects and looks at the login; never throws, since a source that is down is an answer.
    func trial(of name: String, in workspace: WorkspaceID, _ bounds: CallBounds) async -> ConnectionTest {
        // The registry that cannot be read is the reason that the connection fails with below.
        let transport = [(try? await transportWarning(of: name, in: workspace)) ?? nil].compactMap(\.self)
        do throws(CatalogError) {
            try await test(name, in: workspace, bounds)
            let findings = try await loginFindings(name, in: workspace, bounds).filter { $0.gravity != .rows }
            return ConnectionTest(reason: nil, isUnknown: false, warnings: transport + findings.map(\.words))
        } catch {
            return ConnectionTest(reason: error.reason, isUnknown: error.code == .unknownSource, warnings: transport)
        }
    }
}
