/// Instructions for an agent about one kind of work with this server: a folder with `SKILL.md`, in the format that agents read.
///
/// The folders of `skills/` hold the same texts. A test compares them, and checks every tool, argument and call that they name.
package struct Skill: Sendable {
    /// The name of the folder, and in the front matter.
    package let name: String
    /// When an agent should read it; one line.
    let description: String
    /// Markdown.
    let body: String

    package static let all = [connect, exploreData, ask, changeData, modelCollections, automate]

    /// The whole of `SKILL.md`.
    package var text: String { "---\nname: \(name)\ndescription: \(description)\n---\n\n\(body)\n" }
}
