import Access
import Ask
import Catalog
import Identity
import SQL
import Store
import Tools
import Workflows

extension Composition {
    /// Checks settings, audit log and databases, and tests that logins of data sources cannot do forbidden things.
    package func check() async throws -> CheckReport {
        var report = CheckReport(resolved)
        let verification = try await store.audit.verify()
        if !verification.isIntact { report.problems.append("the audit log was changed: \(verification)") }
        if let database = store.database as? SQLiteDatabase {
            for problem in try await database.integrityCheck(.within(.seconds(60))) { report.problems.append("state: \(problem)") }
        }
        let damaged =
            try await DamagedObjects.all(in: store) + domains.sources.damage() + domains.rules.damage() + AskSchema.damage(in: store)
            + WorkflowsSchema.damage(in: store)
        report.problems += damaged.map { "state: \($0)" }
        for organization in try await domains.organizations.list() {
            for workspace in try await domains.workspaces.list(organization.id) { try await check(workspace, &report) }
        }
        do { _ = try settings.tls?.configuration() } catch { report.problems.append(error.reason) }
        report.warnings += settings.warnings
        if !WordNet.isInstalled {
            report.warnings.append("the English words of \(WordNet.folder) are not installed (wordnet-base): questions are read with a short list")
        }
        if settings.sourceRoot == nil { report.warnings.append("source_root is not set: SQLite data sources may lie anywhere") }
        return report
    }

    private func check(_ workspace: Workspace, _ report: inout CheckReport) async throws {
        var rules: [Rule] = []
        do { rules = try await domains.rules.list(in: workspace.id) } catch let refusal as Refusal {
            report.problems.append("\(workspace.name): \(refusal.reason)")
        }
        for source in try await domains.sources.list(in: workspace.id) {
            let label = "\(workspace.name)/\(source.name)"
            if let warning = source.url?.transportWarning { report.warnings.append("\(label): \(warning)") }
            let bounds = CallBounds.within(.seconds(30))
            do throws(CatalogError) {
                try await domains.sources.test(source.name, in: workspace.id, bounds)
                let findings = try await domains.sources.loginFindings(source.name, in: workspace.id, bounds)
                if rules.contains(where: { $0.source == source.name && $0.content.filter != .always }) {
                    let contents = try await domains.catalog.contents(of: source.name, in: workspace.id, bounds)
                    report.problems += Self.obstacles(rules, contents).map { "\(label): \($0)" }
                }
                report.warnings += findings.map { "\(label): \($0.words)" }
                if findings.contains(where: { $0.severity != .rows }) { report.dangerousLogins += 1 }
                let related = rules.filter { $0.source == source.name && $0.content.filter.entersRelations }
                guard !related.isEmpty else { continue }
                let contents = try await domains.catalog.contents(of: source.name, in: workspace.id, bounds)
                for rule in related {
                    guard let change = rule.content.changeOfRelations(in: contents) else { continue }
                    report.problems.append("\(label): rule \(rule.id.rawValue) closes \(rule.collection): \(change)")
                }
            } catch {
                report.problems.append("\(label): \(error.reason)")
            }
        }
    }

    /// Descriptions of a source's rules that can no longer be applied.
    private static func obstacles(_ rules: [Rule], _ contents: SourceCatalog) -> [String] {
        rules.filter { $0.source == contents.source && $0.suspension == nil }.compactMap { rule in
            rule.content.obstacle(on: rule.collection, in: contents).map { obstacle in
                let name = "rule \(rule.id.rawValue) on \(rule.collection)"
                let end = "the collection is closed until the rule is set or removed"
                return switch obstacle {
                case .relation: "\(name) goes through a relation whose key is not the one that it was set for; \(end)"
                case .field: "the filter of \(name) names a field that is not there; \(end)"
                }
            }
        }
    }
}
