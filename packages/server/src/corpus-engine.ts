import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type CorpusProblem,
  type CorpusSource,
  type EmbeddedEngine,
  type EmbeddedEngineOptions,
  type IndexProgress,
  openEmbeddedEngine,
  type ProviderState,
  parseCorpusSetting,
  type ResearchEngine,
  type Synonyms,
  type VectorProgress,
  type WholeDocument,
} from '@deep-research/engine'
import { loadOptional } from '#kernel/load-optional.ts'
import { UserError } from '#kernel/user-error.ts'
import type { CorpusReadingSettings } from './corpus-settings.ts'
import { hashEngineCode } from './engine-code.ts'

/** An engine that the service opened and closes again. */
export type OpenedEngine = ResearchEngine & {
  /** The document of the corpus that has this address now. An engine without a corpus has none. */
  documentAt?(url: string): WholeDocument | undefined | Promise<WholeDocument | undefined>
  /** The state of the engine, for the operator. */
  describe?(): EngineState
  /** Resolves once passages have their vectors, or cannot get them. An engine without embeddings has nothing to wait for. */
  embedded?(): Promise<void>
  /** How many threads it has, and may have, and whether none can be started; an engine in the thread that serves has none. */
  readonly threads?: { running: number; most: number; broken?: boolean } | undefined
  /**
   * Begins what the start did not wait for; it is called once the service listens. That is the first thread, or the
   * warm-up.
   */
  spread?(): void
  /** Ends its threads and closes its index. */
  close(): void | Promise<void>
}

/** An engine in this thread. */
export type CorpusEngine = ResearchEngine & {
  documentAt?(url: string): WholeDocument | undefined
  describe(): EngineState
  embedded?(): Promise<void>
  /**
   * Does in advance what questions need, and asks no other service. Ends early when aborted. Without a corpus there is
   * nothing to ask.
   */
  warmUp?(signal: AbortSignal): Promise<void>
  /** Ends its threads and closes its index. */
  close(): void
}

/** The state of an engine, for the operator. */
export interface EngineState {
  /** The number of documents in the corpus; undefined if it is not searched. */
  documents: number | undefined
  /** How many files of the corpus could not be read; what a rule leaves out is not among them. */
  problems: number
  providers: readonly ProviderState[]
  /** The model that writes; undefined for none. */
  model: string | undefined
}

/** Where the documents of a corpus are, and how they are read. */
export type SourceSettings = Pick<CorpusReadingSettings, 'corpus'> &
  Partial<Pick<CorpusReadingSettings, 'corpusBaseUrl' | 'corpusEncoding' | 'corpusInclude' | 'corpusExclude'>>

/** What an engine over a corpus needs. */
export interface CorpusSettings extends SourceSettings {
  indexFile: string
  /** Words that mean the same. Default: none. */
  synonyms?: Synonyms | undefined
}

/** The state of an engine that searches no corpus. */
export const WITHOUT_CORPUS: EngineState = { documents: undefined, problems: 0, providers: [], model: undefined }

/**
 * Researches in the corpus. Documents that change while the service runs are picked up without a restart; `onChange` is
 * called then.
 */
export async function openCorpusEngine(
  settings: CorpusSettings,
  progress: (line: string) => void,
  { onChange, ...using }: UsedEngineOptions & { onChange?: () => void } = {},
): Promise<CorpusEngine> {
  const engine = await openCorpus(settings, progress, {
    ...{ watch: {}, ...using },
    onEmbedded: onChange,
    onRefresh: ({ read, removed }) => {
      if (read + removed > 0) onChange?.()
    },
  })
  const { corpus } = engine
  for (const problem of corpus.problems) progress(tellProblem(problem))
  const { read, removed } = corpus.sync
  const changes =
    read + removed > 0 ? `${read} ${read === 1 ? 'file' : 'files'} read, ${removed} removed` : 'the index is up to date'
  progress(`Corpus: ${corpus.documentCount} ${corpus.documentCount === 1 ? 'document' : 'documents'}, ${changes}.`)
  return {
    research: (task, context) => engine.research(task, context),
    fingerprint() {
      const documents = engine.fingerprint?.()
      return documents === undefined ? undefined : `${hashEngineCode()} ${documents}${hashSynonyms(settings.synonyms)}`
    },
    describe: () => ({
      ...WITHOUT_CORPUS,
      documents: corpus.documentCount,
      problems: unreadOf(corpus.problems).length,
    }),
    documentAt: (url) => corpus.documentAt(url),
    embedded: () => corpus.embed(),
    warmUp: (signal) => engine.warmUp(signal),
    close: () => engine.close(),
  }
}

