import type { EmbeddedEngine } from '@deep-research/engine'
import { REASONING_LEVELS, type ReasoningLevel, type ResearchResult, readRequest } from '@deep-research/sdk/contract'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { UserError } from '#kernel/user-error.ts'
import { readSettings } from '../config.ts'
import type { OpenedEngine } from '../corpus-engine.ts'
import type { CliContext } from './context.ts'
import { fileLines } from './file-lines.ts'
import { formatAnswer, formatPassages } from './format-research.ts'
import { print } from './output.ts'
import { showPassage } from './shapes.ts'

/** The commands `ask` and `corpus`, which use the engine and its corpus without a service, an account or a charge. */
export function addResearchCommands(program: Command, context: CliContext): void {
  const ask = program
    .command('ask <question...>')
    .description('research a question in this process, without an account')
  ask
    .addOption(new Option('--level <level>', 'how thoroughly').choices(Object.keys(REASONING_LEVELS)).default('medium'))
    .option('--json', 'print JSON')
    .action(async (words: string[], { level, json }: { level: ReasoningLevel; json?: boolean }) => {
      const { result, places } = await research(context, words.join(' '), level)
      if (json) print(context.stdout, true, result)
      else context.stdout.write(formatAnswer(result, places))
    })
  const corpus = program.command('corpus').description('index and search the documents of the corpus')
  corpus
    .command('index')
    .description('update the index')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => index(context, json === true))
  corpus
    .command('push')
    .description('bring an index of OpenSearch or Elasticsearch up to date with the corpus')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => push(context, json === true))
  corpus
    .command('search <words...>')
    .description('find passages')
    .option('--limit <count>', 'the largest number of passages', count, 10)
    .option('--json', 'print JSON')
    .action((words: string[], options: { limit: number; json?: boolean }) => search(context, words.join(' '), options))
}

/** An answer, and the file and lines of each source of the corpus, by its URL. */
interface Researched {
  result: ResearchResult
  places: ReadonlyMap<string, string>
}

async function research(context: CliContext, query: string, level: ReasoningLevel): Promise<Researched> {
  const { environment, stderr, stop } = context
  const checked = readRequest(Buffer.from(JSON.stringify({ query, reasoning_level: level })))
  if ('refusal' in checked) throw new UserError(checked.refusal.message)
  const settings = readSettings(environment)
  const engine = await context.openEngine(settings, (line) => stderr.write(`${line}\n`))
  try {
    await untilAborted(engine.embedded?.(), stop)
    for await (const event of engine.research({ query, level }, { signal: stop })) {
      if (event.type === 'completed') {
        return { result: event.result, places: await placesOf(event.result, engine, settings.corpus) }
      }
      if (event.type === 'tool_call.started') {
        const { name, arguments: given } = event.call
        stderr.write(
          `${name} ${Object.values(given)
            .filter((value) => typeof value === 'string')
            .join(' ')}\n`,
        )
      }
    }
  } catch (error) {
    if (stop.aborted) throw new UserError('Interrupted.')
    throw error
  } finally {
    engine.close()
  }
  throw new UserError('The research ended without a result.')
}

async function placesOf({ sources_summary, citations }: ResearchResult, engine: OpenedEngine, corpus?: string) {
  const places = new Map<string, string>()
  for (const { source, citation_ids } of sources_summary) {
    const document = await engine.documentAt?.(source.url)
    const own = citations.filter(({ id }) => citation_ids.includes(id))
    const place = document && fileLines(document, own, corpus)
    if (place !== undefined) places.set(source.url, place)
  }
  return places
}

async function index(context: CliContext, json: boolean): Promise<void> {
  const { stdout, stderr } = context
  const engine = await open(context)
  try {
    await untilAborted(engine.corpus.embed(), context.stop)
    const { documentCount: documents, sync, problems } = engine.corpus
    const { read, removed } = sync
    if (json) print(stdout, true, { documents, read, removed, problems })
    else {
      print(stdout, false, { documents, read, removed, problems: problems.length })
      for (const { source, message } of problems) stderr.write(`Left out of the corpus: ${source}: ${message}\n`)
    }
  } finally {
    engine.close()
  }
}

async function push({ environment, stdout, stderr, stop: signal }: CliContext, json: boolean): Promise<void> {
  const settings = readSettings(environment)
  const { openSearchUrl: url, openSearchIndex: index, openSearchApiKey: apiKey, openSearchFields: fields } = settings
  if (url === undefined)
    throw new UserError('OPENSEARCH_URL is missing; set it to the http or https URL of the server.')
  const [{ pushCorpus }, { sourcesOf, reportProgress }] = await Promise.all([
    import('#opensearch/push.ts'),
    import('../corpus-engine.ts'),
  ])
  const onProgress = reportProgress('Pushing', (line) => stderr.write(`${line}\n`))
  const report = await pushCorpus({ url, apiKey, index, fields, sources: sourcesOf(settings), onProgress, signal })
  const { problems, ...counts } = report
  if (json) print(stdout, true, report)
  else {
    print(stdout, false, { ...counts, problems: problems.length })
    for (const { source, message } of problems) stderr.write(`Left out of the index: ${source}: ${message}\n`)
  }
}

async function search(
  context: CliContext,
  words: string,
  { limit, json }: { limit: number; json?: boolean },
): Promise<void> {
  const { stdout } = context
  const engine = await open(context)
  try {
    const found = engine.search(words, limit)
    if (json) print(stdout, true, found.map(showPassage))
    else stdout.write(formatPassages(found))
  } finally {
    engine.close()
  }
}

/** Loads the engine only here, so that other commands start faster. */
async function open({ environment, stderr }: CliContext): Promise<EmbeddedEngine> {
  const [{ openCorpus }, { configuredSemantics, corpusOf }] = await Promise.all([
    import('../corpus-engine.ts'),
    import('../product-engine.ts'),
  ])
  const settings = readSettings(environment)
  const semantics = await configuredSemantics(settings)
  return await openCorpus(corpusOf(settings), (line) => stderr.write(`${line}\n`), { semantics })
}

/** @throws the signal's reason when it is aborted first */
async function untilAborted(work: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function count(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 to 9999.')
  return Number(text)
}
