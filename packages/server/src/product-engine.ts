import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Assist,
  type CorpusSource,
  createEngine,
  EMPTY_LIBRARY,
  type EmbeddedEngine,
  type EmbeddedEngineOptions,
  type IndexProgress,
  openEmbeddedEngine,
  openLive,
  type ProviderState,
  parseCorpusSetting,
  type ResearchEngine,
  type SourceDocument,
} from '@deep-research/engine'
import { UserError } from '#kernel/user-error.ts'
import { dialectOf } from '#storage/dialects.ts'
import type { Settings } from './config.ts'
import { hashEngineCode } from './engine-code.ts'
import { describeModels, liveOptions } from './live-settings.ts'

/** An engine that the service opened and closes again. */
export type OpenedEngine = ResearchEngine & {
  /** The document of the corpus that has this address now. An engine without a corpus has none. */
  documentAt?(url: string): SourceDocument | undefined | Promise<SourceDocument | undefined>
  describe?(): EngineState
  close(): void | Promise<void>
}

/** An engine in this thread. */
type CorpusEngine = ResearchEngine & {
  documentAt?(url: string): SourceDocument | undefined
  describe(): EngineState
  close(): void
}

/** The state of an engine, for the operator. */
export interface EngineState {
  /** The number of documents in the corpus; undefined if it is not searched. */
  documents: number | undefined
  /** How many files of the corpus could not be read. */
  problems: number
  providers: readonly ProviderState[]
  /** The model that writes; undefined for none. */
  model: string | undefined
}

/** The settings that an engine over the corpus needs. */
export type CorpusSettings = Pick<Settings, 'corpus' | 'corpusBaseUrl' | 'databaseUrl'>

/** Opens the engine that the settings ask for. `progress` receives lines for a person who is waiting. */
export type OpenEngine = (settings: Settings, progress: (line: string) => void) => Promise<OpenedEngine>

/** The state of an engine that searches no corpus. */
const WITHOUT_CORPUS: EngineState = { documents: undefined, problems: 0, providers: [], model: undefined }

/** The engine of the product, which researches in the corpus, on the web, and with a model, as configured. */
export const openProductEngine: OpenEngine = async (settings, progress) => {
  const options = liveOptions(settings, join(dataFolder(settings), 'pages.db'))
  // Without a model and the web, none of their code is loaded.
  if (!options) return await openCorpusEngine(settings, progress)
  const live = await openLive({ ...options, onDegraded: reportOncePerMinute(progress) })
  const { assist } = live
  const hasCorpus = settings.search.includes('corpus')
  const engine: CorpusEngine = hasCorpus
    ? await openCorpusEngine(settings, progress, { assist })
    : { ...createEngine({ library: EMPTY_LIBRARY, assist }), describe: () => WITHOUT_CORPUS, close: () => {} }
  const ending = new AbortController()
  // The start does not wait for a model that takes long to respond.
  describeModels(settings, ending.signal).then(
    (lines) => lines.forEach(progress),
    () => {},
  )
  return {
    research: (task, context) => engine.research(task, context),
    ready: (signal) => live.ready(signal),
    documentAt: (url) => engine.documentAt?.(url),
    describe: () => ({ ...engine.describe(), providers: live.providers, model: settings.llmModel }),
    close() {
      ending.abort()
      engine.close()
      live.close()
    },
  }
}

/**
 * Researches in the corpus. Documents that change while the service runs are picked up without a restart; `onChange` is
 * called then.
 */
export async function openCorpusEngine(
  settings: CorpusSettings,
  progress: (line: string) => void,
  { assist, onChange }: { assist?: Assist; onChange?: () => void } = {},
): Promise<CorpusEngine> {
  const engine = await openCorpus(settings, progress, {
    ...{ watch: {}, assist },
    onRefresh: ({ read, removed }) => {
      if (read + removed > 0) onChange?.()
    },
  })
  const { corpus } = engine
  let code: string | undefined
  for (const { source, message } of corpus.problems) progress(`Left out of the corpus: ${source}: ${message}`)
  const { read, removed } = corpus.sync
  const changes = read + removed > 0 ? `${read} indexed, ${removed} removed` : 'the index is up to date'
  progress(`Corpus: ${corpus.documentCount} ${corpus.documentCount === 1 ? 'document' : 'documents'}, ${changes}.`)
  return {
    research: (task, context) => engine.research(task, context),
    fingerprint() {
      const documents = engine.fingerprint?.()
      if (documents === undefined) return undefined
      code ??= hashEngineCode()
      return `${code} ${documents}`
    },
    describe: () => ({ ...WITHOUT_CORPUS, documents: corpus.documentCount, problems: corpus.problems.length }),
    documentAt: (url) => corpus.documentAt(url),
    close: () => engine.close(),
  }
}

const A_MINUTE = 60_000

/** Reports what is degraded, the same thing at most once a minute. */
function reportOncePerMinute(progress: (line: string) => void): (step: string, line: string) => void {
  const reported = new Map<string, number>()
  return (step, line) => {
    const text = `Degraded (${step}): ${line}.`
    const last = reported.get(text)
    if (last !== undefined && performance.now() - last < A_MINUTE) return
    reported.set(text, performance.now())
    progress(text)
  }
}

/** Opens the configured corpus. Its index is beside the database and is updated. */
export async function openCorpus(
  settings: CorpusSettings,
  progress: (line: string) => void,
  options: Pick<EmbeddedEngineOptions, 'watch' | 'assist' | 'onRefresh'> = {},
): Promise<EmbeddedEngine> {
  const sources = sourcesOf(settings)
  const indexFile = indexOf(settings)
  mkdirSync(dirname(indexFile), { recursive: true })
  const begun = Date.now()
  let tenths = 0
  return await openEmbeddedEngine({
    ...options,
    sources,
    indexFile,
    onProgress: (state) => {
      const tenth = Math.floor((10 * state.done) / state.total)
      if (tenth > tenths) progress(formatProgress(state, Date.now() - begun))
      tenths = tenth
    },
  })
}

/** @throws {@link UserError} if the setting is not a valid corpus. */
function sourcesOf({ corpus, corpusBaseUrl }: CorpusSettings): CorpusSource[] {
  try {
    return parseCorpusSetting(corpus, corpusBaseUrl)
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error))
  }
}

const MEBIBYTE = 1_048_576

function formatProgress({ done, total, name, bytes }: IndexProgress, ms: number): string {
  const seconds = Math.max(0.001, ms / 1000)
  const left = done > 0 ? Math.ceil((seconds / done) * (total - done)) : 0
  const rate = (bytes / MEBIBYTE / seconds).toFixed(1)
  return `Indexing: ${done} of ${total} files (${Math.round((100 * done) / total)} %, ${rate} MiB/s, ${left} s left): ${name}`
}

/** The folder of the service's own files: that of the database, if the database is a file. */
function dataFolder({ databaseUrl }: Pick<Settings, 'databaseUrl'>): string {
  return dialectOf(databaseUrl).folder(databaseUrl) ?? '.data'
}

/** The index file of the configured corpus. */
export function indexOf(settings: CorpusSettings): string {
  return indexFileFor(
    settings,
    sourcesOf(settings).map(({ id }) => id),
  )
}

/** Each set of sources has its own index, so that another corpus does not overwrite this one's. */
export function indexFileFor(settings: Pick<Settings, 'databaseUrl'>, ids: readonly string[]): string {
  const folder = dataFolder(settings)
  const name = createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 12)
  return join(folder, `corpus-${name}.index`)
}
