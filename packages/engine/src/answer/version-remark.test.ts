import { expect, test } from 'vitest'
import { isVersionRemark } from './version-remark.ts'

test('a remark on a version is told from a sentence that speaks of one', () => {
  for (const text of [
    'New in version 3.4.',
    'Changed in version 2: it floats.',
    '(Added in v1.2)',
    'Deprecated since 4.0',
  ]) {
    expect(isVersionRemark(text)).toBe(true)
  }
  for (const text of [
    'New in version 3 is the horn.',
    'In version 3.4 the horn is new.',
    'Removed in spring: the mast.',
  ]) {
    expect(isVersionRemark(text)).toBe(false)
  }
})
