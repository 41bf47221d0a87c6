extension Skill {
    static let automate = Skill(
        name: "gatehouse-automate",
        description: "Make a Gatehouse server do work by itself with workflows that are started by changed rows, schedules, webhooks or calls.",
        body: """
            # Automate with workflows

            You need to administer the workspace. Agree with the person on what starts the work, what it does, and as which role it runs: the role \
            with the fewest rights that suffice.

            1. Read the fields of every collection that the work touches:

               ```json
               {"name": "collections_get", "arguments": {"filterByTk": "orders"}}
               ```

            2. Make the workflow, not enabled yet. `config` belongs to the trigger, `nodes` run in order:

               ```json
               {"name": "workflows_apply", "arguments": {"title": "Large orders", "type": "collection", "role": "clerk",
                 "config": {"collection": "orders", "mode": 3, "condition": {"total": {"$gt": 1000}}},
                 "nodes": [
                   {"type": "approval", "key": "ok", "config": {"message": "Release order {{$context.data.id}}?"}},
                   {"type": "update", "config": {"collection": "orders", "params": {"filterByTk": "{{$context.data.id}}", "values": {"status": "released"}}}}]}}
               ```

               `mode` is the sum of 1 (created), 2 (updated) and 4 (deleted). An error names the member that is wrong. Repeating the call changes nothing.

            3. A schedule has a cron expression and a zone:

               ```json
               {"name": "workflows_apply", "arguments": {"title": "Morning list", "type": "schedule",
                 "config": {"repeat": "0 7 * * 1-5", "timezone": "Europe/Vienna"},
                 "nodes": [{"type": "query", "key": "open", "config": {"collection": "orders", "multiple": true, "params": {"filter": {"status": "open"}}}}]}}
               ```

            4. Try it, and read what each node did:

               ```json
               {"name": "workflows_execute", "arguments": {"filterByTk": 1, "values": {"data": {"id": 7, "total": 1200}}}}
               ```

               ```json
               {"name": "executions_get", "arguments": {"filterByTk": 1}}
               ```

               This changes rows like any other run. `status` is 1 after success, 0 while it runs or waits, and negative with a `reason` otherwise.

            5. Enable it once the person agrees:

               ```json
               {"name": "workflows_apply", "arguments": {"title": "Large orders", "enabled": true}}
               ```

            6. Approve or reject what waits for a person only as that person told you:

               ```json
               {"name": "executions_list", "arguments": {"state": "waiting"}}
               ```

               ```json
               {"name": "executions_act", "arguments": {"filterByTk": 1, "action": "approve", "comment": "agreed by phone"}}
               ```

            `status` -6 means that the server stopped while a node worked outside of the server's database. `retry` runs the node again: check first whether its work was done.
            """)
}
