import Identity
package import SampleCompany

extension Composition {
    /// Loads the sample company into the workspace `main`.
    package func load(_ company: SampleCompany, replacing: Bool) async throws -> [(table: String, rows: Int)] {
        try await company.load(into: try await databases.database(of: Workspace.mainID), replacing: replacing)
    }
}
