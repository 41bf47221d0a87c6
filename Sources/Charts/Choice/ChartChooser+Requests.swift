extension ChartChooser {
    /// Rule 1: the requested kind, if the result has the columns for it; otherwise nil.
    func plan(as kind: ChartKind, instead plan: ChartPlan) -> ChartPlan? {
        switch kind {
        case .table: return table
        case .kpi: return nil  // One row is a KPI by its shape; several rows cannot be one.
        case .scatter: return measures.count >= 2 && data.rows.count >= 2 ? scatter() : nil
        case .heatMap: return heatMap()
        case .pie, .donut: return slices(kind)
        case .column, .bar, .line, .area: return axes(kind, plan)
        }
    }

    private func heatMap() -> ChartPlan? {
        let dimensions = times + categories
        guard dimensions.count == 2, measures.count == 1, data.isUnique(dimensions) else { return nil }
        guard dimensions.allSatisfy({ data.profiles[$0].distinctCount <= Self.maxHeatMap }) else { return nil }
        return ChartPlan(kind: .heatMap, x: dimensions[0], measures: measures, series: dimensions[1])
    }

    private func slices(_ kind: ChartKind) -> ChartPlan? {
        let dimensions = times + categories
        guard dimensions.count == 1, measures.count == 1, data.rows.count <= 12 else { return nil }
        guard data.profiles[dimensions[0]].isUnique, isWhole(measures[0]) else { return nil }
        return ChartPlan(kind: kind, x: dimensions[0], measures: measures)
    }

    private func axes(_ kind: ChartKind, _ plan: ChartPlan) -> ChartPlan? {
        var changed = plan
        if plan.kind == .kpi || plan.kind == .heatMap {
            let dimensions = times + categories
            guard let x = dimensions.first, plan.kind == .heatMap || measures.count == 1 else { return nil }
            let series = plan.kind == .heatMap ? dimensions.last : nil
            guard series.map({ data.profiles[$0].distinctCount <= Self.maxSeries }) ?? true else { return nil }
            changed = ChartPlan(kind: kind, arrangement: series == nil ? .single : .grouped, x: x, measures: measures, series: series)
        }
        guard [.column, .bar, .line, .area, .pie, .donut].contains(changed.kind) || changed.kind == kind else { return nil }
        changed.kind = kind
        guard changed.arrangement != .smallMultiples, changed.series != nil || changed.measures.count > 1 else { return changed }
        let canStack = changed.measures.allSatisfy { data.profiles[$0].isAdditive && !data.profiles[$0].isNegative }
        switch kind {
        case .line: changed.arrangement = .single
        case .area:
            guard canStack else { return nil }
            changed.arrangement = .stacked
        default: if changed.arrangement == .single { changed.arrangement = .grouped }
        }
        return changed
    }
}
