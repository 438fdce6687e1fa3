import forms from './data/irregular-forms.json' with { type: 'json' }

const BASES = new Map(
  forms.flatMap((line) => {
    const [base = '', ...others] = line.split(' ')
    return others.map((form) => [form, base] as const)
  }),
)

/** An English word in lower case in its base form, where no ending tells that it is a form: "send" for "sent". */
export function inBaseForm(word: string): string {
  return BASES.get(word) ?? word
}
