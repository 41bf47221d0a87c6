import Identity
import JSON
import Server
import Store
import Tools

extension Terminal {
    /// Prints what one organization has, or what all have, as ``list(_:_:)`` does. An organization that does not exist is an error and no empty list.
    func list<Object>(
        of organization: String?, _ members: [String], _ objects: (OrganizationID) async throws -> [Object],
        _ row: (Organization, Object) -> JSONObject
    ) async throws {
        let organizations = composition.domains.organizations
        let chosen =
            if let organization { [try await organizations.find(Name(parsing: organization))] } else { try await organizations.list() }
        var rows: [JSONValue] = []
        for each in chosen {
            for object in try await objects(each.id) { rows.append(.object(row(each, object))) }
        }
        list(rows, members)
    }
}
