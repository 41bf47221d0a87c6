import Testing

/// Rules for every page: links are valid, each target has a README, and no page mentions the workshop.
@Suite("Pages")
struct PagesTests {
    @Test("Links lead to files")
    func links() throws {
        let pages = try Repository.files(under: "", withExtensions: ["md"])
        #expect(pages.count > 20)
        for page in pages {
            let folder = page.split(separator: "/").dropLast()
            for link in try Markdown(page).links {
                var path = Array(folder)
                for part in link.split(separator: "/") {
                    if part == ".." { path = path.dropLast() } else if part != "." { path.append(part) }
                }
                #expect(Repository.exists(path.joined(separator: "/")), "\(page) links to \(link)")
            }
        }
    }

    @Test(
        "Every target has a README with its purpose, three types to read first, and its imports",
        arguments: ImportTests.direct.keys.sorted())
    func readmes(target: String) throws {
        let text = try Repository.text("Sources/\(target)/README.md")
        let lines = text.split(separator: "\n")
        #expect(lines.first == "# \(target)")
        #expect(lines.dropFirst().first.map { $0.count > 60 } ?? false, "a first sentence that says what it is")
        let first = text.split(separator: "Read first", maxSplits: 1).dropFirst().first ?? ""
        #expect(first.matches(of: /`[\w\/+.()]+`/).count >= 3, "Read first: three types")
        #expect(text.contains(/(?i)(must not import|may import|imports)/), "what it must not import")
        #expect(lines.count <= 80, "one page")
    }

    @Test("Decisions are numbered and short")
    func decisions() throws {
        let pages = try Repository.files(under: "docs/adr", withExtensions: ["md"])
        #expect(pages.count >= 10)
        for (index, page) in pages.enumerated() {
            let text = try Repository.text(page)
            #expect(text.hasPrefix("# \(index + 1). "), "\(page)")
            for part in ["**Context.**", "**Decision.**", "**Consequence.**"] { #expect(text.contains(part), "\(page): \(part)") }
            #expect(text.split(separator: "\n").count < 60, "\(page)")
        }
    }

    /// Words that belong to no product; made of two parts each, so that this file holds none of them.
    static let foreign = [
        ("sub", "agent"), ("/wo", "rk/"), ("/opt/", "swift-packages"), ("DEVELOPERS", ".md"), ("Claude ", "wrote"), ("written by ", "Claude"),
        ("as an ", "AI"), ("issues ", "show"), ("/tmp/", "wt"), ("Co-Authored", "-By"),
    ].map { $0 + $1 }

    @Test("Nothing tells of the workshop")
    func words() throws {
        let files =
            try Repository.files(under: "", withExtensions: ["md", "swift", "py", "sh", "toml", "txt", "yml", "json"])
            + Repository.files(under: "scripts", withExtensions: [""]) + ["Makefile", ".gitignore"]
        #expect(files.count > 300)
        for file in files {
            let text = try Repository.text(file)
            for word in Self.foreign { #expect(!text.holds(word), "\(file) holds '\(word)'") }
        }
    }
}
