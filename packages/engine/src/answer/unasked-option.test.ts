import { expect, test } from 'vitest'
import { isUnaskedOption } from './unasked-option.ts'

const asked = (name: string, question: string) => isUnaskedOption(name, (word) => question.split(' ').includes(word))

test('beside an option others answer nothing, unless options are asked for', () => {
  expect(asked('`-e MODE`, `--encryption MODE`', 'Which modes does it have')).toBe(true)
  expect(asked('--all', 'Which options does it have')).toBe(false)
  expect(asked('- all', 'Which modes does it have')).toBe(false)
  expect(asked('mode', 'Which modes does it have')).toBe(false)
  expect(isUnaskedOption('--all', undefined)).toBe(false)
})
