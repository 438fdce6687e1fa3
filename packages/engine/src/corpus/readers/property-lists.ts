import { type Literal, readLiteral } from './object-literal.ts'

const NAMES = ['name', 'prop', 'property']
const TITLES = ['title', 'label']
const TEXTS = ['description', 'desc']

/** What a component is given as a list of things, each with what it is, as a list in Markdown; empty for anything else. */
export function propertyList(expression: string): string {
  if (!/^\s*[[{]/.test(expression) || !/\bdesc/.test(expression)) return ''
  return listed(readLiteral(expression), 0).join('\n')
}

function listed(value: Literal, depth: number): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => listed(each, depth))
  if (typeof value !== 'object' || value === null) return []
  const fields = Object.entries(value)
  const textOf = (names: readonly string[]) =>
    fields.find(([key, field]) => names.includes(key) && typeof field === 'string')?.[1]
  const [name, title, text] = [NAMES, TITLES, TEXTS].map((names) =>
    String(textOf(names) ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const head = name ? `\`${name}\`` : title
  const within = fields.flatMap(([, field]) => (Array.isArray(field) ? listed(field, head ? depth + 1 : depth) : []))
  return head && text ? [`${'  '.repeat(depth)}- ${head}${name ? traitsOf(fields) : ''}: ${text}`, ...within] : within
}

/** Of what type a property is, what it is by default, and whether it may be left out. */
function traitsOf(fields: readonly (readonly [string, Literal])[]): string {
  const given = (key: string) => fields.find(([each]) => each === key)?.[1]
  const code = (value: Literal) => `\`${String(value).replace(/\s+/g, ' ').replaceAll('`', '')}\``
  const [type, usual] = [given('type'), given('default') ?? given('defaultValue')]
  const isOptional = given('isOptional') === true || given('optional') === true || given('required') === false
  const traits = [
    ...(typeof type === 'string' ? [code(type)] : []),
    ...(isOptional ? ['optional'] : []),
    ...(usual === undefined ? [] : [`default: ${code(usual)}`]),
  ]
  return traits.length > 0 ? ` (${traits.join(', ')})` : ''
}
