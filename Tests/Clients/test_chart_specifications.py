"""The Vega-Lite specifications of our charts, which the Swift tests keep as snapshots, against the JSON schema that the altair package ships."""

import json
import pathlib

import jsonschema
import pytest
from altair.vegalite.v6.schema.core import load_schema

SNAPSHOTS = pathlib.Path(__file__).parent.parent / "ChartsTests" / "Snapshots"
VALIDATOR = jsonschema.Draft7Validator(load_schema())


def specifications():
    found = sorted(SNAPSHOTS.glob("*.vl.json"))
    assert len(found) > 20
    return found


@pytest.mark.parametrize("path", specifications(), ids=lambda path: path.name)
def test_a_specification_follows_the_published_schema(path):
    specification = json.loads(path.read_text())
    assert specification["$schema"].endswith("/v6.json")
    VALIDATOR.validate(specification)


def test_the_schema_refuses_what_is_no_specification():
    specification = json.loads(specifications()[0].read_text())
    specification["encoding"]["x"]["type"] = "sideways"
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(specification)
