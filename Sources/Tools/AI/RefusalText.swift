import Access
import Ask
import JSON

extension QuestionLanguage {
    /// The texts of refusals in all languages. Texts for a code contain the English reason as `%1`.
    enum RefusalText: Hashable, Sendable, CaseIterable {
        case unauthorized, unknownTool, insufficientScope, forbidden, notFound, demo, declined, invalidArgument, conflict, limited, sourceFailed
        case workspaceStopped
        // Texts of the question server itself.
        case unknownChat, unknownSource, noSource, noWorkspace, foreignWorkspace, nothingAsked, foreignRecord, unfitRecord, noneMatches, failed
        case emptyQuestion, longQuestion, unknownModel
    }

    func callAsFunction(_ text: RefusalText, _ values: String...) -> String { self(text, values) }

    func callAsFunction(_ text: RefusalText, _ values: [String]) -> String { Self.filled(row(text), values) }

    /// A refusal in this language; English refusals stay unchanged.
    func refusal(_ error: any Error) -> Refusal? {
        if let spoken = error as? SpokenRefusal { return spoken.refusal(in: self) }
        guard let refusal = Refusal(error), self != .english else { return Refusal(error) }
        return refusal.saying(self(Self.text(of: refusal.code), refusal.reason))
    }

    private static func text(of code: Refusal.Code) -> RefusalText {
        switch code {
        case .unauthorized: .unauthorized
        case .unknownTool: .unknownTool
        case .insufficientScope: .insufficientScope
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .demo: .demo
        case .declined: .declined
        case .invalidArgument: .invalidArgument
        case .conflict: .conflict
        case .limited: .limited
        case .sourceFailed: .sourceFailed
        case .workspaceStopped: .workspaceStopped
        }
    }

    private func row(_ text: RefusalText) -> String {
        let (simplified, traditional, english, korean) = Self.row(text)
        return switch self {
        case .simplifiedChinese: simplified
        case .traditionalChinese: traditional
        case .english: english
        case .korean: korean
        }
    }

    // A table: a text for each language.
    // swift-format-ignore
    private static func row(_ text: RefusalText) -> (String, String, String, String) {
        switch text {
        case .unauthorized: ("未登录：%1", "未登入：%1", "not signed in: %1", "로그인하지 않았습니다: %1")
        case .unknownTool: ("没有此操作：%1", "沒有此操作：%1", "no such operation: %1", "없는 작업입니다: %1")
        case .insufficientScope: ("凭证权限范围不足：%1", "憑證權限範圍不足：%1", "the credential is not for this: %1", "자격 증명의 범위가 부족합니다: %1")
        case .forbidden: ("没有权限：%1", "沒有權限：%1", "no permission: %1", "권한이 없습니다: %1")
        case .notFound: ("未找到：%1", "找不到：%1", "not found: %1", "찾을 수 없습니다: %1")
        case .demo: ("仅供演示：%1", "僅供展示：%1", "for show only: %1", "시연용 서버입니다: %1")
        case .declined: ("已拒绝：%1", "已拒絕：%1", "declined: %1", "거절되었습니다: %1")
        case .invalidArgument: ("输入无效：%1", "輸入無效：%1", "invalid input: %1", "입력이 올바르지 않습니다: %1")
        case .conflict: ("与现有数据冲突：%1", "與現有資料衝突：%1", "conflict with what is there: %1", "기존 데이터와 충돌합니다: %1")
        case .limited: ("超出限制：%1", "超出限制：%1", "limit reached: %1", "한도를 넘었습니다: %1")
        case .sourceFailed: ("数据源出错：%1", "資料來源出錯：%1", "the data source failed: %1", "데이터 소스에 오류가 있습니다: %1")
        case .workspaceStopped: ("工作空间已停止：%1", "工作空間已停止：%1", "the workspace is stopped: %1", "작업 공간이 중지되었습니다: %1")
        case .unknownChat: ("未找到 ID 为 %1 的对话", "找不到 ID 為 %1 的對話", "Chat with id %1 not found", "ID가 %1인 대화를 찾을 수 없습니다")
        case .unknownSource:
            ("ID 为 %1 的数据源不属于当前工作空间", "ID 為 %1 的資料來源不屬於目前的工作空間",
             "Datasource with id %1 does not belong to current workspace", "ID가 %1인 데이터 소스는 현재 작업 공간에 속하지 않습니다")
        case .noSource:
            ("没有可用的数据源", "沒有可用的資料來源", "No available datasource configuration found", "사용할 수 있는 데이터 소스가 없습니다")
        case .noWorkspace:
            ("没有关联的工作空间，请联系管理员", "沒有關聯的工作空間，請聯絡管理員", "No associated workspace, Please contact the administrator",
             "연결된 작업 공간이 없습니다. 관리자에게 문의하세요")
        case .foreignWorkspace:
            ("当前用户不在所选的工作空间中", "目前的使用者不在所選的工作空間中", "The current user is not in the selected workspace",
             "현재 사용자는 선택한 작업 공간에 속하지 않습니다")
        case .nothingAsked: ("您还没有提问", "您還沒有提問", "You have not ask any question", "아직 질문하지 않았습니다")
        case .foreignRecord:
            ("记录 %1 不属于此对话", "記錄 %1 不屬於此對話", "Record id: %1 does not belong to this chat", "기록 %1은(는) 이 대화에 속하지 않습니다")
        case .unfitRecord:
            ("记录 %1 不支持此操作", "記錄 %1 不支援此操作", "Record id: %1 does not support this operation", "기록 %1은(는) 이 작업을 지원하지 않습니다")
        case .noneMatches:
            ("没有与问题匹配的数据源，可选：%1", "沒有與問題相符的資料來源，可選：%1", "No data source fits the question; there are: %1",
             "질문에 맞는 데이터 소스가 없습니다. 선택할 수 있는 소스: %1")
        case .emptyQuestion:
            ("输入无效：question: 请用文字提出问题", "輸入無效：question: 請用文字提出問題", "question: expected a question in words",
             "입력이 올바르지 않습니다: question: 질문을 글로 적어 주세요")
        case .longQuestion:
            ("输入无效：question: 至多 %1 个字符，实际 %2 个", "輸入無效：question: 至多 %1 個字元，實際 %2 個",
             "question: at most %1 characters, found %2", "입력이 올바르지 않습니다: question: 최대 %1자이며 %2자가 입력되었습니다")
        case .unknownModel:
            ("此工作空间没有模型“%1”；可用的模型见 get_model_list", "此工作空間沒有模型「%1」；可用的模型見 get_model_list",
             "no model '%1' in this workspace; get_model_list names them", "이 작업 공간에는 모델 '%1'이(가) 없습니다. get_model_list에서 확인하세요")
        case .failed: ("无法回答这个问题", "無法回答這個問題", "the question could not be answered", "질문에 답할 수 없습니다")
        }
    }
}

/// A refusal of the question server, before its language is chosen.
struct SpokenRefusal: Error, Hashable {
    let code: Refusal.Code
    let text: QuestionLanguage.RefusalText
    let values: [String]

    init(_ code: Refusal.Code, _ text: QuestionLanguage.RefusalText, _ values: String...) {
        (self.code, self.text, self.values) = (code, text, values)
    }

    func refusal(in language: QuestionLanguage) -> Refusal { Refusal(code, language(text, values)) }
}
