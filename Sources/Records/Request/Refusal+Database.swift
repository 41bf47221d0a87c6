import Access
import Catalog
import SQL

/// Runs `body`; what the catalogue or the database says becomes a refusal that is safe to send.
func mapped<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch { throw refusal(of: error) }
}

func mapped<R>(_ body: () async throws -> R) async throws -> R {
    do { return try await body() } catch { throw refusal(of: error) }
}

/// Cancellation and what is nobody's refusal stay as they are.
private func refusal(of error: any Error) -> any Error {
    switch error {
    case let error as CatalogError:
        return Refusal(error)
    case let error as DatabaseError:
        switch error.code {
        case .constraint: return Refusal(.conflict, error.reason)
        case .invalid: return Refusal(.invalidArgument, error.reason)
        case .limit, .busy: return Refusal(.limited, error.reason)
        case .timeout: return Refusal(.sourceFailed, "the database took too long: narrow the filter or ask for fewer rows")
        case .cancelled: return error
        case .unavailable, .denied, .readOnly, .corrupt, .other: return Refusal(.sourceFailed, error.reason)
        }
    default: return error
    }
}
