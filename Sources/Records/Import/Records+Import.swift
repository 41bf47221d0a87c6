import Access
import Blocking
import Catalog
package import SQL
package import SQLSyntax

extension Records {
    /// Adds the rows of a file, all or none; with ``ImportRequest/skipsBadLines`` all valid ones.
    ///
    /// The file is read twice: every row is checked before the transaction begins, so that a file with errors does not delay other writers.
    /// - Returns: the report; nothing was added if ``ImportReport/errors`` is not empty and bad lines are not skipped.
    package func importRows(_ request: ImportRequest, _ call: RecordCall) async throws -> ImportReport {
        try call.require(.create)
        let now = now()
        let checked = try await onFile(call) { try ImportCheck(request: request, call: call, now: now).run() }
        guard !request.isDryRun, checked.errorCount == 0 || request.skipsBadLines, checked.rows > 0 else { return checked }
        try await takeNumbers(Int64(checked.rows), call)
        var report = try await write(ImportWriting(request, call, now: now), mayRepeat: true)
        report.sample = checked.sample
        return report
    }

    /// - Parameter mayRepeat: whether to try once more without the refused lines, if bad lines are skipped.
    private func write(_ writing: ImportWriting, mayRepeat: Bool) async throws -> ImportReport {
        let call = writing.call
        do {
            let report = try await call.changing { try await call.database.write(call.bounds) { try writing.run($0) } }
            call.notes?.tell()
            return report
        } catch let undone as ImportWriting.RolledBack {
            if mayRepeat, writing.request.skipsBadLines, !undone.refused.isEmpty {
                var again = writing
                again.leftOut = undone.refused
                try await takeNumbers(Int64(undone.report.rows), call)
                return try await write(again, mayRepeat: false)
            }
            var report = undone.report
            report.imported = 0
            return report
        } catch let unkept as ImportWriting.Unrevertible {
            return try await call.changing { throw unkept.cause }
        } catch let error as ImportError {
            throw Refusal(error)
        }
    }

    /// The fields that a new collection needs for the rows of a file.
    package func guess(_ request: ImportRequest, in dialect: Dialect, _ bounds: CallBounds) async throws -> ImportGuess {
        try await onFile(bounds) { try ImportGuess(request, dialect, bounds) }
    }

    /// Runs code that reads a file on the threads for files.
    private func onFile<R: Sendable>(_ call: RecordCall, _ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await mapped { try await onFile(call.bounds, body) }
    }

    private func onFile<R: Sendable>(_ bounds: CallBounds, _ body: @escaping @Sendable () throws -> R) async throws -> R {
        do {
            return try await files.run(until: bounds.deadline, bounds.cancellation, body)
        } catch let refusal as PoolRefusal {
            throw refusal == .cancelled ? DatabaseError.cancelled : Refusal(.limited, "too many imports wait: try again in a moment", retryAfter: 5)
        } catch let error as ImportError {
            throw Refusal(error)
        }
    }

    private func takeNumbers(_ count: Int64, _ call: RecordCall) async throws {
        guard let number else { return }
        for field in call.collection.fields {
            guard let pattern = field.definition?.pattern else { continue }
            let place = NumberedField(
                source: call.collection.source, collection: call.collection.name, field: field.name, start: pattern.start)
            call.numbers.add(try await number(call.grant.caller.workspace.id, place, count), count, for: place)
        }
    }
}

extension Refusal {
    init(_ error: ImportError) { self.init(.invalidArgument, "\(error.line.map { "line \($0): " } ?? "")\(error.reason); nothing was imported") }
}
