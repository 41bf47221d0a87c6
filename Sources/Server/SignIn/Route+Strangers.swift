import Store

extension Route {
    /// The same route, where callers have yet to prove who they are: their calls of the store take turns, so that callers that are known are not held up.
    /// A person who is signed in is known on pages.
    func forStrangers(_ visitors: Visitors) -> Route {
        let isPage = isPage
        return Route(
            name, reach,
            handlers: handlers.mapValues { handler in
                { context in
                    if isPage, try await visitors.session(of: context) != nil { return try await handler(&context) }
                    return try await CallerAuthentication.stranger { try await handler(&context) }
                }
            })
    }
}
