extension ClientGuide {
    static func claudeCode(_ url: String) -> ClientGuide {
        ClientGuide(
            name: "claude-code", title: "Claude Code",
            signIn: [
                Step("Add the server:", "claude mcp add --transport http gatehouse \(url)"),
                Step("Inside Claude Code type `/mcp`, choose `gatehouse`, then *Authenticate*. The browser asks what it may do."),
            ],
            key: [
                Step(
                    "The key comes from the environment of the shell:",
                    "claude mcp add --transport http gatehouse \(url) --header \"Authorization: Bearer $GATEHOUSE_API_KEY\"")
            ],
            remark: "To choose packages, add `--header \"x-mcp-packages: plugin-data-source-main,plugin-data-source-manager\"`.")
    }

    static func codex(_ url: String) -> ClientGuide {
        ClientGuide(
            name: "codex", title: "Codex",
            signIn: [
                Step("Add the server:", "codex mcp add gatehouse --url \(url)"),
                Step("Sign in:", "codex mcp login gatehouse --scopes mcp,offline_access"),
            ],
            key: [
                Step(
                    "Codex reads the key from the environment variable each time it starts:",
                    "codex mcp add gatehouse --url \(url) --bearer-token-env-var GATEHOUSE_API_KEY")
            ])
    }

    static func openCode(_ url: String) -> ClientGuide {
        let file = """
            {
              "$schema": "https://opencode.ai/config.json",
              "mcp": {
                "gatehouse": {
                  "type": "remote",
                  "url": "\(url)",
                  "enabled": true
                }
              }
            }
            """
        let withKey = file.replacing(
            "\"enabled\": true", with: "\"enabled\": true,\n      \"headers\": { \"Authorization\": \"Bearer {env:GATEHOUSE_API_KEY}\" }")
        return ClientGuide(
            name: "opencode", title: "OpenCode",
            signIn: [Step("`opencode.json`:", file, "json"), Step("Sign in:", "opencode mcp auth gatehouse")],
            key: [Step("`opencode.json`:", withKey, "json")],
            remark: "`opencode mcp debug gatehouse` shows what went wrong.")
    }

    static func claudeDesktop(_ url: String) -> ClientGuide {
        let file = """
            {
              "mcpServers": {
                "gatehouse": {
                  "command": "gatehouse",
                  "args": ["stdio", "--url", "\(url)"],
                  "env": { "GATEHOUSE_API_KEY": "gths_…" }
                }
              }
            }
            """
        return ClientGuide(
            name: "claude-desktop", title: "Claude Desktop",
            signIn: [
                Step("*Settings*, *Connectors*, *Add custom connector*: name `Gatehouse`, URL:", url, "text"),
                Step("*Connect*, then sign in and choose the scopes in the browser."),
            ],
            key: [
                Step(
                    "`claude_desktop_config.json` (*Settings*, *Developer*, *Edit Config*). The program `gatehouse` on this machine relays the messages:",
                    file, "json")
            ],
            remark: """
                Custom connectors are called from Anthropic's servers: the URL must be https and reachable from the internet. For a server that is not, \
                take the way with a key.
                """)
    }

    static func visualStudioCode(_ url: String) -> ClientGuide {
        let file = """
            {
              "servers": {
                "gatehouse": { "type": "http", "url": "\(url)" }
              }
            }
            """
        let withKey = """
            {
              "inputs": [{ "type": "promptString", "id": "gatehouse-key", "description": "Gatehouse API key", "password": true }],
              "servers": {
                "gatehouse": {
                  "type": "http",
                  "url": "\(url)",
                  "headers": { "Authorization": "Bearer ${input:gatehouse-key}" }
                }
              }
            }
            """
        return ClientGuide(
            name: "vscode", title: "Visual Studio Code",
            signIn: [Step("`.vscode/mcp.json`:", file, "json"), Step("*Start* above the entry; VS Code asks before it opens the browser.")],
            key: [Step("`.vscode/mcp.json`; VS Code asks for the key once and keeps it:", withKey, "json")])
    }

    static func cursor(_ url: String) -> ClientGuide {
        let file = """
            {
              "mcpServers": {
                "gatehouse": { "url": "\(url)" }
              }
            }
            """
        let withKey = """
            {
              "mcpServers": {
                "gatehouse": {
                  "url": "\(url)",
                  "headers": { "Authorization": "Bearer ${env:GATEHOUSE_API_KEY}" }
                }
              }
            }
            """
        return ClientGuide(
            name: "cursor", title: "Cursor",
            signIn: [Step("`.cursor/mcp.json`:", file, "json"), Step("*Settings*, *MCP*: *Needs login* beside `gatehouse`.")],
            key: [Step("`.cursor/mcp.json`:", withKey, "json")])
    }
}
