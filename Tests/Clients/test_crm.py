"""A small CRM from nothing: four collections, relations of all kinds, written nested, filtered by every family of operators, refused to a member."""

import json
import urllib.parse

import httpx
import pytest
from calls import ERAS, crud, over_http, rows
from events import comes

COMPANIES = [
    {"name": "name", "type": "string", "allowNull": False, "unique": True},
    {"name": "code", "type": "string", "validation": {"rules": [{"name": "pattern", "args": {"regexp": "^[A-Z]{2,4}$"}}]}},
    {"name": "tags", "type": "array"},
    {"name": "active", "type": "boolean", "defaultValue": True},
]
CONTACTS = [{"name": "mail", "type": "string", "interface": "email"}, {"name": "born", "type": "dateOnly"}]
LABELS = [{"name": "word", "type": "string", "unique": True}]
DEALS = [
    {"name": "subject", "type": "string"},
    {"name": "worth", "type": "decimal", "precision": 12, "scale": 2},
    {"name": "closed", "type": "datetimeTz"},
    {"name": "company", "type": "belongsTo", "target": "companies"},
    {"name": "labels", "type": "belongsToMany", "target": "labels"},
    {"name": "contact", "type": "hasOne", "target": "contacts", "foreignKey": "dealId"},
]

ROWS = [
    {
        "name": "Ada", "code": "ADA", "tags": ["big", "old"],
        "deals": [
            {"subject": "Machine", "worth": "100.50", "closed": "2026-03-31T23:30:00Z", "labels": [{"word": "hot"}], "contact": {"mail": "a@x.example", "born": "1990-05-05"}},
            {"subject": "Beans", "worth": "20.00", "labels": [{"word": "cold"}]},
        ],
    },
    {"name": "Bo", "code": "BO", "tags": [], "active": False, "deals": [{"subject": "Cups", "worth": "5.25", "closed": "2026-05-02T10:00:00Z"}]},
    {"name": "Cy", "active": None},
]

# Which deals a filter finds, by their subjects.
FILTERS = [
    ({"subject": "Beans"}, "Beans"),
    ({"worth": {"$gte": 20}}, "Machine Beans"),
    ({"worth": {"$between": [5, 20]}}, "Beans Cups"),
    ({"subject": {"$in": ["Cups", "Beans"]}}, "Beans Cups"),
    ({"subject": {"$notIn": ["Cups"]}}, "Machine Beans"),
    ({"subject": {"$ne": "Cups"}}, "Machine Beans"),
    ({"subject": {"$includes": "EAN"}}, "Beans"),
    ({"subject": {"$notIncludes": "ean"}}, "Machine Cups"),
    ({"subject": {"$startsWith": "m"}}, "Machine"),
    ({"subject": {"$endWith": "s"}}, "Beans Cups"),
    ({"subject": {"$like": "%ach%"}}, "Machine"),
    ({"closed": {"$empty": True}}, "Beans"),
    ({"closed": {"$notEmpty": True}}, "Machine Cups"),
    ({"closed": {"$dateOn": "2026-03-31"}}, "Machine"),
    ({"closed": {"$dateOn": "2026-Q2"}}, "Cups"),
    ({"closed": {"$dateBefore": "2026-05"}}, "Machine"),
    ({"closed": {"$dateNotOn": "2026-W14"}}, "Beans Cups"),
    ({"closed": {"$dateBetween": ["2026-03", "2026-04"]}}, "Machine"),
    ({"closed": {"$dateAfter": {"type": "past", "number": 900, "unit": "year"}}}, "Machine Cups"),
    ({"company.active": {"$isTruly": True}}, "Machine Beans"),
    ({"company.active": {"$isFalsy": True}}, "Cups"),
    ({"company.tags": {"$anyOf": ["old", "new"]}}, "Machine Beans"),
    ({"company.tags": {"$match": ["old", "big"]}}, "Machine Beans"),
    ({"company.tags": {"$arrayEmpty": True}}, "Cups"),
    ({"company.tags": {"$noneOf": ["big"]}}, "Cups"),
    ({"labels.word": "hot"}, "Machine"),
    ({"labels.word": {"$ne": "hot"}}, "Beans Cups"),
    ({"labels": {"$exists": False}}, "Cups"),
    ({"contact.mail": {"$startsWith": "a@"}}, "Machine"),
    ({"contact.born": {"$dateBefore": "2000"}}, "Machine"),
    ({"contact": {"$notExists": True}}, "Beans Cups"),
    ({"company.deals.contact.mail": "a@x.example"}, "Machine Beans"),
    ({"$or": [{"subject": "Cups"}, {"labels.word": "cold"}]}, "Beans Cups"),
    ({"$not": {"worth": {"$lt": 50}}}, "Machine"),
]


