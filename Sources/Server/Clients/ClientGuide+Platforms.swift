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
            remark: "MaxKB sends fixed headers only: give it a key with the scopes that its users may have together.")
    }
}
