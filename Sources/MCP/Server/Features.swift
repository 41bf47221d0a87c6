public import JSON

/// The features of a server. A capability is advertised exactly when its feature is present.
public struct Features<Principal: Sendable>: Sendable {
    /// Tools to list and call.
    public var tools: (any ToolProvider<Principal>)?
    /// Resources to list, read and subscribe to.
    public var resources: (any ResourceProvider<Principal>)?
    /// Prompts to list and get.
    public var prompts: (any PromptProvider<Principal>)?
    /// Completions for arguments of prompts and templates.
    public var completions: (any CompletionProvider<Principal>)?
    /// Whether ``CallContext/log(_:_:logger:)`` sends messages to clients.
    public var logging: Bool
    /// Lists whose changes ``MCPServer/announce(_:)`` announces. Advertised only if the server can send notifications.
    public var announcedLists: Set<ChangeNotification.List>
    /// Further extensions and their settings, such as ``AppView/extensionName`` with ``AppView/settings``.
    public var extensions: JSONObject

    public init(
        tools: (any ToolProvider<Principal>)? = nil,
        resources: (any ResourceProvider<Principal>)? = nil,
        prompts: (any PromptProvider<Principal>)? = nil,
        completions: (any CompletionProvider<Principal>)? = nil,
        logging: Bool = false,
        announcedLists: Set<ChangeNotification.List> = [],
        extensions: JSONObject = JSONObject()
    ) {
        self.tools = tools
        self.resources = resources
        self.prompts = prompts
        self.completions = completions
        self.logging = logging
        self.announcedLists = announcedLists
        self.extensions = extensions
    }

    /// The capabilities to advertise, which depend on whether the server can send notifications and stores tasks.
    func advertised(sendsNotices: Bool, keepsTasks: Bool) -> ServerCapabilities {
        var extensions = extensions
        if keepsTasks, tools?.offersTasks == true { extensions[TaskRunner.extensionName] = [:] }
        return ServerCapabilities(
            tools: tools != nil, resources: resources != nil, subscriptions: sendsNotices && resources?.takesSubscriptions == true,
            prompts: prompts != nil, completions: completions != nil, logging: logging, announcedLists: sendsNotices ? announcedLists : [],
            extensions: extensions)
    }
}
