const INTRODUCES = /[:：]["”’»)*_]*$/u
/** "Table 2.1. List of packages" */
const TITLE_OF_TABLE = /^(?:table|figure|listing|example) [\d.]*\d\b.{0,120}$/iu

/** Whether a sentence says nothing without what follows it: it ends by introducing that, or is the title of a table. */
export function introduces(sentence: string): boolean {
  return INTRODUCES.test(sentence) || TITLE_OF_TABLE.test(sentence)
}
