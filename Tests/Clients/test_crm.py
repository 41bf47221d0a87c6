"""A small CRM from nothing: four collections, relations of all kinds, written nested, filtered by every family of operators, refused to a member."""

import json
import urllib.parse

import httpx
import pytest
from calls import ERAS, crud, over_http

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
