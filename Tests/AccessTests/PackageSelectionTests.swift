import Access
import Testing

@Suite("Packages that a request chooses")
struct PackageSelectionTests {
    @Test(
        "Header values choose packages",
        arguments: [
            (["plugin-users"], [PackageName.users]),
            (["@nocobase/server,plugin-workflow*,plugin-users"], [.server, .workflow, .users]),
            (["@gatehouse/server"], [.server]),
            (["*"], PackageName.allCases.filter { $0 != .facade }),
            (["@nocobase/*"], PackageName.allCases.filter { $0 != .facade }), (["facade*", "@gatehouse/f*"], []),
            (["plugin-data-source-*"], [.dataSourceMain, .dataSourceManager]),
            (["Plugin-Users", "plugin-*-users", "@acme/plugin-users", "nothing"], []),
            ([" plugin-acl ,, plugin-acl "], [.acl]),
            (["plugin-acl", "plugin-auth"], [.acl, .auth]),
        ] as [([String], [PackageName])])
    func choose(header: [String], expected: [PackageName]) {
        let selection = PackageSelection(parsing: header)
        for package in PackageName.allCases {
            #expect(selection.contains(package) == (package == .always || expected.contains(package)), "\(package)")
        }
    }

    @Test(
        "The facade replaces the selected packages, or the default ones, and hides them",
        arguments: [
            (["@gatehouse/facade"], [.always] + PackageName.standard), (["facade", "plugin-users"], [.always, .users]),
            (["@nocobase/facade,*"], PackageName.allCases.filter { $0 != .facade }),
        ] as [([String], [PackageName])])
    func facade(header: [String], expected: [PackageName]) {
        let selection = PackageSelection(parsing: header)
        #expect(PackageName.allCases.filter(selection.contains) == [.facade])
        #expect(PackageName.allCases.filter(selection.behindFacade.contains) == expected)
        #expect(!selection.behindFacade.hasFacade && selection != selection.behindFacade)
    }

    @Test("E02 An absent, empty or blank header chooses the nine of the page", arguments: [[], [""], [" , ,"], ["", ""]])
    func absent(header: [String]) {
        let selection = PackageSelection(parsing: header)
        #expect(PackageName.allCases.filter(selection.contains) == [.always] + PackageName.standard)
        #expect(!selection.contains(.server))
    }

    @Test("E01 Ten thousand names and invalid bytes reduce to the known packages within the limit")
    func hostile() {
        let names = (0..<10_000).map { "plugin-\($0)" }.joined(separator: ",")
        #expect(PackageSelection(parsing: ["plugin-acl," + names]).contains(.acl))
        #expect(!PackageSelection(parsing: [names + ",plugin-acl"]).contains(.acl), "what lies beyond the bound is ignored")
        #expect(!PackageSelection(parsing: ["plugin-acl\u{0}", "\u{FFFD}"]).contains(.acl))
    }
}
