/// What a member of a workspace is.
package enum MemberKind: String, Hashable, Sendable, CaseIterable { case user, application }
