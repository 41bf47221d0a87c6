import Access

/// A short title for a refusal in the client's language (`x-locale`): simplified Chinese for `zh-…`, otherwise English.
///
/// The message with the details is in English.
struct RefusalTitle: Sendable {
    let language: String
    let text: String

    /// - Parameter locale: for example `zh-CN`. Nil for none.
    init(_ code: Refusal.Code, locale: String?) {
        let isChinese = locale.map { $0.lowercased().hasPrefix("zh") } ?? false
        language = isChinese ? "zh-CN" : "en"
        text = isChinese ? Self.chinese(code) : Self.english(code)
    }

    private static func english(_ code: Refusal.Code) -> String {
        switch code {
        case .unauthorized: "Not signed in"
        case .unknownTool: "Not found"
        case .insufficientScope: "The credential is not for this"
        case .forbidden: "No permission"
        case .notFound: "Not found"
        case .demo: "For show only"
        case .declined: "Declined"
        case .invalidArgument: "Invalid input"
        case .conflict: "Conflict with what is there"
        case .limited: "Limit reached"
        case .sourceFailed: "The data source failed"
        case .workspaceStopped: "The workspace is stopped"
        }
    }

    private static func chinese(_ code: Refusal.Code) -> String {
        switch code {
        case .unauthorized: "未登录"
        case .unknownTool: "未找到"
        case .insufficientScope: "凭证权限范围不足"
        case .forbidden: "没有权限"
        case .notFound: "未找到"
        case .demo: "仅供演示"
        case .declined: "已拒绝"
        case .invalidArgument: "输入无效"
        case .conflict: "与现有数据冲突"
        case .limited: "超出限制"
        case .sourceFailed: "数据源出错"
        case .workspaceStopped: "工作空间已停止"
        }
    }
}
