/// The type of a node, by its name on the wire.
package enum NodeType: String, Hashable, Sendable, CaseIterable {
    case query, create, update, destroy
    /// Compares values, and takes one of two branches.
    case condition
    /// Runs its branch for each of some values.
    case loop
    /// Sends an HTTP request.
    case request
    /// Puts a question in plain language.
    case ask
    /// Waits until a person approves or rejects.
    case approval
    /// Ends the execution.
    case end

    /// The keys of `branches`, as NocoBase numbers them.
    var branchKeys: [String] {
        switch self {
        case .condition: ["1", "0"]
        case .loop: ["0"]
        default: []
        }
    }

    /// Members of `config`.
    var configKeys: [String] {
        switch self {
        case .query: ["collection", "dataSource", "multiple", "failOnEmpty", "params"]
        case .create, .update, .destroy: ["collection", "dataSource", "params"]
        case .condition: ["calculation", "rejectOnFalse"]
        case .loop: ["target"]
        case .request: ["url", "method", "headers", "params", "data", "timeout", "ignoreFail", "onlyData"]
        case .ask: ["question", "dataSource"]
        case .approval: ["message", "timeout", "assignees"]
        case .end: ["endStatus"]
        }
    }

    /// Members of `config.params`.
    var parameterKeys: [String] {
        switch self {
        case .query: ["filterByTk", "filter", "sort", "fields", "appends", "page", "pageSize"]
        case .create: ["values"]
        case .update: ["filterByTk", "filter", "values"]
        case .destroy: ["filterByTk", "filter"]
        default: []
        }
    }
}
