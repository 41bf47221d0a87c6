package import Access
package import JSON
package import Store

/// When a schedule starts its workflow: `{"repeat":"0 9 * * 1-5","timezone":"Europe/Vienna","startsOn":…,"endsOn":…}`.
package struct ScheduleRule: Sendable {
    /// Nil for once, at ``start``.
    private let expression: CronExpression?
    private let zone: ZoneRules
    private let start: Timestamp?
    private let end: Timestamp?

    /// - Throws: ``Refusal`` `invalidArgument`.
    package init(_ config: JSONObject) throws(Refusal) {
        try WorkflowReader.checkMembers(.object(config), of: ["mode", "repeat", "cron", "timezone", "startsOn", "endsOn"], "config")
        guard config["mode"].map({ $0 == 0 }) ?? true else {
            throw Refusal(.invalidArgument, "config.mode: expected 0 (moments of the calendar); fields of rows are no schedule here")
        }
        zone = try ZoneRules(named: config["timezone"]?.string ?? "UTC", argument: "config.timezone")
        start = try Self.time(config["startsOn"], "config.startsOn")
        end = try Self.time(config["endsOn"], "config.endsOn")
        let given = config["repeat"] ?? config["cron"] ?? .null
        guard given.isNull || given.string != nil else {
            throw Refusal(.invalidArgument, "config.repeat: expected a cron expression, such as 0 9 * * 1-5")
        }
        if let text = given.string {
            expression = try CronExpression(text, argument: "config.repeat")
        } else {
            expression = nil
        }
        guard expression != nil || start != nil else {
            throw Refusal(.invalidArgument, "config: expected repeat (minute hour day month weekday, such as 0 9 * * 1-5) or startsOn, for once")
        }
        if expression?.next(after: .now, in: zone) == nil, expression != nil {
            throw Refusal(.invalidArgument, "config.repeat: there is no such day")
        }
    }

    /// The first moment after `time`; nil when there is none left.
    package func next(after time: Timestamp) -> Timestamp? {
        guard let expression else { return start.flatMap { $0 > time ? $0 : nil } }
        let begin = start.map { max(time, $0 - .microseconds(1)) } ?? time
        guard let next = expression.next(after: begin, in: zone) else { return nil }
        return end.map { next <= $0 } ?? true ? next : nil
    }

    private static func time(_ json: JSONValue?, _ argument: String) throws(Refusal) -> Timestamp? {
        guard let json, !json.isNull else { return nil }
        guard let time = json.string.flatMap({ Timestamp(rfc3339: $0) }) else {
            throw Refusal(.invalidArgument, "\(argument): expected a time with a zone, such as 2026-06-30T17:05:00Z")
        }
        return time
    }
}
