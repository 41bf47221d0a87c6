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

            It tells the user, the workspace, the roles and the scopes of the credential. Tools that these do not open are not listed.

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
            - `not_found`: there is no such object, or you may not know of it.
            - `invalid_argument`: the message names the argument and what was expected. Correct it and call again.
            - `limited`: a limit is reached. Ask for less, or later.
            """)
}