/** What is wrong with files of the corpus, or why some are left out, in one line. */
export function tellProblem({ source, message, kind }: CorpusProblem): string {
  if (kind === 'excluded') return `Not read: ${source}: ${message}`
  return kind === 'served' ? `Warning: ${source}: ${message}` : `Left out of the corpus: ${source}: ${message}`
}

/** The problems that kept something from being read. */
export function unreadOf(problems: readonly CorpusProblem[]): CorpusProblem[] {
  return problems.filter(({ kind }) => kind === undefined)
}

const FOR_DEMO = {
  because: 'CORPUS names no folder or file, so the demo corpus is searched',
  packages: '@deep-research/demo-corpus',
}

/** What takes part in research beside the corpus. */
type UsedEngineOptions = Pick<EmbeddedEngineOptions, 'assist' | 'semantics' | 'onDegraded' | 'signal'>

interface OnEmbedded {
  /** Called once all passages have their vectors. */
  onEmbedded?: (() => void) | undefined
}

/** Opens the configured corpus. Its index is beside the database and is updated. */
export async function openCorpus(
  settings: CorpusSettings,
  progress: (line: string) => void,
  options: Pick<EmbeddedEngineOptions, 'watch' | 'onRefresh'> & UsedEngineOptions & OnEmbedded = {},
): Promise<EmbeddedEngine> {
  if (settings.corpus === undefined) await loadOptional(() => import('@deep-research/demo-corpus'), FOR_DEMO)
  const sources = sourcesOf(settings)
  const { indexFile, synonyms } = settings
  mkdirSync(dirname(indexFile), { recursive: true })
  const tellVectors = reportVectors(progress)
  return await openEmbeddedEngine({
    ...options,
    sources,
    indexFile,
    synonyms,
    onProgress: reportProgress('Indexing', progress),
    onVectors(state) {
      tellVectors(state)
      if (state.done === state.total) options.onEmbedded?.()
    },
    onVectorsFailed: (error) =>
      progress(
        `Embeddings: ${error instanceof Error ? error.message : error}. Passages without vectors are found by their words.`,
      ),
  })
}

/** Other synonyms give other answers; '' for none. */
function hashSynonyms(synonyms: Synonyms | undefined): string {
  if (synonyms === undefined) return ''
  const written = JSON.stringify([...synonyms].map(([term, others]) => [term, ...others]))
  return ` ${createHash('sha256').update(written).digest('hex')}`
}

/** @throws {@link UserError} if the setting is not a valid corpus. */
export function sourcesOf(settings: SourceSettings): CorpusSource[] {
  const { corpus, corpusBaseUrl: baseUrl, corpusEncoding: encoding } = settings
  const { corpusInclude: include, corpusExclude: exclude } = settings
  try {
    return parseCorpusSetting(corpus, { baseUrl, encoding, include, exclude })
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error))
  }
}

const MEBIBYTE = 1_048_576

/** Tells in a line of each tenth of a longer work that is done. */
export function reportProgress(what: string, tell: (line: string) => void): (progress: IndexProgress) => void {
  const begun = Date.now()
  let tenths = 0
  return (progress) => {
    const tenth = Math.floor((10 * progress.done) / progress.total)
    if (tenth > tenths) tell(`${what}: ${formatProgress(progress, Date.now() - begun)}`)
    tenths = tenth
  }
}

function formatProgress({ done, total, name, bytes }: IndexProgress, ms: number): string {
  const seconds = Math.max(0.001, ms / 1000)
  const left = done > 0 ? Math.ceil((seconds / done) * (total - done)) : 0
  const rate = (bytes / MEBIBYTE / seconds).toFixed(1)
  return `${done} of ${total} files (${Math.round((100 * done) / total)} %, ${rate} MiB/s, ${left} s left): ${name}`
}

/** Tells of each tenth of the passages that have got their vectors. */
function reportVectors(tell: (line: string) => void): (state: VectorProgress) => void {
  let tenths = 0
  return ({ done, total }) => {
    const tenth = Math.floor((10 * done) / total)
    if (tenth !== tenths) tell(`Embeddings: ${done} of ${total} passages (${Math.round((100 * done) / total)} %)`)
    tenths = tenth
  }
}
