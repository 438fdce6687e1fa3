import { SEARCH_PROVIDERS } from '@deep-research/engine'
import { McpSourcesError, readMcpSources } from '#mcp/sources.ts'
import { dialectOf } from '#storage/dialects.ts'
import { mcpServerOf, SEARCH_VARIABLES, searchVariables } from './search-settings.ts'
import type { Problems, Reader } from './setting-readers.ts'
import { SETTINGS, type Settings } from './settings.ts'

/** Notes each setting that is missing although another one needs it, and those that do not go together. */
export function checkTogether(settings: Partial<Settings>, problems: Problems): void {
  const { llm = 'none', role = 'all', search = [], databaseUrl } = settings
  const dialect = databaseUrl === undefined ? undefined : dialectOf(databaseUrl)
  const needed: [keyof typeof SETTINGS, string, boolean][] = [
    ['redisUrl', `ROLE=${role}`, role !== 'all'],
    ['llmBaseUrl', `LLM=${llm}`, llm === 'openai-compatible'],
    ['embeddingsModel', 'EMBEDDINGS_BASE_URL', settings.embeddingsBaseUrl !== undefined],
    ['mailFrom', 'SMTP_URL', settings.smtpUrl !== undefined],
    ['publicUrl', 'SMTP_URL', settings.smtpUrl !== undefined],
    // Without a confirmation anybody could claim an address of the domain.
    ['smtpUrl', 'SIGN_UP_DOMAINS', settings.signUpDomains !== undefined],
    ['oidcClientId', 'OIDC_ISSUER', settings.oidcIssuer !== undefined],
    ['oidcClientSecret', 'OIDC_ISSUER', settings.oidcIssuer !== undefined],
    ['publicUrl', 'OIDC_ISSUER', settings.oidcIssuer !== undefined],
    ['llmApiKey', `LLM=${llm}`, llm === 'anthropic'],
    ['llmModel', `LLM=${llm}`, llm !== 'none'],
    ...neededByFast(settings),
    ['pageReader', 'PAGE_READER_URL', settings.pageReaderUrl !== undefined],
    ['pageReader', 'PAGE_READER_KEY', settings.pageReaderKey !== undefined],
    ['mcpSources', 'SEARCH with mcp:', search.some((name) => mcpServerOf(name) !== undefined)],
    ['backendApiKey', `BACKEND=${settings.backend}`, settings.backend !== undefined],
    ...OF_A_BACKEND.map((setting): [keyof typeof SETTINGS, string, boolean] => [
      'backend',
      SETTINGS[setting].name,
      settings[setting] !== undefined,
    ]),
    ['llmPrices', 'LLM_DOLLARS', settings.llmDollars !== undefined],
    ['llmPrices', 'LLM_FAST_PRICES', settings.llmFastPrices !== undefined],
  ]
  for (const [setting, who, needs] of needed) {
    if (needs && settings[setting] === undefined) noteMissing(SETTINGS[setting], who, problems)
  }
  const given = searchVariables(settings)
  const readers: readonly Reader<unknown>[] = [...SEARCH_VARIABLES, ...Object.values(SETTINGS)]
  for (const { name, needs } of SEARCH_PROVIDERS.filter((provider) => search.includes(provider.name))) {
    for (const { variable, optional } of Object.values(needs)) {
      const reader = readers.find((each) => each.name === variable)
      if (reader && !optional && given[variable] === undefined) noteMissing(reader, `SEARCH with ${name}`, problems)
    }
  }
  if (settings.redisUrl !== undefined && dialect?.shared === false)
    problems.set(
      'REDIS_URL',
      'REDIS_URL needs a database that several processes can use; set DATABASE_URL to postgres://….',
    )
  checkAmounts(settings, problems)
  checkMcpSources(settings, problems)
  if (settings.verify === 'llm' && settings.llm === 'none')
    problems.set(
      'VERIFY',
      'VERIFY is "llm", which needs a model, but LLM is "none"; set LLM, or set VERIFY to lexical.',
    )
}

