import GatehouseTesting
import SQL
import Testing

extension CallBounds {
    /// More than any test needs.
    static var minute: CallBounds { .patient }
}

/// The error of a call that must fail; nil, and an issue, when it did not.
func databaseError<R>(_ body: () async throws -> R, sourceLocation: SourceLocation = #_sourceLocation) async -> DatabaseError? {
    do {
        _ = try await body()
        Issue.record("no error was thrown", sourceLocation: sourceLocation)
    } catch let error as DatabaseError {
        return error
    } catch {
        Issue.record("not a database error: \(error)", sourceLocation: sourceLocation)
    }
    return nil
}
