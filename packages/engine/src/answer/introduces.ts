import marks from '#language/data/lead-marks.json' with { type: 'json' }

const INTRODUCES = /[:：]["”’»)*_]*$/u
/** "Table 2.1. List of packages" */
const TITLE_OF_TABLE = /^(?:table|figure|listing|example)\s[\d.]*\d\b.{0,120}$/iu

/** Whether a sentence says nothing without what follows it: it ends by introducing that, or is the title of a table. */
export function introduces(sentence: string): boolean {
  return INTRODUCES.test(sentence) || TITLE_OF_TABLE.test(sentence)
}

/** "It is done as follows." */
const POINTS_ON = new RegExp(`(?:${marks.pointsOn.join('|')})[^.!?]*[.!?]?$`, 'iu')

/** Whether the last sentence of a text points at what follows it. */
export const pointsOn = (text: string): boolean => POINTS_ON.test(text)
