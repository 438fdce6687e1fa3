import { METRICS, type Metric } from './metrics.ts'
import { REPORT_METRICS, type ReportMetric, type ReportScores } from './report-scores.ts'
import type { Evaluation } from './run-data-set.ts'

/** The evaluations as a page: a table a data set, all metrics, those to tune on beside those held out. */
export function markdownOf(evaluations: readonly Evaluation[]): string {
  const levels = [...new Set(evaluations.map(({ level }) => `\`${level}\``))].join(', ')
  const lines = [
    '# Scorecard',
    '',
    evaluations.some(({ reports }) => reports !== undefined)
      ? 'How the engine does on public data sets with a model. Each set is indexed anew and its questions'
      : 'How the embedded engine does on public data sets: no model, no network. Each set is indexed anew and its questions',
    `are asked one after the other at the level ${levels}. All figures are shown, also the bad ones.`,
    '',
    '- **dev**: two thirds of the questions. Some of them were used to fit the weights of the engine, and all of them to',
    '  choose between versions of it. So these figures are better than you should expect.',
    '- **held out**: the other third. Nothing was fitted to it, but it was looked at after each version, and it uses the',
    '  same documents. Results on your own documents may be worse.',
    '',
    'Made by `pnpm evaluate --data DIR --data DIR … --markdown > docs/scorecard.md`. Times depend on the machine and on',
    'what else it was doing; all other figures are the same in every run.',
    '',
    ...evaluations.flatMap(tableOf),
    '## What the metrics say',
    '',
    '| metric | counts |',
    '| --- | --- |',
    ...Object.entries(METRICS).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
  ]
  return `${lines.join('\n')}\n`
}

function tableOf(evaluation: Evaluation): string[] {
  const { data, documents, index_mb_s, all, dev, held_out, reports, problems = {}, paired = false } = evaluation
  const parts = { all, dev, 'held out': held_out }
  const shown = Object.entries(parts).flatMap(([name, scores]) => (scores === undefined ? [] : [{ name, scores }]))
  const names = Object.keys(METRICS) as Metric[]
  const rows = names
    .filter((metric) => shown.some(({ scores }) => scores[metric] !== undefined))
    .map((metric) => {
      const mark = metric === 'abstained_null' && paired ? ' *' : ''
      return `| \`${metric}\`${mark} | ${shown.map(({ scores }) => scores[metric] ?? '').join(' | ')} |`
    })
  const notes = Object.entries(problems).map(([problem, count]) => `- ${problem}: ${count}`)
  return [
    `## ${data}`,
    '',
    `${documents} documents, indexed at ${index_mb_s} MB/s.`,
    '',
    `| metric | ${shown.map(({ name }) => name).join(' | ')} |`,
    `| --- |${shown.map(() => ' ---: |').join('')}`,
    ...rows,
    '',
    ...(reports ? reportRows(reports) : []),
    ...(paired
      ? ['\\* The set promises that such a question has no answer only for the passage it was written against.', '']
      : []),
    ...(notes.length > 0 ? ['What went wrong, and how often:', '', ...notes, ''] : []),
  ]
}

/** What a model wrote, and what its metrics say. */
function reportRows(reports: ReportScores): string[] {
  const names = Object.keys(REPORT_METRICS) as ReportMetric[]
  const told = names.filter((metric) => reports[metric] !== undefined)
  return [
    ...['With the model:', '', '| metric | | counts |', '| --- | ---: | --- |'],
    ...told.map((metric) => `| \`${metric}\` | ${reports[metric]} | ${REPORT_METRICS[metric]} |`),
    '',
  ]
}
