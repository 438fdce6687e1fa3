import type { ResearchRequest } from '@deep-research/sdk/contract'

/** The languages of examples, in the order of their tabs. */
export const LANGUAGES = { curl: 'curl', typescript: 'TypeScript', python: 'Python', cli: 'Command line' } as const

/** One request in each language, with the key in `DEEP_RESEARCH_API_KEY`. `origin`: where the service is found. */
export function snippetsOf(body: ResearchRequest, origin: string): Record<keyof typeof LANGUAGES, string> {
  return {
    curl: curlOf(body, origin),
    typescript: typescriptOf(body, origin),
    python: pythonOf(body, origin),
    cli: cliOf(body),
  }
}

function curlOf(body: ResearchRequest, origin: string): string {
  return [
    `curl -N ${origin}/v1/research \\`,
    '  -H "X-API-Key: $DEEP_RESEARCH_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join('\n')
}

function typescriptOf(body: ResearchRequest, origin: string): string {
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

function pythonOf(body: ResearchRequest, origin: string): string {
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${origin}/v1/research",`,
    `    data=json.dumps(${pythonLiteral(body)}).encode(),`,
    '    headers={',
    '        "X-API-Key": os.environ["DEEP_RESEARCH_API_KEY"],',
    '        "Content-Type": "application/json",',
    '    },',
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    for line in response:',
    '        if line.startswith(b"data: {"):',
    '            event = json.loads(line[6:])',
    '            if event["type"] == "research.answer.delta":',
    '                print(event["data"]["content"], end="", flush=True)',
  ].join('\n')
}

function cliOf({ query, reasoning_level }: ResearchRequest): string {
  const level = reasoning_level === undefined ? '' : ` --level ${reasoning_level}`
  return `# On the machine of the service; needs no key, and costs no credits\ndeep-research ask${level} ${quoted(query)}`
}

/** For a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** JSON's strings and numbers are Python's; its other words are not. */
function pythonLiteral(value: unknown): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, part]) => `${JSON.stringify(name)}: ${pythonLiteral(part)}`)
    .join(', ')}}`
}
