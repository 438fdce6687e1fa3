/** The source of a pattern of what stands before a value, as "Type" or "Default value", without its colon. */
export const FIELD_LABEL = String.raw`\p{L}[\p{L} ]{1,30}`
