import Access
import Catalog
import JSON
import SQL

extension CollectionRights {
    func writeSummary(to writer: inout JSONWriter) {
        writer.member("name", collection.name)
        writer.member("title", collection.title)
        writer.member("description", collection.comment)
        writer.member("kind", collection.kind.rawValue)
        writer.member("estimatedRows", estimatedRows)
        writer.member("actions", actions.map(\.rawValue))
    }

    /// Writes the fields, checks and relations that the caller may know.
    /// - Parameter relations: those of the collection that the caller may follow.
    func writeDescription(to writer: inout JSONWriter, _ relations: [Relation]) {
        writeSummary(to: &writer)
        let known = Set(readable).union(writable(.create)).union(writable(.update))
        let writable = Set(self.writable(.create)).union(self.writable(.update))
        if collection.keepsHistory { writer.member("history", true) }
        writer.member("filterTargetKey", collection.primaryKey.filter(known.contains))
        writer.member("fields", collection.fields.filter { known.contains($0.name) }) { writer, field in
            writer.member("name", field.name)
            writer.member("type", field.type.rawValue)
            writer.member("declaredType", field.declaredType)
            writer.member("nullable", field.isNullable)
            writer.member("writable", writable.contains(field.name))
            if masked.contains(field.name) {
                writer.member("masked", true)
            } else {
                if !field.allowedValues.isEmpty { writer.member("values", field.allowedValues) }
                if let text = field.defaultText, !field.isGenerated { writer.member("default", text) }
            }
            writer.given("description", field.comment)
            field.definition?.writeMembers(to: &writer)
        }
        let checks = checks(of: known.subtracting(masked))
        if !checks.isEmpty {
            writer.member("checks", checks) { writer, check in
                if check.name != check.expression { writer.member("name", check.name) }
                writer.member("expression", check.expression)
            }
        }
        writer.member("relations", relations) { writer, relation in
            writer.member("name", relation.name)
            writer.member("kind", relation.kind.rawValue)
            writer.member("target", relation.target)
            writer.member("fields", relation.fields)
            writer.member("targetFields", relation.targetFields)
            if let through = relation.through {
                writer.member("through", through.collection)
                writer.member("throughFields", through.fields)
                writer.member("throughTargetFields", through.targetFields)
            }
        }
    }

    /// Checks that use only these fields, by name.
    private func checks(of fields: Set<String>) -> [(name: String, expression: String)] {
        collection.checks.sorted { $0.key < $1.key }.filter { name, _ in
            collection.constraintFields[name].map(fields.isSuperset) ?? false
        }.map { (name: $0, expression: $1) }
    }
}

extension FieldDefinition {
    /// Writes the definition of the field as given, without its name; the type is named as in `collections_apply`.
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("fieldType", type.rawValue)
        for (name, value) in json where !["name", "type", "description"].contains(name) {
            writer.key(name)
            writer.value(value)
        }
    }
}
