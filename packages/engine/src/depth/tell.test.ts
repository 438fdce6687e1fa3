import { expect, test } from 'vitest'
import type { SubQuestion } from './sub-question.ts'
import { tellState } from './tell.ts'

const told = (state: SubQuestion['state'], ...documents: string[]) =>
  tellState({
    text: 'Who rides?',
    state,
    notes: documents.map((id) => ({ evidence: { document: { id } }, shows: '' })),
  } as unknown as SubQuestion)

test('a state is told with the notes it rests on and their sources', () => {
  expect(told('answered', 'a', 'a', 'b')).toBe('“Who rides?”: answered, with 3 notes from 2 sources.\n')
  expect(told('not_found')).toBe('“Who rides?”: nothing found yet.\n')
})

test('a look that brings nothing takes nothing away from what was noted before', () => {
  expect(told('not_found', 'a')).toBe('“Who rides?”: answered in part, with 1 note from 1 source.\n')
})
