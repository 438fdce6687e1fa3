/** UTF-16 code units of a passage of running text, and of an entry of a list. */
export const PASSAGE = 600
/** The same of a list that is shown whole. */
export const LIST = 1_200
/** The same of code and of rows. */
export const CODE = 1_500
