import Access
import Store
import Testing

@Suite("The choke point")
struct AuthorizerTests {
    static let home = OrganizationRef(id: OrganizationID(7), name: "home")
    static let workspace = WorkspaceRef(id: WorkspaceID(1), name: "main", organization: OrganizationID(7))

    static func caller(
        scopes: ScopeSet = .all, roles: [String] = [], isOperator: Bool = false, isOrganizationAdministrator: Bool = false,
        organization: OrganizationRef = home
    ) -> Caller {
        Caller(
            kind: .apiKey(APIKeyID(1)), organization: organization, user: UserRef(id: UserID(3), name: "ann"), workspace: workspace, roles: roles,
            scopes: scopes, isOperator: isOperator, isOrganizationAdministrator: isOrganizationAdministrator
        )
    }

    static func permit(_ audience: ToolPermit.Audience, scopes: [Scope] = [.read(.record), .write(.record)]) -> ToolPermit {
        ToolPermit(name: "tool", package: .users, scopes: scopes, audience: audience)
    }

    func refusal(_ permit: ToolPermit, _ scope: Scope, _ caller: Caller, _ packages: PackageSelection = .standard) -> Refusal.Code? {
        do {
            let grant = try Authorizer.authorize(permit, scope: scope, for: caller, in: packages)
            #expect(grant.caller == caller && grant.tool == "tool" && grant.scope == scope)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("Refusals come in the order of the contract")
    func order() {
        let none = PackageSelection([.acl])
        let narrow = ScopeSet([.read(.user)])
        let permit = Self.permit(.members)
        #expect(refusal(permit, .read(.record), .anonymous(in: Self.workspace), none) == .unauthorized)
        #expect(refusal(permit, .read(.record), Self.caller(scopes: narrow), none) == .unknownTool)
        #expect(refusal(permit, .read(.record), Self.caller(scopes: narrow)) == .insufficientScope)
        #expect(refusal(permit, .read(.record), Self.caller()) == .forbidden)
        #expect(refusal(permit, .read(.record), Self.caller(roles: ["reader"])) == nil)
    }

    @Test("A refusal names who could help; a role gives access only to the tools of a workspace")
    func whoHelps() {
        for (audience, words) in [
            (ToolPermit.Audience.members, "ask its administrator for a role"), (.membersAndAdministrators, "ask its administrator for a role"),
            (.workspaceAdministrators, "ask its administrator for a role"), (.organizationAdministrators, "administrators of an organization"),
            (.objectAdministrators, "administrators of an organization"), (.operators, "operators of this server"),
        ] {
            do {
                _ = try Authorizer.authorize(Self.permit(audience), scope: .read(.record), for: Self.caller(), in: .standard)
                Issue.record("allowed")
            } catch {
                #expect(error.code == .forbidden && error.reason.contains(words), "\(audience)")
            }
        }
    }

    @Test("Members and administrators of a workspace may list its members")
    func membersAndAdministrators() {
        let permit = Self.permit(.membersAndAdministrators)
        #expect(refusal(permit, .read(.record), Self.caller()) == .forbidden)
        #expect(refusal(permit, .read(.record), Self.caller(roles: ["reader"])) == nil)
        #expect(refusal(permit, .read(.record), Self.caller(isOrganizationAdministrator: true)) == nil)
        let elsewhere = OrganizationRef(id: OrganizationID(8), name: "elsewhere")
        #expect(refusal(permit, .read(.record), Self.caller(isOrganizationAdministrator: true, organization: elsewhere)) == .forbidden)
    }

    @Test("Reading does not include writing, nor writing reading")
    func scopesStandAlone() {
        let permit = Self.permit(.members)
        let reads = Self.caller(scopes: ScopeSet([.read(.record)]), roles: ["admin"])
        let writes = Self.caller(scopes: ScopeSet([.write(.record)]), roles: ["admin"])
        #expect(refusal(permit, .read(.record), reads) == nil && refusal(permit, .write(.record), reads) == .insufficientScope)
        #expect(refusal(permit, .write(.record), writes) == nil && refusal(permit, .read(.record), writes) == .insufficientScope)
    }

    @Test("A scope that the tool does not name is never enough")
    func foreignScope() {
        #expect(refusal(Self.permit(.anyone, scopes: [.read(.record)]), .write(.record), Self.caller()) == .insufficientScope)
    }

    @Test(
        "Audiences admit exactly the named callers",
        arguments: [
            (.anyone, [true, true, true, true, true]),
            (.members, [false, true, true, false, true]),
            (.workspaceAdministrators, [false, false, true, true, true]),
            (.organizationAdministrators, [false, false, false, true, true]),
            (.operators, [false, false, false, false, true]),
        ] as [(ToolPermit.Audience, [Bool])])
    func audiences(audience: ToolPermit.Audience, expected: [Bool]) {
        let callers = [
            Self.caller(), Self.caller(roles: ["reader"]), Self.caller(roles: ["admin"]), Self.caller(isOrganizationAdministrator: true),
            Self.caller(isOperator: true),
        ]
        for (caller, allowed) in zip(callers, expected) {
            #expect((refusal(Self.permit(audience), .read(.record), caller) == nil) == allowed)
        }
    }

    @Test("E05 An administrator of another organization has no rights in this workspace")
    func foreignAdministrator() {
        let other = OrganizationRef(id: OrganizationID(8), name: "other")
        let caller = Self.caller(isOrganizationAdministrator: true, organization: other)
        #expect(refusal(Self.permit(.workspaceAdministrators), .read(.record), caller) == .forbidden)
        #expect(refusal(Self.permit(.members), .read(.record), caller) == .forbidden)
    }

    @Test("E03 The listed tools are exactly the callable ones, for every caller, audience and selection")
    func listedMeansOffered() {
        let audiences: [ToolPermit.Audience] = [.anyone, .members, .workspaceAdministrators, .organizationAdministrators, .operators]
        let scopes: [ScopeSet] = [.none, ScopeSet([.read(.record)]), ScopeSet([.write(.record)]), .all]
        for audience in audiences {
            for held in scopes {
                for roles in [[], ["reader"], ["admin"]] {
                    for packages in [PackageSelection.standard, PackageSelection([.acl])] {
                        let permit = Self.permit(audience)
                        let caller = Self.caller(scopes: held, roles: roles)
                        let callable = permit.scopes.contains { refusal(permit, $0, caller, packages) == nil }
                        #expect(Authorizer.offers(permit, to: caller, in: packages) == callable)
                    }
                }
            }
        }
    }

    @Test("The anonymous may look, in the packages they chose")
    func anonymousDiscovery() {
        let nobody = Caller.anonymous(in: Self.workspace)
        #expect(Authorizer.offers(Self.permit(.operators), to: nobody, in: .standard))
        #expect(!Authorizer.offers(Self.permit(.operators), to: nobody, in: PackageSelection([.acl])))
    }
}
