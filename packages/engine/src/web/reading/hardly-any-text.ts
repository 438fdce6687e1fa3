/** Why a page is not read that has next to no text. */
export const HARDLY_ANY_TEXT = 'contains hardly any text'
