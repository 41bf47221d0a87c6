package import Access

/// Who may call a tool, and the effect of a call. No part has a default, so that a tool that omits one does not compile.
struct ToolAccess: Sendable {
    /// The package of tools that it belongs to.
    let package: PackageName
    /// The required scopes.
    let scope: ToolScope
    /// The callers that may run it, in addition to the scope.
    let audience: ToolPermit.Audience
    /// The strongest effect that a call can have.
    let effect: ToolEffect
    let secrets: ToolSecrets

    init(_ package: PackageName, scope: ToolScope, audience: ToolPermit.Audience, effect: ToolEffect, secrets: ToolSecrets) {
        self.package = package
        self.scope = scope
        self.audience = audience
        self.effect = effect
        self.secrets = secrets
    }
}

/// Whether a call changes anything. A writing call is audited before it runs, and refused in demo mode.
package enum ToolEffect: Hashable, Sendable {
    case reads, writes
}

/// The secrets in a call.
enum ToolSecrets: Hashable, Sendable {
    case none
    /// The result can contain a secret that is shown once.
    case shown
    /// An argument, or a member of one, sets a secret.
    case set
    case shownAndSet
}

/// The scope that the credential of a call needs.
package enum ToolScope: Sendable {
    case one(Scope)
    /// Any scope that gives access to a tool, for tools that concern only the caller itself.
    case any
    /// The scope that belongs to the value of one argument.
    case byValue(of: String, [Choice])

    /// A value of an argument, with the scope that it needs.
    package struct Choice: Hashable, Sendable {
        package let value: String
        package let scope: Scope
        package let effect: ToolEffect
        /// Whether such a call can destroy something.
        package let destroys: Bool

        package init(value: String, scope: Scope, effect: ToolEffect, destroys: Bool = false) {
            self.value = value
            self.scope = scope
            self.effect = effect
            self.destroys = destroys
        }
    }
}
