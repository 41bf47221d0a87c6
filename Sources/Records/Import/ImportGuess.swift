import Access
import Catalog
package import JSON
import SQL
import SQLSyntax

/// Chooses the fields of a new collection for the rows of a file, so that each value is stored unchanged.
package struct ImportGuess: Sendable {
    /// The columns of the file, with the fields chosen for them.
    package let columns: [ImportReport.Column]
    /// In the form that `collections_apply` accepts.
    package let fields: [JSONValue]
    package let rows: Int
    /// The first rows, by column names.
    package let sample: [JSONObject]
    package let errors: [LineError]
    package let errorCount: Int

    init(_ request: ImportRequest, _ dialect: Dialect, _ bounds: CallBounds) throws {
        let reader = try request.reader()
        var guesses = [TypeGuess](repeating: TypeGuess(), count: reader.columns.count)
        var report = ImportReport()
        var count = 0
        while let line = try reader.next() {
            count += 1
            if count % 256 == 0, let refusal = bounds.refusal { throw refusal }
            switch line {
            case .bad(let error): report.add(error)
            case .row(_, let cells):
                report.rows += 1
                for (place, cell) in cells.enumerated() { if let cell { guesses[place].add(cell, isUntyped: reader.isUntyped) } }
                guard report.sample.count < ImportReport.sampleRows else { continue }
                report.sample.append(
                    JSONObject(zip(reader.columns, cells).compactMap { name, cell in cell.map { (name, $0) } }))
            }
        }
        columns = try Self.named(reader.columns, request.mapping)
        fields = zip(columns, guesses).compactMap { column, guess in
            guard let name = column.field else { return nil }
            let (type, members) = guess.field(in: dialect)
            var field: JSONObject = ["name": .string(name), "type": .string(type.rawValue)]
            if column.name != name { field["title"] = .string(column.name) }
            for (name, value) in members { field[name] = value }
            return .object(field)
        }
        (rows, sample, errors, errorCount) = (report.rows, report.sample, report.errors, report.errorCount)
    }

    /// Names for the columns that the mapping neither names nor omits.
    private static func named(_ labels: [String], _ mapping: [String: String?]) throws(Refusal) -> [ImportReport.Column] {
        let names = ColumnLabels.fieldNames(of: labels)
        let columns = zip(labels, names).map { label, name in
            ImportReport.Column(name: label, field: mapping[label] ?? name)
        }
        let count = columns.count { $0.field != nil }
        guard count <= CollectionOrder.maximumFields else {
            throw Refusal(
                .invalidArgument,
                "the file has \(count) columns, and a collection at most \(CollectionOrder.maximumFields) fields: leave columns out with mapping")
        }
        return columns
    }
}

extension ImportGuess {
    /// The report in the form of an import.
    package var report: ImportReport {
        var report = ImportReport()
        (report.columns, report.rows, report.sample) = (columns, rows, sample)
        (report.errors, report.errorCount) = (errors, errorCount)
        return report
    }
}
