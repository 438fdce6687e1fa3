import type { ResearchRequest } from '@deep-research/sdk'

/** The request for a shell. */
export function curlOf(body: ResearchRequest, origin: string): string {
  const json = JSON.stringify(body).replaceAll("'", `'\\''`)
  return [
    `curl -N ${origin}/v1/research \\`,
    '  -H "X-API-Key: $DEEP_RESEARCH_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${json}'`,
  ].join('\n')
}

/** The request with the client library. */
export function sdkOf(body: ResearchRequest, origin: string): string {
  return [
    "import { DeepResearch } from '@deep-research/sdk'",
    '',
    `const client = new DeepResearch({ baseURL: ${JSON.stringify(origin)} })`,
    `const stream = await client.stream(${JSON.stringify(body, null, 2)})`,
    'for await (const text of stream.text()) process.stdout.write(text)',
    '',
    'const { citations, usage } = await stream.result()',
  ].join('\n')
}
