import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  createEngine,
  EMPTY_LIBRARY,
  type Live,
  type LiveOptions,
  openLive,
  openSemantics,
  type Semantics,
} from '@deep-research/engine'
import { throughSteps } from '#steps/keep-steps.ts'
import { dialectOf } from '#storage/dialects.ts'
import type { Settings } from './config.ts'
import {
  type CorpusEngine,
  type CorpusSettings,
  type OpenedEngine,
  openCorpusEngine,
  sourcesOf,
  WITHOUT_CORPUS,
} from './corpus-engine.ts'
import type { CorpusReadingSettings } from './corpus-settings.ts'
import { hashEngineCode } from './engine-code.ts'
import {
  describeCourse,
  liveOptions,
  openMcpServers,
  searchesCorpusAlone,
  semanticEndpoints,
  tryConfigured,
  tryMcpServers,
} from './live-settings.ts'
import { readSynonymsFile } from './synonyms-file.ts'
import { LISTENED_FOR, WarmUp } from './warm-up.ts'

/**
 * Opens the engine that the settings ask for. `progress` receives lines for a person who is waiting; `signal` ends the
 * opening, and what is indexed by then is kept.
 */
export type OpenEngine = (
  settings: Settings,
  progress: (line: string) => void,
  signal?: AbortSignal,
) => Promise<OpenedEngine>

/** What an engine with models or the web reaches, and the index of its corpus. */
export interface ReachingEngine {
  options: LiveOptions | undefined
  live: Live | undefined
  semantics: Semantics | undefined
  hasCorpus: boolean
  onDegraded: (step: string, line: string) => void
  indexFile: string | undefined
  /** Words that mean the same in the corpus. */
  synonyms: CorpusSettings['synonyms']
}

/** Does the runs of an engine elsewhere. */
export type RunElsewhere = (engine: ReachingEngine) => Promise<
  Required<Pick<OpenedEngine, 'research' | 'spread'>> & {
    readonly threads: NonNullable<OpenedEngine['threads']>
    /** The index has changed. */
    renew(): void
    close(): Promise<void>
  }
>

const NO_CORPUS = { indexFile: undefined, synonyms: undefined }

/**
 * The engine of the product, which researches in the corpus, on the web, and with a model, as configured. `elsewhere`:
 * what does the runs of an engine that uses models or the web. Default: this thread.
 */
export async function openProductEngine(
  ...[settings, progress, signal, elsewhere]: [...Parameters<OpenEngine>, elsewhere?: RunElsewhere]
): Promise<OpenedEngine> {
  // Without models and the web, none of their code is loaded.
  if (searchesCorpusAlone(settings)) return await openCorpusEngine(corpusOf(settings), progress, { signal })
  const onDegraded = reportOncePerMinute(progress)
  const servers = await openMcpServers(settings)
  const options = liveOptions(settings, join(dataFolder(settings), 'pages.db'), servers)
  const live = options && (await openWithSteps({ ...options, onDegraded }))
  const semantics = await configuredSemantics(settings)
  const hasCorpus = settings.search.includes('corpus')
  const { indexFile, synonyms } = hasCorpus ? corpusOf(settings) : NO_CORPUS
  const runs = await elsewhere?.({ options, live, semantics, hasCorpus, onDegraded, indexFile, synonyms })
  const using = { assist: live?.assist, semantics, onDegraded, signal, onChange: () => runs?.renew() }
  const engine: CorpusEngine = hasCorpus
    ? await openCorpusEngine(corpusOf(settings), progress, using)
    : {
        ...createEngine({ library: EMPTY_LIBRARY, ...using }),
        // Replies of embeddings and rerankers are not kept, so another process could not go on with a run.
        fingerprint: () => (semantics ? undefined : hashEngineCode()),
        describe: () => WITHOUT_CORPUS,
        close: () => {},
      }
  const ending = new AbortController()
  const warmUp = new WarmUp()
  let later: NodeJS.Timeout | undefined
  const fingerprint = () => {
    const own = engine.fingerprint?.()
    // Replies of models and the web are kept with the run, so it does not matter which model or site gave them.
    return own === undefined || !options ? own : `${own} ${describeCourse(options)}`
  }
  // The start does not wait for a model that takes long to respond.
  tryConfigured(settings, ending.signal).then(
    ({ sound, problems }) => [...sound, ...problems].forEach(progress),
    () => {},
  )
  tryMcpServers(servers, ending.signal).then(
    (lines) => lines.forEach(progress),
    () => {},
  )
  const research: OpenedEngine['research'] = (task, context) => {
    warmUp.giveWay()
    return engine.research(task, context)
  }
  return {
    research: runs?.research ?? research,
    get threads() {
      return runs?.threads
    },
    ready: async (signal) => await live?.ready(signal),
    fingerprint,
    spread() {
      later ??= setTimeout(() => {
        fingerprint()
        if (!runs) warmUp.begin(engine)
      }, LISTENED_FOR).unref()
      runs?.spread()
    },
    documentAt: (url) => engine.documentAt?.(url),
    describe: () => ({ ...engine.describe(), providers: live?.providers ?? [], model: settings.llmModel }),
    embedded: async () => await engine.embedded?.(),
    async close() {
      ending.abort()
      clearTimeout(later)
      warmUp.giveWay()
      await runs?.close()
      engine.close()
      live?.close()
      await Promise.all(servers.map((server) => server.close()))
    },
  }
}

/** Opens models and the web, and keeps what a run gets from them. */
async function openWithSteps(options: LiveOptions): Promise<Live> {
  const through = throughSteps(() => live.failures)
  const live: Live = await openLive({ ...options, through })
  return live
}

/** The embeddings and the reranker that the settings name; undefined if they name none. */
export async function configuredSemantics(settings: Settings): Promise<Semantics | undefined> {
  const endpoints = semanticEndpoints(settings)
  return endpoints.embeddings || endpoints.rerank ? await openSemantics(endpoints) : undefined
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

/** The folder of the service's own files: that of the database, if the database is a file. */
export function dataFolder({ databaseUrl }: Pick<Settings, 'databaseUrl'>): string {
  return dialectOf(databaseUrl).folder(databaseUrl) ?? '.data'
}

/**
 * The configured corpus, with the file of its index.
 * @throws {@link UserError} if the corpus or the file of synonyms cannot be read.
 */
export function corpusOf(settings: CorpusReadingSettings & Pick<Settings, 'databaseUrl'>): CorpusSettings {
  const { corpus, corpusBaseUrl, corpusEncoding, corpusInclude, corpusExclude, corpusSynonyms } = settings
  const ids = sourcesOf(settings).map(({ id }) => id)
  const synonyms = readSynonymsFile(corpusSynonyms)
  const reading = { corpus, corpusBaseUrl, corpusEncoding, corpusInclude, corpusExclude }
  return { ...reading, synonyms, indexFile: indexFileFor(settings, ids) }
}

/** Each set of sources has its own index, so that another corpus does not overwrite this one's. */
export function indexFileFor(settings: Pick<Settings, 'databaseUrl'>, ids: readonly string[]): string {
  const folder = dataFolder(settings)
  const name = createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 12)
  return join(folder, `corpus-${name}.index`)
}
