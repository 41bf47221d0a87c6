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
        writer.key("estimatedRows")
        if let rows = estimatedRows { writer.int(rows) } else { writer.null() }
        writer.member("actions", actions.map(\.rawValue))
    }

    /// Fields and relations that the caller may know of.
    /// - Parameter relations: those of the collection that the caller may follow.
    func writeDescription(to writer: inout JSONWriter, _ relations: [Relation]) {
        writeSummary(to: &writer)
        let known = Set(readable).union(writable(.create)).union(writable(.update))
        let writable = Set(self.writable(.create)).union(self.writable(.update))
        writer.member("filterTargetKey", collection.primaryKey.filter(known.contains))
        writer.member("fields", collection.fields.filter { known.contains($0.name) }) { writer, field in
            writer.member("name", field.name)
            writer.member("type", field.type.rawValue)
            writer.member("declaredType", field.declaredType)
            writer.member("nullable", field.isNullable)
            writer.member("writable", writable.contains(field.name))
            if masked.contains(field.name) { writer.member("masked", true) }
            if let comment = field.comment { writer.member("description", comment) }
            field.definition?.writeMembers(to: &writer)
        }
        writer.member("relations", relations) { writer, relation in
            writer.member("name", relation.name)
            writer.member("kind", relation.kind.rawValue)
            writer.member("target", relation.target)
            writer.member("fields", relation.fields)
            writer.member("targetFields", relation.targetFields)
        }
    }
}

extension FieldDefinition {
    /// What was said of the field beside its name, as it was said; its type in the words of `collections_apply`.
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        writer.member("fieldType", type.rawValue)
        for (name, value) in json where !["name", "type", "description"].contains(name) {
            writer.key(name)
            writer.value(value)
        }
    }
}
