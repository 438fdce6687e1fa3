import type { EmbeddedEngine } from '@deep-research/engine'
import { type Command, InvalidArgumentError } from 'commander'
import { untilAborted } from '#kernel/until-aborted.ts'
import { UserError } from '#kernel/user-error.ts'
import { readSettings } from '../../config.ts'
import type { CliContext } from '../context.ts'
import { print } from '../output.ts'
import { showPassage } from '../shapes.ts'
import { assertDocuments } from './assert-documents.ts'
import { formatPassages } from './format-passages.ts'

/** The command `corpus`, which uses the index without a service, an account or a charge. */
export function addCorpusCommands(program: Command, context: CliContext): void {
  const corpus = program.command('corpus').description('index and search the documents of the corpus')
  corpus
    .command('index')
    .description('update the index')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => index(context, json === true))
  corpus
    .command('list')
    .description('update the index, and list the files that are read, and what is left out and why')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => list(context, json === true))
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

async function index(context: CliContext, json: boolean): Promise<void> {
  const { stdout, stop } = context
  const engine = await open(context)
  try {
    await untilAborted(engine.corpus.embed(), stop)
    const { documentCount: documents, sync, problems } = engine.corpus
    const { read, removed } = sync
    if (json) print(stdout, true, { documents, read, removed, problems })
    else print(stdout, false, { documents, read, removed, problems: problems.filter(({ kind }) => !kind).length })
  } finally {
    engine.close()
  }
}

/** Lists every file with its documents, and what is wrong with it; then what is no file that is read. */
async function list(context: CliContext, json: boolean): Promise<void> {
  const { stdout, stop } = context
  const { engine } = await openQuietly(context)
  try {
    const bySource = Map.groupBy(engine.corpus.problems, ({ source }) => source)
    const files: { file: string; documents: number; problem: string }[] = []
    for (const { path, documents } of engine.corpus.files()) {
      stop.throwIfAborted()
      files.push({
        file: path,
        documents,
        problem: (bySource.get(path) ?? []).map(({ message }) => message).join('; '),
      })
      bySource.delete(path)
    }
    const left_out = [...bySource.values()].flat()
    if (json) return print(stdout, true, { files, left_out })
    print(stdout, false, files)
    for (const { source, message } of left_out) stdout.write(`\n${source}: ${message}\n`)
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
    import('../../corpus-engine.ts'),
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

/** Opens the engine, and tells what is left out of its corpus. */
async function open(context: CliContext): Promise<EmbeddedEngine> {
  const { engine, settings, tellProblem, unreadOf } = await openQuietly(context)
  const { documentCount: documents, problems } = engine.corpus
  try {
    for (const problem of problems) context.stderr.write(`${tellProblem(problem)}\n`)
    assertDocuments(settings, { documents, problems: unreadOf(problems).length })
  } catch (error) {
    engine.close()
    throw error
  }
  return engine
}

/** Loads the engine only here, so that other commands start faster. */
async function openQuietly({ environment, stderr, stop: signal }: CliContext) {
  const [{ openCorpus, tellProblem, unreadOf }, { configuredSemantics, corpusOf }] = await Promise.all([
    import('../../corpus-engine.ts'),
    import('../../product-engine.ts'),
  ])
  const settings = readSettings(environment)
  const semantics = await configuredSemantics(settings)
  const engine = await openCorpus(corpusOf(settings), (line) => stderr.write(`${line}\n`), { semantics, signal })
  return { engine, settings, tellProblem, unreadOf }
}

function count(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 to 9999.')
  return Number(text)
}
