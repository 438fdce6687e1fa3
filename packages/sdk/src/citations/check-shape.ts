/** A field with a wrong value. */
export interface ShapeFault {
  readonly path: string
  /** What was expected, in words. */
  readonly expected: string
}

type Check = (value: unknown, path: string) => ShapeFault[]

function simple(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => (holds(value) ? [] : [{ path, expected }])
}

const text = simple('a string', (value) => typeof value === 'string')
const flag = simple('a boolean', (value) => typeof value === 'boolean')
const score = simple('a number', (value) => typeof value === 'number')
const integer = simple('an integer', (value) => Number.isInteger(value))

function optional(check: Check): Check {
  return (value, path) => (value === undefined ? [] : check(value, path))
}

function list(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return [{ path, expected: 'an array' }]
    return value.flatMap((item, index) => check(item, `${path}[${index}]`))
  }
}

function fields(checks: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ path, expected: 'an object' }]
    const read = value as Record<string, unknown>
    return Object.entries(checks).flatMap(([name, check]) => check(read[name], path === '' ? name : `${path}.${name}`))
  }
}

const details = { authors: optional(list(text)), year: optional(integer), doi: optional(text) }

const citation = fields({
  id: text,
  cited_text: text,
  start_offset: integer,
  end_offset: integer,
  verified: flag,
  supporting_quote: text,
  source_anchor: fields({ quote: text, source_start_offset: integer, source_end_offset: integer, score }),
  source: fields({ title: text, url: text, snippet: text, source_type: text, ...details }),
})

const summary = fields({
  source: fields({ title: text, url: text, ...details }),
  citation_ids: list(text),
  citation_count: integer,
})

const result = fields({
  answer: text,
  answer_clean: text,
  citations: list(citation),
  sources_summary: list(summary),
  usage: fields({
    iterations: integer,
    tool_calls: integer,
    sources_cited: integer,
    thinking_tokens: integer,
    answer_tokens: integer,
    total_tokens: integer,
    latency_ms: integer,
  }),
})

/** Finds the fields of a result that are missing or have the wrong type. Further fields are allowed. */
export function findShapeFaults(value: unknown): ShapeFault[] {
  return result(value, '')
}
