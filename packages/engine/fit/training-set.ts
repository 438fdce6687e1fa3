import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { type Part, parted, UsageError } from '../bench/data-set.ts'
import { fileSource } from '../src/corpus/sources/file-source.ts'
import { folderSource } from '../src/corpus/sources/folder-source.ts'
import type { CorpusSource } from '../src/corpus/types.ts'
import type { SourceDocument } from '../src/types.ts'

const lineSchema = z.object({
  id: z.string(),
  question: z.string().min(1),
  answer: z.string().nullish(),
  answers: z.array(z.string()).nullish(),
  evidence: z
    .array(z.object({ doc_id: z.string(), quote: z.string().optional(), start: z.number().optional() }))
    .nullish(),
  unanswerable: z.boolean().nullish(),
  kind: z.string().nullish(),
  distractor_doc: z.unknown().optional(),
  gold: z.array(z.string()).nullish(),
  documents: z.array(z.string()).nullish(),
})
type Line = z.infer<typeof lineSchema>

/** A question, and what is known of its answer. */
export interface TrainingQuestion {
  text: string
  part: Part
  answerable: boolean
  /** Only the one document is known not to answer it: another one may. */
  onlyPaired: boolean
  /** One document alone answers it: where that is hidden, nothing does. */
  needsOne: boolean
  /** The addresses of the documents that it needs, as far as they are known. */
  needed: readonly string[]
  needs: (document: { url: string }) => boolean
  /** Whether a part of a document is what the answer needs of it. */
  holds: (document: SourceDocument, start: number, end: number) => boolean
  /** Whether the answer stands in a text word for word. */
  tells: (text: string) => boolean
}

/** A folder with `questions.jsonl`, and with `corpus.jsonl` or a folder `corpus`. */
export interface TrainingSet {
  name: string
  sources: CorpusSource[]
  questions: TrainingQuestion[]
  /** SHA-256 of the questions and of the corpus. */
  hashes: { questions: string; corpus: string }
  /** Lines of `corpus.jsonl`; none where the corpus is a folder. */
  records: { id: string; url: string; line: string }[]
}

/** @throws {UsageError} for a folder that holds no such files */
export function readTrainingSet(folder: string): TrainingSet {
  const root = resolve(folder)
  const questionsFile = join(root, 'questions.jsonl')
  const corpusFile = join(root, 'corpus.jsonl')
  const corpusFolder = join(root, 'corpus')
  if (!existsSync(questionsFile)) throw new UsageError(`--data is "${folder}": no questions.jsonl in it`)
  const isFile = existsSync(corpusFile)
  if (!isFile && !existsSync(corpusFolder))
    throw new UsageError(`--data is "${folder}": no corpus.jsonl or folder corpus in it`)
  const lines = parted(linesOf(questionsFile).map((line) => lineSchema.parse(JSON.parse(line))))
  const records = isFile ? linesOf(corpusFile).map(recordOf) : []
  const idOf = new Map(records.map(({ url, id }) => [url, id]))
  return {
    name: basename(root),
    sources: [isFile ? fileSource(corpusFile) : folderSource(corpusFolder)],
    questions: lines.map((line) => ({ part: line.part, ...goldOf(line, idOf) })),
    hashes: { questions: hashOf([questionsFile]), corpus: hashOf(isFile ? [corpusFile] : filesIn(corpusFolder)) },
    records,
  }
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
}

function recordOf(line: string) {
  const { id, url } = z.object({ id: z.string(), url: z.string() }).parse(JSON.parse(line))
  return { id, url, line }
}

function filesIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return found.map(({ parentPath, name }) => join(parentPath, name)).sort()
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function goldOf(line: Line, idOf: ReadonlyMap<string, string>): Omit<TrainingQuestion, 'part'> {
  const common = {
    text: line.question,
    answerable: line.unanswerable !== true && line.kind !== 'unanswerable',
    onlyPaired: line.distractor_doc !== undefined,
  }
  return { ...common, ...(line.documents ? goldByPattern(line.documents, line.gold ?? []) : goldByQuote(line, idOf)) }
}

type Gold = Pick<TrainingQuestion, 'needs' | 'needsOne' | 'needed' | 'holds' | 'tells'>

function goldByQuote({ evidence, answer, answers }: Line, idOf: ReadonlyMap<string, string>): Gold {
  const quotesOf = (document: { url: string }) =>
    (evidence ?? []).filter(({ doc_id }) => doc_id === idOf.get(document.url))
  const expected = [answer, ...(answers ?? [])]
    .map((each) => plain(each ?? ''))
    .filter((each) => each !== '' && each !== 'yes' && each !== 'no')
  const ids = new Set((evidence ?? []).map(({ doc_id }) => doc_id))
  return {
    needsOne: ids.size === 1,
    needed: [...idOf].flatMap(([url, id]) => (ids.has(id) ? [url] : [])),
    needs: (document) => quotesOf(document).length > 0,
    holds: (document, start, end) =>
      quotesOf(document).some(({ quote, start: given }) => {
        if (quote === undefined) return false
        const at = given ?? document.text.slice().indexOf(quote)
        const shared = Math.min(end, at + quote.length) - Math.max(start, at)
        return shared > Math.min(quote.length, end - start) / 2
      }),
    tells: (text) => expected.some((each) => ` ${plain(text)} `.includes(` ${each} `)),
  }
}

function goldByPattern(documents: readonly string[], gold: readonly string[]): Gold {
  const patterns = gold.map((pattern) => new RegExp(pattern, 'i'))
  const tells = (text: string) => {
    const bare = text.replace(/[`*]/g, '').replace(/\s+/g, ' ')
    return patterns.some((pattern) => pattern.test(text) || pattern.test(bare))
  }
  const needs = ({ url }: { url: string }) => {
    const address = decodeURIComponent(url)
    return documents.some((path) => address === path || address.endsWith(`/${path}`) || address.endsWith(`:${path}`))
  }
  return {
    needsOne: true,
    needed: [],
    needs,
    tells,
    holds: (document, start, end) => needs(document) && tells(document.text.slice(start, end)),
  }
}

function plain(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}
