import * as z from 'zod'

/** Something that a tool found or read. */
export interface FoundItem {
  /** By what the server knows it. */
  id?: string
  url?: string
  title?: string
  text?: string
  date?: string
}

/** What a tool gave, as the protocol has it. */
const RESULT = z.looseObject({
  content: z
    .array(
      z.looseObject({
        type: z.string(),
        text: z.string().optional(),
        uri: z.string().optional(),
        title: z.string().optional(),
        name: z.string().optional(),
        description: z.string().optional(),
        resource: z.looseObject({ uri: z.string(), text: z.string().optional() }).optional(),
      }),
    )
    .default([]),
  structuredContent: z.looseObject({}).optional(),
  isError: z.boolean().optional(),
})

/** Items of one result, and UTF-16 units of the text of each, that are looked at. */
const MOST_ITEMS = 20
const LONGEST = 100_000

/**
 * The items of a tool's result: of its structured content, of JSON in its texts, of its resources, or each text as it is.
 * @throws Error where it is no result, or tells of an error
 */
export function readResult(given: unknown): FoundItem[] {
  const { content, structuredContent, isError } = RESULT.parse(given)
  if (isError) throw new Error('The tool failed.')
  const structured = structuredContent && itemsIn(structuredContent)
  const items = structured?.length ? structured : content.flatMap(itemsOfBlock)
  return items.slice(0, MOST_ITEMS)
}

function itemsOfBlock(block: z.infer<typeof RESULT>['content'][number]): FoundItem[] {
  const { type, text, uri, resource } = block
  if (type === 'resource_link' && uri !== undefined)
    return [item({ uri, title: block.title ?? block.name, text: block.description })]
  if (type === 'resource' && resource) return [item(resource)]
  if (type !== 'text' || text === undefined || text.trim() === '') return []
  const json = /^\s*[{[]/.test(text) ? parsed(text) : undefined
  return json === undefined ? [item({ text })] : itemsIn(json)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The objects of a list, of the list that an object holds, or the object itself. */
function itemsIn(json: unknown): FoundItem[] {
  if (Array.isArray(json)) return json.filter(isObject).map(item)
  if (!isObject(json)) return []
  const lists = ['results', ...Object.keys(json)].map((name) => json[name])
  const list = lists.find((each): each is unknown[] => Array.isArray(each) && each.some(isObject))
  if (list) return itemsIn(list)
  const one = item(json)
  return one.text === undefined ? [] : [one]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What servers call the fields of an item, the longer texts first. */
const FIELDS = {
  id: ['id'],
  url: ['url', 'uri', 'link'],
  title: ['title', 'name'],
  text: ['text', 'content', 'snippet', 'description'],
  date: ['date', 'published_date', 'updated_at', 'created_at'],
} satisfies Record<keyof FoundItem, readonly string[]>

function item(fields: Record<string, unknown>): FoundItem {
  const found: FoundItem = {}
  for (const [field, names] of Object.entries(FIELDS) as [keyof FoundItem, readonly string[]][]) {
    const value = names.map((name) => fields[name]).find((each) => typeof each === 'number' || isFilled(each))
    if (value !== undefined) found[field] = String(value).slice(0, LONGEST).toWellFormed()
  }
  return found
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
