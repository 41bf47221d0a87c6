/// Instructions for connecting a client to this server: its configuration, a check, and remedies for likely errors.
package struct ClientGuide: Sendable {
    /// One step: a location in the client's configuration, and the text to enter there.
    struct Step: Sendable {
        let words: String
        /// A command or the text of a file. Empty if the words are enough.
        let code: String
        /// `sh`, `json`, `toml`.
        let language: String

        init(_ words: String, _ code: String = "", _ language: String = "sh") {
            self.words = words
            self.code = code
            self.language = language
        }
    }

    /// The client's name in `gatehouse connect`.
    package let name: String
    package let title: String
    /// The steps for signing in as a person in the browser.
    let signIn: [Step]
    /// The steps for connecting with an API key, where there is no browser.
    let key: [Step]
    /// A peculiarity of this client.
    var remark: String?

    /// All guides for an endpoint.
    /// - Parameter url: the URL of the MCP endpoint, `https://gate.example.org/api/mcp`.
    package static func all(for url: String) -> [ClientGuide] {
        [claudeCode(url), codex(url), openCode(url), claudeDesktop(url), visualStudioCode(url), cursor(url), n8n(url), dify(url), maxKB(url)]
    }

    /// The guide as a section of a Markdown page.
    package var text: String {
        var out = "## \(title)\n"
        if let remark { out += "\n\(remark)\n" }
        if !signIn.isEmpty { out += "\n**Sign in as yourself**\n\n" + Self.text(signIn) }
        if !key.isEmpty { out += "\n**With a key**\n\n" + Self.text(key) }
        return out
    }

    private static func text(_ steps: [Step]) -> String {
        steps.enumerated().map { index, step in
            let number = steps.count > 1 ? "\(index + 1). " : ""
            guard !step.code.isEmpty else { return number + step.words + "\n" }
            return "\(number)\(step.words)\n\n```\(step.language)\n\(step.code)\n```\n"
        }.joined(separator: "\n")
    }

    /// A check without a client, and the meaning of its results.
    package static func check(_ url: String) -> String {
        """
        ## Check

        ```sh
        curl -s \(url) -H "Authorization: Bearer $GATEHOUSE_API_KEY" -H 'Content-Type: application/json' \\
          -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":{}}}'
        ```

        The response names the user, the workspace, the roles and the scopes. `gatehouse key create --user ORG/NAME` prints a key. If you have no key,
        `curl -s \(metadata(url))` must answer with JSON whose `resource` is the URL of the client.

        """
    }

    /// The three most likely errors.
    package static let errors = """
        ## Three likely errors

        1. **401 `Unauthorized`, or sign-in starts again and again.** The key is missing, wrong or expired, or the client uses another URL than the
           server: a token is valid for one endpoint only. Set `public_url` to the origin that clients use, enter the URL exactly as above, and sign in again.
           `gatehouse key list` shows when a key was last used.
        2. **403 `host_not_allowed` or `Host is not allowed`.** The client uses a host name that the server does not know. Set `public_url`, or add the name to
           `allowed_hosts`; for a page in a browser add its origin to `allowed_origins`.
        3. **Fewer tools than expected, or `insufficient_scope`.** The person did not allow all scopes at sign-in, the key lacks them, or the user has no role in the
           workspace. `whoami` shows scopes and roles; `gatehouse member add WORKSPACE ORG/NAME --role reader` gives a role.

        """

    /// The URL of the metadata document. The well-known segment comes between origin and path (RFC 9728 section 3.1).
    private static func metadata(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let slash = url[scheme.upperBound...].firstIndex(of: "/") ?? url.endIndex
        return url[..<slash] + "/.well-known/oauth-protected-resource" + url[slash...]
    }
}
