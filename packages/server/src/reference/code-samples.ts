import { SAMPLE_REQUEST } from './samples.ts'

/** How an operation is used, for people. */
export interface CodeSample {
  /** The name of the language, as OpenAPI tools show it. */
  lang: 'Shell' | 'TypeScript'
  label: string
  source: string
}

const KEY = '-H "X-API-Key: $DEEP_RESEARCH_API_KEY"'
const URL = '"$DEEP_RESEARCH_BASE_URL/v1/research'

const CALLS: Record<string, { curl: string; sdk: string }> = {
  research: {
    curl: `curl -N ${URL}" ${KEY} -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ query: SAMPLE_REQUEST.query, reasoning_level: SAMPLE_REQUEST.reasoning_level })}'`,
    sdk: `const stream = await client.stream({ query: '${SAMPLE_REQUEST.query}', reasoning_level: '${SAMPLE_REQUEST.reasoning_level}' })
for await (const text of stream.text()) process.stdout.write(text)
const { citations } = await stream.result()`,
  },
  retrieve: {
    curl: `curl ${URL}/$REQUEST_ID" ${KEY}`,
    sdk: 'const { status, result } = await client.retrieve(requestId)',
  },
  cancel: { curl: `curl -X DELETE ${URL}/$REQUEST_ID" ${KEY}`, sdk: 'await client.cancel(requestId)' },
  cancelNamed: {
    curl: `curl -X DELETE ${URL}" ${KEY} -H "Idempotency-Key: order-7"`,
    sdk: "await client.cancel({ idempotencyKey: 'order-7' })",
  },
}

const IMPORT = `import { DeepResearch } from '@deep-research/sdk'

const client = new DeepResearch()
`

/** How an operation is called with curl and with the SDK. Both read the key and the address from the environment. */
export function codeSamples(operationId: string): CodeSample[] {
  const call = CALLS[operationId]
  if (!call) return []
  return [
    { lang: 'Shell', label: 'curl', source: call.curl },
    { lang: 'TypeScript', label: 'SDK', source: `${IMPORT}${call.sdk}` },
  ]
}
