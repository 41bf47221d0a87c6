import Access
import Catalog
import JSON
import SQL
import SQLSyntax

/// The stored rows after a change, read inside its transaction.
struct StoredRows: Sendable {
    private let call: RecordCall
    private let plan: RecordPlan?
    private let rule: Statement?

    init(_ call: RecordCall, _ plans: RecordPlans) throws {
        self.call = call
        let mayView = call.rights.allows(.view)
        plan = mayView ? try plans.plan(fields: [], except: [], appends: [], call) : nil
        rule = mayView ? try call.rule(.view) : nil
    }

    /// - Parameters:
    ///   - isOne: whether to return an object instead of an array.
    ///   - changed: number of changed rows; nil for all.
    func answer(_ keys: [[SQLValue]], isOne: Bool, changed: Int? = nil, _ connection: any Connection) throws -> RecordResult {
        var writer = JSONWriter(reservingCapacity: 1024)
        var given = 0
        var cut: Set<String> = []
        writer.beginObject()
        writer.key("data")
        if !isOne { writer.beginArray() }
        for key in keys {
            if writer.bytes.count >= RecordLimits.answerBytes { break }
            cut.formUnion(try write(key, isOne: isOne, connection, &writer))
            given += 1
        }
        if !isOne { writer.endArray() }
        RecordSummary(rows: given, isTruncated: given < keys.count, cutValues: cut).writeMeta(to: &writer)
        writer.endObject()
        return RecordResult(writer, rows: given, changed: changed ?? keys.count)
    }

    /// - Returns: fields whose value was cut.
    private func write(_ key: [SQLValue], isOne: Bool, _ connection: any Connection, _ writer: inout JSONWriter) throws -> Set<String> {
        if let plan {
            var conditions = Conditions()
            conditions.add(RecordKey(keys: [key], of: call.collection).condition(call.dialect))
            conditions.add(rule)
            let found = try RecordRead(plan, tail: conditions.clause, call).write(connection, maximumRows: 1, isOne: isOne, to: &writer)
            if found.rows == 1 { return found.cutValues }
        }
        writer.beginObject()
        for (name, value) in zip(call.collection.primaryKey, key) where call.rights.writable(.create).contains(name) || call.isOpen([name]) {
            writer.key(name)
            value.write(to: &writer)
        }
        writer.endObject()
        return []
    }
}
