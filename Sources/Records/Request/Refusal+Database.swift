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

extension RecordCall {
    /// Runs a change; the database's reason is kept back where it names a field that the caller does not see, or tells of a row.
    func changing<R>(_ body: () async throws -> R) async throws -> R {
        do {
            return try await mapped(body)
        } catch let refusal as Refusal where refusal.code == .conflict {
            let isClash = refusal.reason.contains("unique") || refusal.reason.contains("same key")
            guard rights.filter(.view) == .always || !isClash else { throw unreachable }
            let seen = Set(rights.readable).union(rights.writable(.create)).union(rights.writable(.update))
            let isTelling = collection.fields.contains { !seen.contains($0.name) && refusal.reason.contains($0.name) }
            // The name of a foreign key holds that of its table, which may be another one that the caller does not know.
            if let key = refusal.reason.firstRange(of: ": foreign key "), !refusal.reason.hasSuffix("of table \"\(collection.name)\"") {
                throw Refusal(.conflict, String(refusal.reason[..<key.lowerBound]))
            }
            throw isTelling ? Refusal(.conflict, "the values break a rule of \(collection.name)") : refusal
        }
    }
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
