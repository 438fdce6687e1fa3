import { listSettings, type SettingFacts } from '../../config.ts'
import { SETTING_GROUPS } from './setting-groups.ts'

const HEADER = `# Settings of deep-research. Each line that begins with # is a comment: remove the # to set a value.
# Variables of the process come before this file. deep-research config check prints what is in effect,
# and deep-research doctor tries it. Keep this file to yourself: it may contain keys.
`

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
  const set = value === undefined ? `# ${name}=${quoted(fallback)}` : `${name}=${quoted(value)}`
  return `# ${takes}\n${set}\n`
}

/** A value as it is written in the file. Quotes keep blanks and # from being read as something else. */
function quoted(value: string): string {
  return /[\s#"']/.test(value) ? JSON.stringify(value) : value
}
