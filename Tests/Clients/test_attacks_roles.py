"""Who acts with some of their roles, or sees some of the rows, under attack: workflows, notices and questions give and tell nothing more."""

import asyncio
import base64
import hashlib
import hmac
import json
import time

import httpx
import pytest

from attackers import ALL, Attackers
from calls import over_http
from conftest import Gatehouse
from events import comes, wait_for

READS = {"key": "q", "type": "query", "config": {"collection": "salaries", "params": {}}}
COPIES = {"key": "c", "type": "create", "config": {"collection": "notes", "params": {"values": {"word": "{{$jobsMapByNodeKey.q.word}}"}}}}


@pytest.fixture(scope="module")
def them(tmp_path_factory):
    """`ann` is a clerk, to whom `payroll` comes along: it alone opens `salaries`. Of customers she sees hers, of orders those of her customers."""
    house = Gatehouse(tmp_path_factory.mktemp("attacked"))
    them = Attackers(house)
    house.run("role", "add", "built-in/payroll")
    house.start("--ask-port", "0")
    them.done("admin", "update_role", {"id": "built-in/clerk", "role": {"snippets": ["pm.workflow.*"]}})
    them.done("admin", "update_role", {"id": "built-in/payroll", "role": {"roles": ["built-in/clerk"]}})
    text = [{"name": "word", "type": "string"}]
    customers = [{"name": "name", "type": "string"}, {"name": "tier", "type": "string"}, {"name": "owner", "type": "string"}]
    orders = [{"name": "status", "type": "string"}, {"name": "amount", "type": "integer"}, {"name": "customer", "type": "belongsTo", "target": "customers"}]
    for name, fields in {"salaries": text, "notes": text, "customers": customers, "orders": orders}.items():
        them.done("admin", "collections_apply", {"name": name, "fields": fields})
    assert "data" in them.crud("admin", "create", "salaries", values={"word": "secret"})
    for name, tier, owner in [("Alpine", "gold", "ann"), ("Zentauri", "obsidian", "bob")]:
        assert "data" in them.crud("admin", "create", "customers", values={"name": name, "tier": tier, "owner": owner})
    for customer, status in [(1, "paid"), (2, "embargoed")]:
        assert "data" in them.crud("admin", "create", "orders", values={"status": status, "amount": 5, "customerId": customer})
    house.run("rule", "set", "main", "payroll", "main", "salaries", "--actions", "view")
    house.run("rule", "set", "main", "clerk", "main", "notes", "--actions", ALL, "--filter", '{"id": {"$gt": 0}}')
    house.run("rule", "set", "main", "clerk", "main", "customers", "--actions", "view", "--filter", '{"owner": "ann"}', "--columns", "id,name,owner")
    house.run("rule", "set", "main", "clerk", "main", "orders", "--actions", "view", "--filter", '{"customer.owner": "ann"}')
    yield them
    assert house.stop() == 0


def test_E30_a_key_of_one_role_gains_nothing_by_a_workflow(them):
    """E30 Neither by one that it makes nor by one that its owner has made."""
    them.keys["narrow"] = them.house.key("--user", "built-in/ann", "--role", "clerk", "--workspace", "main")
    assert them.crud("ann", "list", "salaries")["meta"]["count"] == 1
    assert them.crud("narrow", "list", "salaries")["error"]["code"] == "not_found"
    before = them.state()
    for role in [{}, {"role": "clerk"}, {"role": "payroll"}]:
        order = {"title": "Copies", "type": "manual", "nodes": [READS, COPIES], **role}
        assert them.refused("narrow", "workflows_apply", order)[0] == "forbidden"
    made = them.done("ann", "workflows_apply", {"title": "Copies", "type": "manual", "role": "clerk", "nodes": [READS, COPIES]})["data"]["id"]
    assert them.refused("narrow", "workflows_execute", {"filterByTk": made})[0] == "forbidden"
    assert them.refused("narrow", "workflows_apply", {"filterByTk": made, "enabled": True, "type": "schedule", "config": {"repeat": "* * * * *"}})[0] == "forbidden"
    assert them.refused("rita", "workflows_execute", {"filterByTk": made}, workspace="rival")[0] == "not_found"
    assert them.state() == before


def test_G42_a_signed_message_is_no_other_message(them):
    """G42 What was signed with a number for its body is none with another id and time."""
    node = {"key": "c", "type": "create", "config": {"collection": "notes", "params": {"values": {"word": "by a hook"}}}}
    order = {"title": "Hook", "type": "webhook", "role": "admin", "enabled": True, "nodes": [node]}
    hook = them.done("admin", "workflows_apply", order)["data"]["webhook"]
    now = int(time.time())

    def post(name, at, body, signed):
        mac = hmac.new(base64.b64decode(hook["secret"][6:]), signed.encode(), hashlib.sha256).digest()
        headers = {"webhook-id": name, "webhook-timestamp": str(at), "webhook-signature": "v1," + base64.b64encode(mac).decode()}
        return httpx.post(them.house.url + hook["path"], content=body, headers=headers, timeout=60)

    first = post("m", now, f"{now}.25", f"m.{now}.{now}.25")
    assert first.status_code == 202
    assert post("m", now, f"{now}.25", f"m.{now}.{now}.25").json() == first.json()
    for name, at, body, signed in [
        (f"m.{now}", now, "25", f"m.{now}.{now}.25"), ("n", f"+{now}", "{}", f"n.+{now}.{{}}"), ("n", f"0{now}", "{}", f"n.0{now}.{{}}"),
        ("n", now - 400, "{}", f"n.{now - 400}.{{}}"), ("n", now, "{}", f"m.{now}.{{}}"),
    ]:
        assert post(name, at, body, signed).status_code == 401, (name, at, body)
    assert them.done("admin", "executions_list", {})["data"].__len__() == 1


