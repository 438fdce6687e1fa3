import { listSettings, type SettingFacts } from '../../config.ts'
import { SETTING_GROUPS } from './setting-groups.ts'
import { SETTING_MEANINGS } from './setting-meanings.ts'

const HEADER = `# Settings of deep-research. Each line that begins with # is a comment: remove the # to set a value.
# Variables of the process come before this file. deep-research config check prints what is in effect,
# and deep-research doctor tries it. Keep this file to yourself: it may contain keys.
`

/** Characters of a line of a comment. */
const WIDTH = 98

/** The text of a settings file with every setting as a comment. `values` are set. */
export function settingsFile(values: Readonly<Record<string, string | undefined>> = {}): string {
  const settings = listSettings()
  const grouped = new Set(SETTING_GROUPS.flatMap(({ names }) => names))
  const further = settings.map(({ name }) => name).filter((name) => !grouped.has(name))
  const groups = [...SETTING_GROUPS, { title: 'Everything else', about: [], names: further }]
  const sections = groups.map(({ title, about, names }) => {
    const entries = names.flatMap((name) => settings.filter((setting) => setting.name === name))
    const lines = entries.map((setting) => entry(setting, values[setting.name]))
    return `\n# --- ${title} ---\n${about.map((line) => `# ${line}\n`).join('')}\n${lines.join('\n')}`
  })
  return `${HEADER}${sections.join('')}`
}

function entry({ name, fallback, takes }: SettingFacts, value: string | undefined): string {
  const meaning = SETTING_MEANINGS[name] ?? ''
  const set = value === undefined ? `# ${name}=${quoted(fallback)}` : `${name}=${quoted(value)}`
  const about = meaning === '' ? [] : wrapped(meaning[0]?.toUpperCase() + meaning.slice(1))
  return `${[...about, `Takes ${takes}.`].map((line) => `# ${line}\n`).join('')}${set}\n`
}

/** A text in lines, none of them broken within a word. */
function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < WIDTH) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A value as it is written in the file. Quotes keep blanks and # from being read as something else. */
function quoted(value: string): string {
  return /[\s#"']/.test(value) ? JSON.stringify(value) : value
}