async def build(client):
    for name, fields, more in [
        ("companies", COMPANIES, {"history": True}), ("contacts", CONTACTS, {}), ("labels", LABELS, {}), ("deals", DEALS, {}),
        ("companies", [{"name": "deals", "type": "hasMany", "target": "deals", "foreignKey": "companyId"}], {}),
    ]:
        result = await client.call_tool("collections_apply", {"name": name, "fields": fields, **more})
        assert not result.is_error, result.content[0].text
    made = await crud(client, "create", resource="companies", values=ROWS)
    assert [row["name"] for row in made["data"]] == ["Ada", "Bo", "Cy"]


@pytest.mark.asyncio
@pytest.mark.parametrize("era", ERAS)
async def test_a_crm_from_nothing(fresh, era):
    """Made and filled in one call, read several relations deep, filtered in every way, changed with what is related, told afterwards."""
    fresh.migrate().start()
    async with over_http(fresh.mcp, fresh.key("--user", "built-in/admin"), era) as client:
        await build(client)
        deep = (await crud(
            client, "get", resource="companies", filterByTk=1, fields=["name"],
            appends=["deals.subject", "deals.contact.mail", "deals.labels.word"]))["data"]
        assert deep == {
            "name": "Ada",
            "deals": [
                {"subject": "Machine", "contact": {"mail": "a@x.example"}, "labels": [{"word": "hot"}]},
                {"subject": "Beans", "contact": None, "labels": [{"word": "cold"}]},
            ],
        }
        for filter, subjects in FILTERS:
            found = (await crud(client, "list", resource="deals", filter=filter, fields=["subject"], sort=["id"]))["data"]
            assert " ".join(row["subject"] for row in found) == subjects, filter
        zoned = (await crud(client, "list", resource="deals", filter={"closed": {"$dateOn": "2026-04-01"}}, timezone="+08:00"))["data"]
        assert [row["subject"] for row in zoned] == ["Machine"]
        months = (await crud(
            client, "query", resource="deals", measures=[{"field": "worth", "aggregation": "sum", "alias": "worth"}],
            dimensions=[{"field": "closed", "alias": "month", "format": "YYYY-MM"}], orders=[{"alias": "month"}]))["data"]
        assert [row["month"] for row in months] == ["2026-03", "2026-05", None]

        preview = await crud(client, "update", resource="deals", filter={"worth": {"$lt": 50}}, values={"worth": "1"}, dry_run=True)
        assert preview == {"data": [], "meta": {"dry_run": True, "count": 2}}
        await crud(
            client, "update", resource="companies", filterByTk=1, values={"code": "ADX", "deals": [{"id": 1, "subject": "Engine"}, {"subject": "New"}]},
            updateAssociationValues=["deals"])
        subjects = [row["subject"] for row in (await crud(client, "list", resource="companies.deals", sourceId=1, sort=["id"]))["data"]]
        assert subjects == ["Engine", "New"]
        told = (await crud(client, "history", resource="companies", filterByTk=1))["data"]
        assert [entry["action"] for entry in told] == ["update", "create"] and told[0]["before"] == {"code": "ADA"}
        assert told[0]["user"] == "built-in/admin"
        refused = await client.call_tool("crud", {"action": "create", "resource": "companies", "values": {"name": "Di", "code": "too long"}})
        assert refused.is_error and "values.code" in refused.content[0].text