def test_E30_what_a_role_brings_later_is_not_brought_to_a_workflow_that_a_key_of_less_has_made(them):
    """E30 Whoever acts with all roles brings it by applying the workflow once more."""
    house = them.house
    house.run("role", "add", "built-in/scribe")
    house.run("role", "add", "built-in/vault")
    them.done("admin", "update_role", {"id": "built-in/scribe", "role": {"snippets": ["pm.workflow.*"]}})
    house.run("rule", "set", "main", "scribe", "main", "notes", "--actions", ALL)
    house.run("rule", "set", "main", "scribe", "main", "salaries", "--actions", "view", "--filter", '{"word": "open"}')
    house.run("rule", "set", "main", "vault", "main", "salaries", "--actions", "view")
    house.run("user", "add", "built-in/sam", "--password-stdin", stdin="correct horse battery\n")
    house.run("member", "add", "main", "built-in/sam", "--role", "scribe")
    house.run("member", "add", "main", "built-in/sam", "--role", "vault")
    them.keys["sam"] = house.key("--user", "built-in/sam", "--workspace", "main")
    them.keys["scribe"] = house.key("--user", "built-in/sam", "--role", "scribe", "--workspace", "main")

    order = {"title": "Later", "type": "collection", "enabled": True, "role": "scribe", "nodes": [READS, COPIES]}
    order["config"] = {"collection": "notes", "mode": 1, "condition": {"word": "now"}}

    def copies(who):
        """How many secrets the workflow copies that `who` applies, once it runs."""
        made = them.done(who, "workflows_apply", order)["data"]["id"]
        if who == "scribe":
            them.done("admin", "update_role", {"id": "built-in/vault", "role": {"roles": ["built-in/scribe"]}})
        runs = len(executions(made))
        assert "data" in them.crud("scribe", "create", "notes", values={"word": "now"})
        wait_for("the end of the execution", lambda: len(executions(made)) > runs and all(row["status"] for row in executions(made)))
        return them.crud("admin", "list", "notes", filter={"word": "secret"})["meta"]["count"]

    def executions(workflow):
        return them.done("admin", "executions_list", {"workflowId": workflow})["data"]

    before = them.crud("admin", "list", "notes", filter={"word": "secret"})["meta"]["count"]
    assert copies("scribe") == before
    assert copies("sam") == before + 1


def test_C45_a_value_that_the_caller_may_not_see_is_to_a_question_one_that_is_not_there(them):
    """C45 In hidden rows, in rows that are hidden by a relation, and in hidden fields; the names of those too."""
    assert them.done("admin", "ask_question", {"question": "orders of Zentauri"})["status"] == "answered"
    for hidden, absent, questions in [
        ("Zentauri", "Zontauri", ["orders of {}", "how many orders of {}", "customers not {}", "{}", "total amount of {} as a pie chart"]),
        ("embargoed", "embarguod", ["{} orders", "how many orders are {}", "orders that are not {}"]),
        ("obsidian", "obsodian", ["{} customers", "total amount of {} customers"]),
        ("tier", "tior", ["customers by {}", "number of customers per {}", "total amount per {} as a bar chart"]),
    ]:
        for question in questions:
            for chart in [False, True]:
                told = []
                for word in [hidden, absent]:
                    answer = them.done("ann", "ask_question", {"question": question.format(word), "chart": chart})
                    # Of the request, and not of what it asks.
                    del answer["query_id"], answer["elapsed"]
                    told.append(json.dumps(answer).lower().replace(word.lower(), "#"))
                assert told[0] == told[1], (question, told)


@pytest.mark.asyncio
async def test_C86_notices_of_a_rule_by_a_relation_tell_of_what_comes_and_goes_for_the_caller_alone(them):
    """C86 A change beside the rule, and of a hidden field, is told to nobody who does not see it."""
    uris = [f"gate://main/{name}/rows" for name in ["orders", "customers", "notes", "salaries", "none"]]
    told = []
    async with over_http(them.house.mcp, them.key("ann"), "2026-07-28", **{"X-Role": "clerk"}) as client:
        async with client.listen(resource_subscriptions=uris) as news:
            assert news.honored.resource_subscriptions == uris[:3]

            async def hear():
                async for event in news:
                    told.append(str(event.uri))

            async def after(*changes):
                """What is told of these, when a change of notes that the caller sees has been told twice."""
                told.clear()
                for collection, row, values in changes:
                    assert "data" in await asyncio.to_thread(them.crud, "admin", "update", collection, filterByTk=row, values=values)
                for _ in range(2):
                    seen = told.count(uris[2])
                    assert "data" in await asyncio.to_thread(them.crud, "admin", "create", "notes", values={"word": "x"})
                    await comes("a notice", lambda: told.count(uris[2]) > seen)
                return {uri for uri in told} - {uris[2]}

            listening = asyncio.create_task(hear())
            assert await after(("orders", 2, {"amount": 6}), ("customers", 2, {"name": "Zenith"}), ("customers", 1, {"tier": "lead"})) == set()
            assert await after(("orders", 2, {"amount": 7})) == set()
            assert await after(("customers", 2, {"owner": "ann"})) == {uris[0], uris[1]}
            assert await after(("customers", 2, {"owner": "bob"})) == {uris[0], uris[1]}
            assert await after(("orders", 1, {"amount": 8})) == {uris[0]}
            listening.cancel()
