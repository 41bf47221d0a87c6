import Access
import Identity
import JSON
import Store

/// The id of an object in the form that clients use: `owner/name` with exactly one slash. The owner is an organization, or `admin` for
/// objects without one.
struct ObjectName: Hashable, Sendable, CustomStringConvertible {
    let owner: String
    let name: String

    var description: String { "\(owner)/\(name)" }

    init(owner: String, name: String) {
        self.owner = owner
        self.name = name
    }

    /// - Throws: ``Refusal`` `invalidArgument` when it is not an id.
    init(parsing text: String, argument: String) throws {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw Refusal(.invalidArgument, "argument '\(argument)': expected OWNER/NAME with one slash") }
        owner = try Name(parsing: String(parts[0]), argument: argument).text
        name = String(parts[1])
        guard (1...100).contains(name.utf8.count) else { throw Refusal(.invalidArgument, "argument '\(argument)': expected OWNER/NAME") }
    }

    /// The id of an object whose members are given.
    /// - Parameter organization: of the caller, for an object without an owner.
    init(of object: JSONObject, argument: String, or organization: String) throws {
        guard let name = object["name"]?.string, !name.isEmpty else {
            throw Refusal(.invalidArgument, "argument '\(argument)': expected an object with a name")
        }
        let owner = object["owner"]?.string.flatMap { $0.isEmpty ? Optional.none : $0 } ?? organization
        try self.init(parsing: "\(owner)/\(name)", argument: argument)
    }
}

/// The owner of the objects of a call.
enum ObjectOwner: Hashable, Sendable {
    /// Every organization, for operators.
    case everybody
    case organization(OrganizationID, Name)
    /// The owner of objects that belong to no organization.
    case server

    /// The organization; nil for every one.
    var organization: OrganizationID? {
        if case .organization(let id, _) = self { id } else { nil }
    }
}

extension ObjectCall {
    /// The organization that a call names. Another organization than the caller's is not found.
    /// - Throws: ``Refusal`` `notFound`.
    func organization(_ owner: String) async throws -> (id: OrganizationID, name: Name) {
        guard let own = caller.organization else { throw Refusal(.unauthorized, "Unauthorized operation") }
        let name = try Name(parsing: owner, argument: "owner")
        if owner == own.name { return (own.id, name) }
        guard caller.isOperator else { throw Self.missing(owner) }
        do {
            return (try await domains.organizations.find(name).id, name)
        } catch let error as IdentityError where error.code == .notFound {
            throw Self.missing(owner)
        }
    }

    /// The organization, or nil if the caller does not reach it.
    func reached(_ owner: String) async throws -> (id: OrganizationID, name: Name)? {
        do {
            return try await organization(owner)
        } catch let refusal as Refusal where refusal.code == .notFound {
            return nil
        }
    }

    /// The owner of the objects in a list; an empty one means all owners that the caller reaches.
    func owner(_ text: String) async throws -> ObjectOwner {
        if text.isEmpty {
            if caller.isOperator { return .everybody }
            guard let own = caller.organization else { throw Refusal(.unauthorized, "Unauthorized operation") }
            return .organization(own.id, try Name(parsing: own.name))
        }
        if text == Organizations.reservedOwner { return .server }
        let (id, name) = try await organization(text)
        return .organization(id, name)
    }

    private static func missing(_ owner: String) -> Refusal { Refusal(.notFound, "The organization: \(owner) does not exist") }
}
