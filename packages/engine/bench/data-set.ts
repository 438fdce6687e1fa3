import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'

const evidenceSchema = z.object({ doc_id: z.string(), quote: z.string().optional() })

/** DeepResearch Bench numbers its questions and calls them prompts. */
const named = (line: unknown) => {
  if (typeof line !== 'object' || line === null) return line
  const { id, prompt } = line as { id?: unknown; prompt?: unknown }
  return { question: prompt, ...line, id: typeof id === 'number' ? String(id) : id }
}

const questionFields = z.object({
  id: z.string(),
  question: z.string().min(1),
  answer: z.string().nullish(),
  answers: z.array(z.string()).nullish(),
  evidence: z.array(evidenceSchema).nullish(),
  unanswerable: z.boolean().nullish(),
  distractor_doc: z.unknown().optional(),
})

const questionSchema = z.preprocess(named, questionFields)

const documentSchema = z.object({ id: z.string(), url: z.string(), text: z.string() })

/** Questions to tune on, and a third kept apart to see whether tuning helped others too. */
export type Part = 'dev' | 'held-out'

export type EvaluationQuestion = z.infer<typeof questionSchema> & { part: Part }
export type EvaluationDocument = z.infer<typeof documentSchema>

/** A folder with `corpus.jsonl` and `questions.jsonl`. */
export interface DataSet {
  name: string
  corpusFile: string
  /** By the address under which the engine cites them. */
  documents: ReadonlyMap<string, EvaluationDocument>
  questions: readonly EvaluationQuestion[]
}

/** The setting was wrong, said in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Reads a data set. `questionsFile`: questions to ask instead of its own.
 * @throws {UsageError} for a folder or file that is not there, or a line that is no record
 */
export function readDataSet(folder: string, questionsFile?: string): DataSet {
  const root = resolve(folder)
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new UsageError(`--data is "${folder}": no such folder`)
  const corpusFile = join(root, 'corpus.jsonl')
  const documents = records(corpusFile, documentSchema)
  return {
    name: basename(root),
    corpusFile,
    documents: new Map(documents.map((document) => [document.url, document])),
    questions: parted(records(questionsFile ?? join(root, 'questions.jsonl'), questionSchema)),
  }
}

function records<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema>[] {
  if (!existsSync(file)) throw new UsageError(`"${file}" is missing`)
  const lines = readFileSync(file, 'utf8').split('\n')
  const found = lines.flatMap((line, index) => (line.trim() === '' ? [] : [record(line, index + 1, file, schema)]))
  if (found.length === 0) throw new UsageError(`"${file}" is empty`)
  return found
}

function record<Schema extends z.ZodType>(line: string, number: number, file: string, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error).split('\n')[0] : 'it is not JSON'
    throw new UsageError(`"${file}", line ${number}: ${reason}`)
  }
}

/** Holds out the third whose ids hash lowest: the same ones at every run, whatever their order. */
export function parted<Question extends { id: string }>(questions: readonly Question[]): (Question & { part: Part })[] {
  const hash = (id: string) => createHash('sha256').update(id).digest('hex')
  const hashes = questions.map(({ id }) => hash(id)).sort()
  const border = hashes[Math.floor(questions.length / 3)] ?? ''
  return questions.map((question) => ({ ...question, part: hash(question.id) < border ? 'held-out' : 'dev' }))
}

/** Every k-th item, `limit` in all, so that a small sample spans all kinds; all of them for a limit of 0. */
export function sample<Item>(items: readonly Item[], limit: number): Item[] {
  if (limit === 0 || limit >= items.length) return [...items]
  const step = items.length / limit
  return Array.from({ length: limit }, (_, index) => items[Math.floor(index * step)]).filter(
    (item) => item !== undefined,
  )
}
