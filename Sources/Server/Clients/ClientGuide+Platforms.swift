extension ClientGuide {
    static func n8n(_ url: String) -> ClientGuide {
        ClientGuide(
            name: "n8n", title: "n8n",
            signIn: [
                Step("In an *MCP Client Tool* node: *Server Transport* `HTTP Streamable`, *Authentication* `MCP OAuth2`, *Endpoint*:", url, "text"),
                Step("Make the credential with *Use Dynamic Client Registration*, then *Connect my account*."),
            ],
            key: [
                Step("In the same node: *Authentication* `Bearer Auth`, with the key as its token. *Endpoint*:", url, "text")
            ])
    }

    static func dify(_ url: String) -> ClientGuide {
        ClientGuide(
            name: "dify", title: "Dify",
            signIn: [
                Step("*Tools*, *MCP*, *Add MCP Server (HTTP)*: name `Gatehouse`, identifier `gatehouse`, *Server URL*:", url, "text"),
                Step("Leave *Dynamic Client Registration* on; *Authorize* opens the browser."),
            ],
            key: [
                Step("The same form, with a header:", "Authorization: Bearer gths_…", "text")
            ],
            remark:
                "Dify runs in a container: `127.0.0.1` is the container itself. Give the server an address that Dify reaches, and name it in `public_url`."
        )
    }

    static func maxKB(_ url: String) -> ClientGuide {
        let file = """
            {
              "gatehouse": {
                "url": "\(url)",
                "transport": "streamable_http",
                "headers": { "Authorization": "Bearer gths_…" }
              }
            }
            """
        return ClientGuide(
            name: "maxkb", title: "MaxKB", signIn: [],
            key: [Step("*Tools*, *Add*, *MCP*, or the MCP setting of a chat node:", file, "json")],
            remark: "MaxKB sends the same headers for all of its users: give it a key with the scopes that every one of them may have.")
    }
}

extension ClientGuide {
    /// The guides for clients of the question server.
    /// - Parameter url: the URL of its MCP endpoint, `https://gate.example.org:8001/mcp`.
    package static func questions(at url: String) -> [ClientGuide] {
        [questionsClaudeDesktop(url), questionsN8n(url), questionsDify(url), questionsMaxKB(url)]
    }

    private static func questionsClaudeDesktop(_ url: String) -> ClientGuide {
        let file = """
            {
              "mcpServers": {
                "gatehouse-questions": {
                  "command": "gatehouse",
                  "args": ["stdio", "--url", "\(url)"],
                  "env": { "GATEHOUSE_API_KEY": "gths_…" }
                }
              }
            }
            """
        return ClientGuide(
            name: "claude-desktop", title: "Claude Desktop", signIn: [],
            key: [
                Step(
                    "`claude_desktop_config.json` (*Settings*, *Developer*, *Edit Config*). The program `gatehouse` on this machine relays the messages:",
                    file, "json"),
                Step("Restart Claude Desktop. The tools `mcp_start`, `mcp_question` and four more are in the tool picker."),
                Step("Ask: *Start a chat with mcp_start, then ask it with mcp_question how many orders there were per month in 2024.*"),
            ],
            remark:
                "The key needs the scope `ask`. With a key, `mcp_start` needs no name and password, so that no password appears in a conversation.")
    }

    private static func questionsN8n(_ url: String) -> ClientGuide {
        let body = """
            {
              "chat_id": {{ $json.chat_id }},
              "question": "{{ $json.question }}",
              "lang": "en",
              "stream": false
            }
            """
        return ClientGuide(
            name: "n8n", title: "n8n", signIn: [],
            key: [
                Step(
                    "For an agent, in an *MCP Client Tool* node: *Server Transport* `HTTP Streamable` (or `Server Sent Events`, at the same URL), "
                        + "*Authentication* `Bearer Auth` with the key as its token. *Endpoint*:", url, "text"),
                Step(
                    "Without an agent, in an *HTTP Request* node: *Method* `POST`, *Authentication* `Bearer Auth`, an empty JSON body, and the *URL*:",
                    "\(url)/mcp_start", "text"),
                Step("In the next *HTTP Request* node, *URL*:", "\(url)/mcp_question", "text"),
                Step("With the JSON body:", body, "json"),
            ],
            remark:
                "`stream` must be false in an *HTTP Request* node. In the response, `data.data` has the rows and `image_url` the link to the chart.")
    }

    private static func questionsDify(_ url: String) -> ClientGuide {
        ClientGuide(
            name: "dify", title: "Dify", signIn: [],
            key: [
                Step(
                    "For an agent: *Tools*, *MCP*, *Add MCP Server (HTTP)*: name `Gatehouse questions`, identifier `gatehouse-questions`, *Server URL*:",
                    url,
                    "text"),
                Step("With the header:", "Authorization: Bearer gths_…", "text"),
                Step("In a workflow, two *HTTP Request* nodes: `POST` with the header above and the body `{}` to", "\(url)/mcp_start", "text"),
                Step("and `POST` with `{\"chat_id\": …, \"question\": …, \"lang\": \"en\", \"stream\": false}` to", "\(url)/mcp_question", "text"),
            ],
            remark:
                "Dify runs in a container: `127.0.0.1` is the container itself. Give the question server an address that Dify reaches, and name it in "
                + "`ask_public_url`. Flows that expect `{\"code\":0,\"data\":…}` find it at `/api/v1/mcp/NAME`.")
    }

    private static func questionsMaxKB(_ url: String) -> ClientGuide {
        let file = """
            {
              "gatehouse-questions": {
                "url": "\(url)",
                "transport": "streamable_http",
                "headers": { "Authorization": "Bearer gths_…" }
              }
            }
            """
        return ClientGuide(
            name: "maxkb", title: "MaxKB", signIn: [],
            key: [
                Step("*Tools*, *Add*, *MCP*, or the MCP setting of a chat node:", file, "json"),
                Step("Older releases support only `\"transport\": \"sse\"`, at the same URL."),
            ],
            remark:
                "MaxKB sends the same headers for all of its users: everybody asks with the rights of the key's user. Each `mcp_start` begins a chat."
        )
    }
}