@pytest.mark.asyncio
async def test_a_hundred_thousand_rows(fresh):
    """Sent in parts and imported, paged to the end, summed, changed, worked on by a workflow, and closed to a member."""
    count = 100_000
    fresh.migrate().start("--call-timeout", "600s")
    fresh.run("user", "add", "built-in/mia", "--password-stdin", stdin="correct horse battery\n")
    fresh.run("member", "add", "main", "built-in/mia", "--role", "member")
    mia = fresh.key("--user", "built-in/mia")
    async with over_http(fresh.mcp, fresh.key("--user", "built-in/admin"), "legacy", patience=900, **{"x-mcp-packages": "*"}) as client:
        await build(client)
        lines = [f"Deal {number},{number % 1000}.25,{number % 3 + 1}\n" for number in range(count)]
        content = ("subject,worth,companyId\n" + "".join(lines)).encode()
        begun = (await client.call_tool("uploads_create", {"name": "deals.csv", "size": len(content)})).structured_content
        for offset in range(0, len(content), 1_000_000):
            sent = httpx.patch(begun["url"], content=content[offset:offset + 1_000_000], headers={"Upload-Offset": str(offset)}, timeout=60)
            assert sent.status_code == 204, sent.text
        looked = await client.call_tool("import_rows", {"collection": "deals", "upload": begun["upload"], "dry_run": True})
        assert not looked.is_error and (await crud(client, "list", resource="deals", pageSize=1))["meta"]["count"] == 3
        done = await client.call_tool("import_rows", {"collection": "deals", "upload": begun["upload"]})
        assert not done.is_error and done.structured_content["data"]["imported"] == count, done.content[0].text
        seen = [
            len((await crud(client, "list", resource="deals", fields=["id"], pageSize=1000, page=page))["data"]) for page in range(1, count // 1000 + 3)]
        last = await crud(client, "list", resource="deals", fields=["subject"], sort=["id"], page=5001)
        assert seen == [1000] * (count // 1000) + [3, 0] and [row["subject"] for row in last["data"]] == ["Deal 99997", "Deal 99998", "Deal 99999"]
        found = await crud(client, "list", resource="deals", filter={"company.name": "Bo", "worth": {"$gte": 999}}, appends=["company"], pageSize=5)
        assert found["meta"]["count"] == 33 and {row["company"]["name"] for row in found["data"]} == {"Bo"}
        sums = await crud(
            client, "query", resource="deals", filter={"subject.$startsWith": "Deal "}, dimensions=[{"field": ["company", "name"], "alias": "who"}],
            measures=[{"field": "id", "aggregation": "count", "alias": "n"}, {"field": "worth", "aggregation": "sum", "alias": "worth"}])
        assert {row["who"]: row["n"] for row in sums["data"]} == {"Ada": 33334, "Bo": 33333, "Cy": 33333}
        assert sum(float(row["worth"]) for row in sums["data"]) == sum(number % 1000 + 0.25 for number in range(count))
        # As many as one call changes; more are refused, and nothing is changed.
        more = await client.call_tool("crud", {"action": "update", "resource": "deals", "filter": {"worth.$lt": 50}, "values": {"subject": "cheap"}})
        assert more.is_error and (await crud(client, "list", resource="deals", filter={"subject": "cheap"}))["meta"]["count"] == 0
        made = await client.call_tool("workflows_apply", {
            "title": "Dear deals", "type": "collection", "enabled": True, "role": "admin",
            "config": {"collection": "deals", "mode": 2, "condition": {"subject": "dear"}},
            "nodes": [{"type": "update", "config": {"collection": "companies", "params": {"filterByTk": "{{$context.data.companyId}}", "values": {"code": "DEAR"}}}}]})
        assert not made.is_error, made.content[0].text
        changed = await crud(client, "update", resource="deals", filter={"worth": "999.25"}, values={"subject": "dear"})
        assert len(changed["data"]) == 100
        await comes("the work of the workflow", lambda: is_dear(client))
    async with over_http(fresh.mcp, mia, "legacy", **{"x-mcp-packages": "*"}) as client:
        assert (await crud(client, "list", resource="deals", pageSize=1))["meta"]["count"] == 0
        nothing = await client.call_tool("crud", {"action": "update", "resource": "deals", "filter": {"worth": "999.25"}, "values": {"subject": "mine"}})
        assert nothing.is_error or nothing.structured_content["data"] == []
        assert (await client.call_tool("import_rows", {"collection": "mine", "text": "name\nMine\n", "create": True})).is_error
    assert rows(fresh, "SELECT count(*) FROM deals WHERE subject = 'mine'") == [(0,)]


async def is_dear(client):
    found = await crud(client, "list", resource="companies", filter={"code": "DEAR"}, fields=["name"])
    return sorted(row["name"] for row in found["data"]) == ["Ada", "Bo", "Cy"]


@pytest.mark.asyncio
async def test_a_member_is_refused_and_nothing_happens(fresh):
    """A member sees its own rows alone; a nested write that reaches one of another's leaves nothing of the whole write."""
    fresh.migrate().start()
    fresh.run("user", "add", "built-in/mia", "--password-stdin", stdin="correct horse battery\n")
    fresh.run("member", "add", "main", "built-in/mia", "--role", "member")
    admin = fresh.key("--user", "built-in/admin")
    mia = fresh.key("--user", "built-in/mia")
    async with over_http(fresh.mcp, admin, ERAS[-1]) as client:
        await build(client)
        before = {name: (await crud(client, "list", resource=name, paginate=False))["data"] for name in ["companies", "deals", "contacts", "labels"]}
    async with over_http(fresh.mcp, mia, ERAS[-1]) as client:
        assert (await crud(client, "list", resource="deals"))["data"] == []
        assert (await crud(client, "history", resource="companies", filterByTk=1))["data"] == []
        for arguments in [
            {"action": "update", "resource": "deals", "filterByTk": 1, "values": {"subject": "mine", "labels": [1]}},
            {"action": "create", "resource": "companies", "values": {"name": "Mine", "deals": [{"subject": "own"}, 1]}},
            {"action": "create", "resource": "deals", "values": {"subject": "own", "company": 1}},
            {"action": "create", "resource": "deals", "values": {"subject": "own", "company": {"id": 1, "name": "Mine"}}, "updateAssociationValues": ["company"]},
            {"action": "create", "resource": "deals", "values": {"subject": "own", "contact": 1}},
            {"action": "create", "resource": "companies", "values": {"name": "Mine", "deals": [{"subject": "own", "contact": {"mail": "nowhere"}}]}},
            {"action": "add", "resource": "deals.labels", "sourceId": 1, "filterByTk": 1},
            {"action": "destroy", "resource": "deals", "filterByTk": 1},
        ]:
            result = await client.call_tool("crud", arguments)
            nothing = not result.is_error and result.structured_content["data"] in ([], 0)
            assert result.is_error or nothing, (arguments, result.structured_content)
        for tool, arguments in [
            ("collections_apply", {"name": "companies", "fields": [], "history": False}), ("fields_destroy", {"collectionName": "deals", "filterByTk": "worth", "confirm": True}),
        ]:
            assert (await client.call_tool(tool, arguments)).is_error
    async with over_http(fresh.mcp, admin, ERAS[-1]) as client:
        after = {name: (await crud(client, "list", resource=name, paginate=False))["data"] for name in before}
        assert after == before


def test_the_same_over_rest(fresh):
    """A client of NocoBase's REST interface: nested values in the body, relations behind their row, headers, and errors in its language."""
    fresh.migrate().start()
    key, api = fresh.key("--user", "built-in/admin"), f"{fresh.url}/api"
    with httpx.Client(headers={"Authorization": f"Bearer {key}"}) as http:
        def post(path, body=None, **fields):
            answer = http.post(f"{api}/{path}", json=body, headers=fields)
            return answer.status_code, answer.json()

        for name, fields in [("companies", COMPANIES), ("contacts", CONTACTS), ("labels", LABELS), ("deals", DEALS)]:
            status, made = post("collections:apply", {"name": name, "fields": fields})
            assert status == 200, made
        status, made = post("deals:create", {"subject": "Beans", "company": {"name": "Ada"}, "contact": {"mail": "a@x.example"}, "labels": [{"word": "hot"}]})
        assert status == 200, made
        assert http.get(f"{api}/deals/1?appends=contact,labels,company").json()["data"]["contact"]["mail"] == "a@x.example"
        assert http.get(f"{api}/deals/1/contact:get").json()["data"]["mail"] == "a@x.example"
        assert http.get(f"{api}/deals/1/contact?fields=mail").json() == {"data": {"mail": "a@x.example"}}
        assert http.post(f"{api}/deals/1/contact:remove").json()["meta"] == {"added": 0, "removed": 1}
        assert http.get(f"{api}/deals/1/contact:get").json() == {"data": None}
        assert http.post(f"{api}/deals/1/contact:set?filterByTk=1").json()["meta"]["added"] == 1
        query = urllib.parse.quote(json.dumps({"contact.mail.$notEmpty": True}))
        listed = http.get(f"{api}/deals:list?filter={query}", headers={"x-with-acl-meta": "true", "x-timezone": "+08:00"}).json()
        assert listed["meta"]["allowedActions"] == {"view": [1], "update": [1], "destroy": [1]}
        assert http.post(f"{api}/deals:update?filterByTk=1&updateAssociationValues[]=company", json={"company": {"id": 1, "name": "Adx"}}).status_code == 200
        assert http.get(f"{api}/companies/1").json()["data"]["name"] == "Adx"
        assert http.get(f"{api}/deals/1/company:get").json()["data"]["id"] == 1
        status, refused = post("companies:create", {"name": "Bo", "code": "b"}, **{"x-locale": "zh-CN"})
        assert status == 400 and refused["errors"][0]["title"] == "输入无效" and "values.code" in refused["errors"][0]["message"]
