import Access
import OAuth

/// The query parameters of a route, each once.
struct CasdoorFields: Sendable {
    private let values: Parameters

    /// - Throws: ``Refusal`` `invalid_argument`.
    init(_ query: Substring) throws(Refusal) {
        do throws(OAuthError) {
            values = try Parameters(query: query)
        } catch {
            throw Refusal(.invalidArgument, error.reason)
        }
    }

    /// nil when absent or empty.
    subscript(_ name: String) -> String? { values[name] }

    /// Whether a page was asked for.
    var isPaged: Bool { self["p"] != nil && self["pageSize"] != nil }
}
