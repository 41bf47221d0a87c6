import Foundation

/// Instructions for an agent about one kind of work with this server: a folder with a `SKILL.md` in the format that agents read.
///
/// The folders in `skills/` contain the same texts. A test compares them, and checks every tool, argument and call that they mention.
package struct Skill: Sendable {
    /// The name of the folder, which the front matter repeats.
    package let name: String
    /// Tells an agent when to read the skill. One line.
    let description: String
    /// The body in Markdown.
    let body: String

    package static let all = [connect, exploreData, ask, changeData, modelCollections, automate]

    /// The full text of `SKILL.md`.
    package var text: String { "---\nname: \(name)\ndescription: \(description)\n---\n\n\(body)\n" }
}

extension Skill {
    /// Writes every skill to `FOLDER/NAME/SKILL.md`, and replaces an existing file.
    /// - Returns: the paths of the files, in the order of ``all``.
    @discardableResult
    package static func write(to folder: String) throws -> [String] {
        try all.map { skill in
            let directory = URL(fileURLWithPath: folder).appending(path: skill.name)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let file = directory.appending(path: "SKILL.md")
            try Data(skill.text.utf8).write(to: file, options: .atomic)
            return file.path
        }
    }
}

extension Skill {
    static let ask = Skill(
        name: "gatehouse-ask",
        description: "Answer a question in plain language from the databases of a Gatehouse server, with the SQL that was run.",
        body: """
            # Ask a question

            ```json
            {"name": "ask_question", "arguments": {"question": "revenue per month in 2024", "dataSource": "main", "maxRows": 100}}
            ```

            Read `status` of the result first:

            - `answered`: show the rows, the SQL, and `interpretation`, which says how the question was understood. Mention `assumptions` and `unused` words.
            - `needs_clarification`: let the person choose one of `options`, and ask again with it.
            - `declined`: nothing was guessed. `context` names tables, joins and values that fit; write the SELECT from them and run it:

              ```json
              {"name": "run_sql", "arguments": {"sql": "SELECT count(*) FROM orders", "dataSource": "main"}}
              ```

            Ask one question at a time, with the names that the data has: "orders per store in 2024" rather than "how are we doing". Look at \
            `collections_list` and `collections_get` when you do not know the names.
            """)
}

extension Skill {
    static let connect = Skill(
        name: "gatehouse-connect",
        description: "Connect to a Gatehouse MCP server, find out who you are there and what you may do, and read its refusals.",
        body: """
            # Connect to Gatehouse

            The endpoint of the main workspace is `/api/mcp`, that of another one `/api/__app/NAME/mcp`. `gatehouse connect CLIENT` prints the configuration of a \
            client. Sign in as a person by OAuth, or send an API key as bearer token.

            ## First call

            ```json
            {"name": "whoami", "arguments": {}}
            ```

            It returns the user, the workspace, the roles and the scopes of the credential. Tools that you may not use are not listed.

            ## Fewer tools

            The header `x-mcp-packages`, or `?packages=` in the URL, chooses packages of tools. `@gatehouse/facade` gives three tools in place of all others:

            1. `tools_search` finds tools for a task:

               ```json
               {"name": "tools_search", "arguments": {"query": "list rows", "limit": 5}}
               ```

            2. `tools_describe` gives their arguments:

               ```json
               {"name": "tools_describe", "arguments": {"names": ["crud"]}}
               ```

            3. `tools_call` runs one:

               ```json
               {"name": "tools_call", "arguments": {"name": "crud", "arguments": {"resource": "orders", "action": "list"}}}
               ```

            ## Refusals

            - HTTP 401: there is no credential, or a bad one. Sign in again.
            - HTTP 403 `insufficient_scope`: the credential lacks the scope that the error names. Ask the person for more.
            - A result with `isError` and the code `forbidden`: a role or rule does not allow it. Do not try again; tell the person what was refused.
            - `not_found`: there is no such object, or you may not see it.
            - `invalid_argument`: the message names the argument and what was expected. Correct it and call again.
            - `limited`: a limit is reached. Ask for less, or try again later.
            """)
}
