import { SEARCH_VARIABLES } from '../../search-settings.ts'

/** Settings that belong together in the settings file. */
interface SettingGroup {
  title: string
  /** What the group is for, in lines of at most 100 characters. */
  about: readonly string[]
  names: readonly string[]
}

const CORPUS_VARIABLES = ['', '_BASE_URL', '_ENCODING', '_INCLUDE', '_EXCLUDE', '_SYNONYMS'].map(
  (rest) => `CORPUS${rest}`,
)

/** The groups of the settings file. Settings that are in none of them stand at its end. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'What is researched',
    about: [
      'CORPUS: your folders and files (text, Markdown, HTML, PDF, Word, mail …). Without it: the State of the Union addresses.',
      'SEARCH: where to search, in order of preference; most providers need a variable of their own.',
    ],
    names: [...CORPUS_VARIABLES, 'SEARCH', ...SEARCH_VARIABLES.map(({ name }) => name)],
  },
  {
    title: 'A language model',
    about: [
      'Without one, answers are quotations. openai-compatible is Ollama, vLLM, OpenAI and many others, for example:',
      'LLM=openai-compatible LLM_BASE_URL=http://127.0.0.1:11434/v1 LLM_MODEL=llama3.1',
    ],
    names: [
      'LLM',
      'LLM_BASE_URL',
      'LLM_API_KEY',
      'LLM_MODEL',
      'LLM_FAST_MODEL',
      'LLM_REASONING_EFFORT',
      'LLM_CONCURRENCY',
      'LLM_FALLBACK',
      'VERIFY',
    ],
  },
  {
    title: 'Where the service listens, and what it keeps',
    about: ['PUBLIC_URL: the address that browsers use, if a proxy stands in front of the service.'],
    names: ['HOST', 'PORT', 'PUBLIC_URL', 'TRUST_PROXY', 'DATABASE_URL', 'RESULT_RETENTION', 'AUTH_SECRET'],
  },
  {
    title: 'Accounts and mail',
    about: ['SIGN_UP=closed: accounts are created on the command line only. Without SMTP_URL no mail is sent.'],
    names: [
      'SIGN_UP',
      'SIGN_UP_DOMAINS',
      'OPERATOR_SECOND_FACTOR',
      'SMTP_URL',
      'MAIL_FROM',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
      'OIDC_NAME',
      'OIDC_TRUST_EMAIL',
    ],
  },
]
