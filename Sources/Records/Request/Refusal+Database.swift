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

/// A cancellation and an error of no known domain stay as they are.
private func refusal(of error: any Error) -> any Error {
    switch error {
    case let error as CatalogError: Refusal(error)
    case let error as DatabaseError where error.code != .cancelled: Refusal(error)
    default: error
    }
}
