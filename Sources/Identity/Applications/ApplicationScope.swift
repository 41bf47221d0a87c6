import JSON

/// One scope of an application, with the words that a person reads beside it.
package struct ApplicationScope: Hashable, Sendable {
    package let name: String
    package let displayName: String
    package let description: String

    package init(name: String, displayName: String = "", description: String = "") {
        self.name = name
        self.displayName = displayName
        self.description = description
    }

    init?(stored value: JSONValue) {
        guard let name = value["name"]?.string else { return nil }
        self.init(name: name, displayName: value["displayName"]?.string ?? "", description: value["description"]?.string ?? "")
    }

    var stored: JSONValue { ["name": .string(name), "displayName": .string(displayName), "description": .string(description)] }
}
