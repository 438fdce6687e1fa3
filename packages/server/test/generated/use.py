"""What a program does with the client that OpenAPI Generator makes of openapi.json."""
import json
import sys

import openapi_client

url, key, done, running = sys.argv[1:]
configuration = openapi_client.Configuration(host=url, api_key={"X-API-Key": key})
told = []


def code_of(call):
    try:
        call()
    except openapi_client.ApiException as error:
        return json.loads(error.body)["error"]["code"]


with openapi_client.ApiClient(configuration) as client:
    api = openapi_client.ResearchApi(client)
    research = api.retrieve(done)
    result = research.result
    told += [research.status, research.credits, result.citations[0].source.url, result.usage.iterations]

    _, status, _ = api.cancel_with_http_info(running)
    told += [status, api.retrieve(running).status]

    told.append(code_of(lambda: api.cancel_named("nothing")))

    body = openapi_client.ResearchRequest(query="too little", reasoning_level="low", request_id="a")
    body.query  # the field is there, and typed
    try:
        openapi_client.ResearchRequest(query="", reasoning_level="low")
        told.append("taken")
    except ValueError:
        told.append("refused by the client itself")
print(json.dumps(told))