/**
 * Notes that a secret is missing, if the database cannot keep one for the service. Commands that work on the database
 * need none.
 */
export function checkSecret({ databaseUrl, authSecret }: Partial<Settings>, problems: Problems): void {
  const dialect = databaseUrl === undefined ? undefined : dialectOf(databaseUrl)
  if (dialect?.keepsSecret === false && authSecret === undefined)
    noteMissing(SETTINGS.authSecret, dialect.name, problems)
}

/** Notes what is wrong with MCP_SOURCES, and which of its servers SEARCH names although they are not in it. */
function checkMcpSources({ mcpSources, search = [] }: Partial<Settings>, problems: Problems): void {
  if (mcpSources === undefined) return
  try {
    const known = Object.keys(readMcpSources(mcpSources))
    const missing = search.flatMap((name) => mcpServerOf(name) ?? []).filter((name) => !known.includes(name))
    if (missing.length > 0)
      problems.set(
        'SEARCH',
        `SEARCH names mcp:${missing.join(', mcp:')}, but MCP_SOURCES has ${known.length > 0 ? `only ${known.join(', ')}; name one of them` : 'no server; add it there'}.`,
      )
  } catch (error) {
    if (!(error instanceof McpSourcesError)) throw error
    problems.set('MCP_SOURCES', `MCP_SOURCES ${error.message}`)
  }
}

/** The settings that mean nothing unless BACKEND names a service. */
const OF_A_BACKEND = ['backendApiKey', 'backendBaseUrl', 'backendModel'] as const

/** What the fast model's own endpoint needs. */
function neededByFast({
  llm = 'none',
  llmFast,
  llmFastBaseUrl,
}: Partial<Settings>): [keyof typeof SETTINGS, string, boolean][] {
  const kind = llmFast ?? llm
  const isOwn = llmFast !== undefined || llmFastBaseUrl !== undefined
  const who = llmFast === undefined ? 'LLM_FAST_BASE_URL' : `LLM_FAST=${llmFast}`
  return [
    ['llmModel', who, isOwn],
    ['llmFastModel', who, isOwn],
    ['llmFastBaseUrl', who, isOwn && kind === 'openai-compatible'],
    ['llmFastApiKey', who, isOwn && kind === 'anthropic'],
  ]
}

/** Notes amounts that do not go together. */
function checkAmounts(settings: Partial<Settings>, problems: Problems): void {
  const { llmMaxOutputTokens = 0, llmContextTokens = 0, researchMinutes = [], researchTimeoutMs = 0 } = settings
  if (llmContextTokens > 0 && llmMaxOutputTokens > llmContextTokens / 2)
    problems.set(
      'LLM_MAX_OUTPUT_TOKENS',
      `LLM_MAX_OUTPUT_TOKENS is ${llmMaxOutputTokens}, more than half of LLM_CONTEXT_TOKENS (${llmContextTokens}); set it to less, or LLM_CONTEXT_TOKENS to what the model's context holds.`,
    )
  const isDefault = researchMinutes.join() === SETTINGS.researchMinutes.fallback
  const longest = isDefault ? 0 : Math.max(0, ...researchMinutes)
  if (researchTimeoutMs > 0 && longest * 60_000 > researchTimeoutMs)
    problems.set(
      'RESEARCH_MINUTES',
      `RESEARCH_MINUTES has ${longest} minutes, but RESEARCH_TIMEOUT_MS ends research after ${researchTimeoutMs} ms; set RESEARCH_TIMEOUT_MS to more, or the minutes to less.`,
    )
}

/** Notes a missing variable, unless a problem with it was noted already. */
function noteMissing({ name, takes }: Reader<unknown>, who: string, problems: Problems): void {
  if (!problems.has(name)) problems.set(name, `${name} is missing, but ${who} needs it; set it to ${takes}.`)
}
